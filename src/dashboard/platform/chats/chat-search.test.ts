import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import { chatMatcher, chatsByName } from './chat-search.ts'

const chat = (wire: { id?: number; name?: string; hash?: string } = {}) =>
  Chat.parse({ id: 1, hash: 'a1b2c3d4', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '', ...wire })

describe('search', () => {
  test.each([
    ['Wieża Babel', 'wieza', true],
    ['Wieża Babel', 'BABEL wie', true],
    ['Łódź', 'lodz', true],
    ['Nachtcafé Köln', 'cafe koln', true],
    ['Nachtcafe Koln', 'café köln', true],
    ['Straße', 'strasse', true],
    ['IŞIK', 'isik', true],
    ['Işık', 'isik', true],
    ['Smørrebrød', 'smorrebrod', true],
    ['Лобби', 'лобби', true],
    ['聊天室', '天', true],
    ['Lobby', '  lobby  ', true],
    ['Lobby', '', true],
    ['Lobby', 'lobby two', false],
    ['Lobby', 'a.*', false],
  ])('%s is found by %j: %j', (name, search, found) => {
    expect(chatMatcher(search)(chat({ name }))).toBe(found)
  })

  test('the hash is searched too, along with the name', () => {
    const lobby = chat({ name: 'Lobby', hash: 'Q*x:9~!-' })
    expect(chatMatcher('q*X:9')(lobby)).toBe(true)
    expect(chatMatcher('lob ~!-')(lobby)).toBe(true)
  })

  test('every name is found by itself and by any part without spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(chatMatcher(name)(chat({ name }))).toBe(true)
      }),
    )
  })
})

test('by name, then by age; a list that did not change is not sorted again', () => {
  const chats = [chat({ id: 3, name: 'b' }), chat({ id: 2, name: 'Ä' }), chat({ id: 1, name: 'b' })]
  const sorted = chatsByName(chats)
  expect(sorted.map(({ id }) => id)).toEqual([2, 1, 3])
  expect(chatsByName(chats)).toBe(sorted)
  expect(chatsByName([...chats, chat({ id: 9, name: 'a' })]).map(({ id }) => id)).toEqual([9, 2, 1, 3])
})
