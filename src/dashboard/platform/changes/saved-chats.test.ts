// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { Chat } from '#contract/chats.ts'
import type { ChatChanges, PackedOutcome } from '#contract/gateway/chat-changes.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { saveQuery } from './saved-chats.ts'

const gateway = vi.hoisted(() => ({
  kind: 'preset-end',
  changes: null as ChatChanges | null,
  results: [] as PackedOutcome[],
  isEnded: false,
}))

vi.mock('#dashboard/platform/session/call-gateway.ts', () => ({
  callGateway: async (name: string) =>
    name === 'jobRead'
      ? {
          data: {
            kind: gateway.kind,
            title: 'Ending Lockdown',
            doneTitle: 'Lockdown ended',
            at: 1,
            by: 'Ana',
            isOwn: true,
            changes: gateway.changes,
          },
        }
      : { data: gateway.results, next: 0, hasMore: false, isEnded: gateway.isEnded },
}))

const stage = Chat.parse({ id: 7, name: 'Stage', hash: 'a1', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '' })
const changes: ChatChanges = {
  chats: [7, 8].map((chatId) => ({ chatId, chatName: '', acceptedRisks: [] })),
  edits: [{ setting: 'allowLinks', base: null, value: true, chats: [0, 1] }],
}
const read = () => queryClient.fetchQuery({ ...saveQuery('end-1'), staleTime: 0 })

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(endpointQuery('chatList', {}).queryKey, { status: true, data: [stage] })
  Object.assign(gateway, { kind: 'preset-end', changes: null, results: [], isEnded: false })
})

test('a mode that has not begun to end has no orders, until the job says what it puts back', async () => {
  expect(await read()).toMatchObject({ title: 'Ending Lockdown', isEnded: false, orders: new Map() })
  gateway.changes = changes
  const save = await read()
  expect(save?.orders.get(7)).toMatchObject({ base: {}, changes: { allowLinks: true } })
})

test('chats have the names of the list, or a number where they are not in it', async () => {
  gateway.changes = changes
  const save = await read()
  expect([...save!.orders.values()].map(({ chatName }) => chatName)).toEqual(['Stage', 'Chat no. 8'])
})

test('what changes no settings is no such change', async () => {
  gateway.kind = 'posts'
  expect(await read()).toBeNull()
})
