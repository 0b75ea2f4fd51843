import { expect, test } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import { nowInWords } from './value-words.tsx'

const catalogue = { languages: {}, sounds: [], countries: {} }
const chat = (changes: Partial<Settings>): Settings => ({ ...defaults, ...changes })

test.each([
  ['anonymous', [chat({ anonymous: true }), chat({ anonymous: false })], 'on in 1 of 2'],
  ['groupChatWelcomeMessage', [chat({ groupChatWelcomeMessage: 'Hi' }), chat({ groupChatWelcomeMessage: '' })], '1 text, 1 empty'],
  ['groupChatWelcomeMessage', [chat({ groupChatWelcomeMessage: 'Hi' })], '1 text'],
  ['groupChatWelcomeMessage', [chat({ groupChatWelcomeMessage: '' }), chat({ groupChatWelcomeMessage: '' })], 'empty in 2 of 2'],
  ['type', [chat({ type: 1 }), chat({ type: 0 }), chat({ type: 1 })], 'Expert in 2 of 3'],
  ['anonymous', [], ''],
  ['laterSetting', [chat({})], ''],
] as const)('what chats hold of %s', (name, chats, words) => {
  expect(nowInWords(name, chats, catalogue)).toBe(words)
})
