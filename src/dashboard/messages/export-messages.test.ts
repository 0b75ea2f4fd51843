// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createFile } from './export-file.ts'
import { readToEnd } from './export-messages.ts'
import type { Page } from './read.ts'

const message = (messageId: number): Message => ({
  messageId,
  time: messageId * 10,
  userId: 1,
  image: null,
  userName: 'Ann',
  text: `no. ${messageId}`,
})
const idsIn = async (file: ReturnType<typeof createFile>) =>
  (JSON.parse(await file.content().text()) as Message[]).map(({ messageId }) => messageId)

/** Serves pages by number; each says where the next one is unless it is the last. */
function service(
  pages: number[][],
  nextOf = (index: number): string | undefined => (index + 1 < pages.length ? String(index + 1) : undefined),
) {
  const asked: (string | null)[] = []
  const read = async (next: string | null): Promise<Page> => {
    asked.push(next)
    const index = Number(next ?? 0)
    const following = nextOf(index)
    return { messages: pages[index]!.map(message), ...(following !== undefined && { next: following }) }
  }
  return { asked, read }
}

test('page after page to the end, each message once, newest first within a page', async () => {
  const { asked, read } = service([[8, 9], [7, 8], [], [5]])
  const file = createFile('json')
  const counts: number[] = []
  expect(await readToEnd(read, file, () => counts.push(file.count()))).toBe('complete')
  expect(asked).toEqual([null, '1', '2', '3'])
  expect(counts).toEqual([2, 3, 3, 4])
  expect(await idsIn(file)).toEqual([9, 8, 7, 5])
})

test('a page that fails leaves what was read', async () => {
  const { read } = service([[9], [8], [7]])
  const file = createFile('json')
  const failing = (next: string | null) => (next === '2' ? Promise.reject(new Error('gone')) : read(next))
  await expect(readToEnd(failing, file, () => {})).rejects.toThrow('gone')
  expect(await idsIn(file)).toEqual([9, 8])
})

test('a service that leads in a circle is left, whether or not its cursors repeat', async () => {
  let cursor = 0
  for (const nextOf of [() => '0', (index: number) => String((index + 1) % 2), () => `0${'0'.repeat(cursor++)}`]) {
    const { asked, read } = service([[9], [8]], nextOf)
    const file = createFile('json')
    expect(await readToEnd(read, file, () => {})).toBe('circle')
    expect(asked.length).toBeLessThanOrEqual(12)
  }
})
