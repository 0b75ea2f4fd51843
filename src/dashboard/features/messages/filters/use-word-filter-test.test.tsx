// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Analysis } from '../analysis/analysis.ts'
import type { WordFilterResult } from '../analysis/word-filter.ts'
import { useWordFilterTest } from './use-word-filter-test.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const testOf = (draftCatches: number): WordFilterResult => ({
  words: [],
  savedCatches: 0,
  draftCatches,
  newlyCaught: [],
  noLongerCaught: [],
})

interface Asked {
  draft: string
  answer: (result: WordFilterResult | null) => Promise<void>
  refuse: (why: string) => Promise<void>
}

/** A lab whose questions the test answers. */
function lab() {
  const asked: Asked[] = []
  const testWordFilter = (_saved: string, draft: string) =>
    new Promise<WordFilterResult | null>((resolve, reject) => {
      asked.push({ draft, answer: (result) => act(async () => resolve(result)), refuse: (why) => act(async () => reject(new Error(why))) })
    })
  // The hook asks nothing else.
  const analysis = { testWordFilter } as unknown as Analysis
  const loaded = { list: [], byId: new Map() }
  const { result, rerender } = renderHook(({ draft, fed }) => useWordFilterTest(analysis, fed, loaded, 'saved', draft), {
    initialProps: { draft: 'a', fed: 1 },
  })
  return { asked, result, rerender }
}

/** Long enough for everything that waits. */
const rest = () => act(() => vi.advanceTimersByTimeAsync(10_000))

test('one question at a time; the last answer stays until the next one is there', async () => {
  const { asked, result, rerender } = lab()
  await rest()
  rerender({ draft: 'ab', fed: 1 })
  await rest()
  rerender({ draft: 'abc', fed: 1 })
  await rest()
  expect(asked.map(({ draft }) => draft)).toEqual(['a'])
  await asked[0]!.answer(testOf(1))
  expect(result.current).toMatchObject({ result: { draft: 'a', draftCatches: 1 }, isBehind: true })
  await rest()
  expect(asked.map(({ draft }) => draft)).toEqual(['a', 'abc'])
  await asked[1]!.answer(testOf(3))
  expect(result.current).toMatchObject({ result: { draft: 'abc', draftCatches: 3 }, isBehind: false })
  await rest()
  expect(asked).toHaveLength(2)
})

test('asked again when more is loaded, and when another question overtook it', async () => {
  const { asked, result, rerender } = lab()
  await rest()
  await asked[0]!.answer(testOf(1))
  rerender({ draft: 'a', fed: 2 })
  await rest()
  await asked[1]!.answer(null)
  await rest()
  await asked[2]!.answer(testOf(2))
  expect(result.current).toMatchObject({ result: { draftCatches: 2 }, isBehind: false })
})

test('an error is said, keeps the last answer, and is tried again only when somebody asks', async () => {
  const { asked, result, rerender } = lab()
  await rest()
  await asked[0]!.answer(testOf(1))
  rerender({ draft: 'b', fed: 1 })
  await rest()
  await asked[1]!.refuse('It broke down')
  await rest()
  expect(asked).toHaveLength(2)
  expect(result.current).toMatchObject({ error: 'It broke down', result: { draft: 'a' }, isBehind: false })
  act(() => result.current.tryAgain())
  await rest()
  await asked[2]!.answer(testOf(2))
  expect(result.current).toMatchObject({ error: null, result: { draft: 'b' } })
})
