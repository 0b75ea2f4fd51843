import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Analysis } from './analysis/analysis.ts'
import type { Trial } from './analysis/word-filter.ts'
import { useTrial } from './use-trial.ts'

afterEach(cleanup)

const trialOf = (draftCatches: number): Trial => ({ words: [], savedCatches: 0, draftCatches, newlyCaught: [], noLongerCaught: [] })

/** Questions that were asked, each to be answered by the test. */
function analysis() {
  const asked: { draft: string; answer: (trial: Trial | null) => Promise<void>; refuse: (why: string) => Promise<void> }[] = []
  const tryWords = (_saved: string, draft: string) =>
    new Promise<Trial | null>((resolve, reject) => {
      asked.push({ draft, answer: (trial) => act(async () => resolve(trial)), refuse: (why) => act(async () => reject(new Error(why))) })
    })
  // The hook asks nothing else.
  return { asked, analysis: { tryWords } as unknown as Analysis }
}

function lab() {
  const { asked, analysis: asking } = analysis()
  const loaded = { list: [], byId: new Map() }
  const { result, rerender } = renderHook(({ draft, fed }) => useTrial(asking, fed, loaded, 'saved', draft), {
    initialProps: { draft: 'a', fed: 1 },
  })
  const isAsked = (times: number) => waitFor(() => expect(asked).toHaveLength(times))
  return { asked, isAsked, result, rerender }
}

test('one question at a time; the last answer stays until the next one is there', async () => {
  const { asked, isAsked, result, rerender } = lab()
  await isAsked(1)
  rerender({ draft: 'ab', fed: 1 })
  rerender({ draft: 'abc', fed: 1 })
  await asked[0]!.answer(trialOf(1))
  expect(result.current).toMatchObject({ trial: { draft: 'a', draftCatches: 1 }, isBehind: true })
  await isAsked(2)
  expect(asked[1]!.draft).toBe('abc')
  await asked[1]!.answer(trialOf(3))
  expect(result.current).toMatchObject({ trial: { draft: 'abc', draftCatches: 3 }, isBehind: false })
})

test('asked again when more is loaded, and when another question overtook it', async () => {
  const { asked, isAsked, result, rerender } = lab()
  await isAsked(1)
  await asked[0]!.answer(trialOf(1))
  rerender({ draft: 'a', fed: 2 })
  await isAsked(2)
  await asked[1]!.answer(null)
  await isAsked(3)
  await asked[2]!.answer(trialOf(2))
  expect(result.current).toMatchObject({ trial: { draftCatches: 2 }, isBehind: false })
})

test('an error is said once, keeps the last answer, and is tried again only when somebody asks', async () => {
  const { asked, isAsked, result, rerender } = lab()
  await isAsked(1)
  await asked[0]!.answer(trialOf(1))
  rerender({ draft: 'b', fed: 1 })
  await isAsked(2)
  await asked[1]!.refuse('It broke down')
  expect(result.current).toMatchObject({ error: 'It broke down', trial: { draft: 'a' }, isBehind: false })
  act(() => result.current.tryAgain())
  await isAsked(3)
  await asked[2]!.answer(trialOf(2))
  expect(result.current).toMatchObject({ error: null, trial: { draft: 'b' } })
})
