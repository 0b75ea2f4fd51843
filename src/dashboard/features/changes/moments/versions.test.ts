import { expect, test } from 'vitest'
import type { ChatVersion } from '#contract/gateway/chat-versions.ts'
import { byDay, detailOf, titleOf } from './versions.ts'

const change = { name: 'upload', before: true, after: false }
const version = (kind: ChatVersion['kind'], at: number): ChatVersion => {
  const who = kind === 'own' ? ({ kind: 'person', id: 'ana', name: 'Ana' } as const) : null
  return { id: `a${at}`, kind, at, from: null, who, cause: null, changes: kind === 'first' ? [] : [change] }
}

test('where checks began, the title says so and not that this is the first version: older ones may be below it', () => {
  const noon = Date.UTC(2026, 10, 26, 12)
  const versions = [version('outside', noon + 2), version('first', noon + 1), version('own', noon)]
  const [today] = byDay(versions)
  expect(today?.versions.map((one) => [titleOf(one), detailOf(one)])).toEqual([
    ['From outside', 'File upload off'],
    ['Checks for outside changes began', 'Its first check read all settings'],
    ['Ana', 'File upload off'],
  ])
})
