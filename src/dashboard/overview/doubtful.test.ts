import { expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { defaults } from '#contract/settings-derive.ts'
import { doubtfulSettings } from './doubtful.ts'

const chat = (id: number, name: string, wire: Record<string, unknown> = {}) =>
  Chat.parse({ ...defaults, id, name, hash: 'a1', createDate: 1, lastUsed: null, registerTermsLink: '', ...wire })

const noName = () => undefined
const account = { currency: 'EUR' }

test('a chat as it is made needs no look', () => {
  expect(doubtfulSettings([chat(1, 'Hall')], account, noName)).toBeNull()
  expect(doubtfulSettings([], account, noName)).toBeNull()
})

test('the chat with most of them comes first, and is where the link leads', () => {
  // Paid entry without a currency; a delay without a text.
  const one = { monetizeLogin: true }
  const two = { ...one, groupChatWelcomeMessageDelay: 9 }
  const found = doubtfulSettings([chat(1, 'Hall', one), chat(2, 'Night', two), chat(3, 'Plain')], { currency: '' }, noName)
  expect(found?.title).toBe('Settings worth a look in 2 chats')
  expect(found?.detail).toMatch(/^Probably not meant so: Night \d+ · Hall \d+$/)
  expect(found?.link.to).toBe('/chats/2/settings')
})

test('more than three are counted', () => {
  const many = Array.from({ length: 5 }, (_, index) => chat(index + 1, `Room ${index + 1}`, { groupChatWelcomeMessageDelay: 9 }))
  expect(doubtfulSettings(many, account, noName)?.detail).toMatch(/ · 2 more$/)
})

test('a ring that nobody hears is said of a sound with a name, and of no mere number', () => {
  const rooms = [chat(1, 'Hall', { p2pAudio: false, p2pVideo: false, sound_ring: 3 })]
  expect(doubtfulSettings(rooms, account, noName)).toBeNull()
  expect(doubtfulSettings(rooms, account, () => 'none')).toBeNull()
  expect(doubtfulSettings(rooms, account, () => 'gong')?.title).toBe('Settings worth a look in 1 chat')
})
