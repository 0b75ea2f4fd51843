// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Analysis } from '../analysis/analysis.ts'
import type { WordFilterResult } from '#engine/analysis/word-filter.ts'
import { useWordFilterTest } from './WordFilterTester.tsx'

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

/** Renders the hook with an analysis that the test answers. */
function startTest() {
  const asked: Asked[] = []
  const testWordFilter = (_saved: string, draft: string) =>
    new Promise<WordFilterResult | null>((resolve, reject) => {
      asked.push({ draft, answer: (result) => act(async () => resolve(result)), refuse: (why) => act(async () => reject(new Error(why))) })
    })
  // The hook uses nothing else of the analysis.
  const analysis = { testWordFilter } as unknown as Analysis
  const loaded = { list: [], byId: new Map() }
  const { result, rerender } = renderHook(({ draft, fed }) => useWordFilterTest(analysis, fed, loaded, 'saved', draft), {
    initialProps: { draft: 'a', fed: 1 },
  })
  return { asked, result, rerender }
}

/** Lets all timers run out. */
const waitForTimers = () => act(() => vi.advanceTimersByTimeAsync(10_000))

test('asks one question at a time and keeps the last result until the next arrives', async () => {
  const { asked, result, rerender } = startTest()
  await waitForTimers()
  rerender({ draft: 'ab', fed: 1 })
  await waitForTimers()
  rerender({ draft: 'abc', fed: 1 })
  await waitForTimers()
  expect(asked.map(({ draft }) => draft)).toEqual(['a'])
  await asked[0]!.answer(testOf(1))
  expect(result.current).toMatchObject({ result: { draft: 'a', draftCatches: 1 }, isBehind: true })
  await waitForTimers()
  expect(asked.map(({ draft }) => draft)).toEqual(['a', 'abc'])
  await asked[1]!.answer(testOf(3))
  expect(result.current).toMatchObject({ result: { draft: 'abc', draftCatches: 3 }, isBehind: false })
  await waitForTimers()
  expect(asked).toHaveLength(2)
})

test('asks again after more messages were loaded, and when another question replaced it', async () => {
  const { asked, result, rerender } = startTest()
  await waitForTimers()
  await asked[0]!.answer(testOf(1))
  rerender({ draft: 'a', fed: 2 })
  await waitForTimers()
  await asked[1]!.answer(null)
  await waitForTimers()
  await asked[2]!.answer(testOf(2))
  expect(result.current).toMatchObject({ result: { draftCatches: 2 }, isBehind: false })
})

test('reports an error, keeps the last result, and asks again only on request', async () => {
  const { asked, result, rerender } = startTest()
  await waitForTimers()
  await asked[0]!.answer(testOf(1))
  rerender({ draft: 'b', fed: 1 })
  await waitForTimers()
  await asked[1]!.refuse('It broke down')
  await waitForTimers()
  expect(asked).toHaveLength(2)
  expect(result.current).toMatchObject({ error: 'It broke down', result: { draft: 'a' }, isBehind: false })
  act(() => result.current.tryAgain())
  await waitForTimers()
  await asked[2]!.answer(testOf(2))
  expect(result.current).toMatchObject({ error: null, result: { draft: 'b' } })
})
