// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { useFiltered } from './use-analysis.ts'

// As much of them as the hook reads.
const list = [1, 2, 3].map((messageId) => ({ messageId }) as Message)
const loaded = { list, byId: new Map(list.map((message) => [message.messageId, message])) }

test('the shown messages stay the same list until the answer to a key arrives', async () => {
  const answers: ((ids: number[]) => void)[] = []
  const analysis = { filter: () => new Promise<number[]>((resolve) => answers.push(resolve)) } as unknown as Analysis
  const { result, rerender } = renderHook(
    ({ text }) => useFiltered(loaded, analysis, 1, { text, isRegexp: false, author: null, hasLink: false, repeated: false }, null),
    { initialProps: { text: 'a' } },
  )
  await act(async () => answers[0]!([1, 2]))
  const before = result.current.list
  expect(before).toEqual([list[0], list[1]])
  rerender({ text: 'ab' })
  expect(result.current.searching).toBe(true)
  expect(result.current.list).toBe(before)
  await act(async () => answers[1]!([2]))
  expect(result.current.list).toEqual([list[1]])
})
