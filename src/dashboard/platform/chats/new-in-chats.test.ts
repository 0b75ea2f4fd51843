import { expect, test } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import { newAnnouncement, newPoll } from './new-in-chats.ts'

const chats = [{ id: 7 }, { id: 8 }, { id: 9 }] as Chat[]

test('with several chats nothing is chosen yet, with one it is that chat, and with none there is nothing to begin', () => {
  const inOnly = (...ids: number[]) => [newPoll(chats, (_, id) => ids.includes(id!)), newAnnouncement(chats, (_, id) => ids.includes(id!))]
  expect(inOnly(8, 9)).toEqual([
    { path: '/chats/8/polls?open=anywhere', isInSeveral: true },
    { path: '/chats/8/messages?open=announce', isInSeveral: true },
  ])
  expect(inOnly(9)).toEqual([
    { path: '/chats/9/polls?open=new', isInSeveral: false },
    { path: '/chats/9/messages?open=post', isInSeveral: false },
  ])
  expect(inOnly()).toEqual([null, null])
})

test('each needs its own right', () => {
  expect([newPoll(chats, (right) => right === 'polls.write'), newAnnouncement(chats, (right) => right === 'polls.write')]).toMatchObject([
    {},
    null,
  ])
})
