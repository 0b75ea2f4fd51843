import { expect, test } from 'vitest'
import { chatTitle } from './chat-title.ts'

test.each(['', '  ', '\u200B', '\u3164\u2800', '\u00AD \uFEFF'])('a chat whose name is %j has its number for a name', (name) => {
  expect(chatTitle({ id: 7, name })).toBe('Chat no. 7')
  expect(chatTitle({ chatId: 7, name })).toBe('Chat no. 7')
})

test('a name that can be seen stays as it is', () => {
  expect(chatTitle({ id: 7, name: '\u200BStage ' })).toBe('\u200BStage ')
})
