import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import type { Settings } from '#contract/settings-derive.ts'
import { alreadySo, reviewChat } from './review-model.ts'

const chat = (id: number, values: Partial<Settings>) =>
  Chat.parse({ id, hash: `hash${id}`, createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '', name: `Chat ${id}`, ...values })
const review = (id: number, held: Partial<Settings>, changes: Partial<Settings>) =>
  reviewChat(chat(id, held), {
    base: Object.fromEntries(Object.keys(changes).map((name) => [name, chat(id, held)[name as 'allowLinks']])),
    changes,
  })

test('a switch that the other chats get turned is said to be so already, where all of them get the same', () => {
  const of = alreadySo([
    review(1, { allowLinks: true, allowAudio: true, offline: false }, { allowLinks: false, allowAudio: false, offline: true }),
    review(2, { allowLinks: false, allowAudio: true, offline: true, offlineMessage: 'Closed' }, { allowAudio: false, offlineMessage: '' }),
    review(3, { allowLinks: false, allowAudio: false, allowImages: true }, { allowImages: false, offlineMessage: 'Closed' }),
    review(4, { allowImages: false }, { allowImages: true }),
  ])
  expect(of.get(1)).toEqual({ on: [], off: [] })
  expect(of.get(2)).toEqual({ on: ['offline'], off: ['allowLinks'] })
  expect(of.get(3)).toEqual({ on: [], off: ['allowLinks', 'allowAudio'] })
  expect(of.get(4)).toEqual({ on: [], off: [] })
})
