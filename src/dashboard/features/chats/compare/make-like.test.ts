// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import type { MatrixChat } from './model/matrix-chat.ts'
import { cellsLike, namesToCopy } from './MakeLikeDialog.tsx'

const chat = (id: number, settings: Partial<Settings> = {}, access: MatrixChat['access'] = 'edit') => {
  const values = { ...defaults, name: `Chat ${id}`, ...settings, id } as Chat
  return { id, name: values.name, chat: values, saved: values, values, edited: [], access } satisfies MatrixChat
}

test('a chat gives its values to others, but neither its name nor a sound without a confirmed name', () => {
  const source = chat(1, { allowLinks: false, sound_ring: 7, archive: false })
  const targets = [source, chat(2), chat(3, { allowLinks: false }), chat(4, {}, 'read')]
  expect(cellsLike(source, targets, namesToCopy(source))).toEqual([
    { chatId: 2, name: 'allowLinks', value: false },
    { chatId: 2, name: 'archive', value: false },
    { chatId: 3, name: 'archive', value: false },
  ])
})

test('only the chosen settings are taken', () => {
  const source = chat(1, { allowLinks: false, archive: false })
  expect(cellsLike(source, [chat(2)], ['archive'])).toEqual([{ chatId: 2, name: 'archive', value: false }])
})
