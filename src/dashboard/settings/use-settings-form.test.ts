// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import type { Chat } from '#contract/chats.ts'
import { setSession } from '../session.ts'
import { readDraft } from '../settings-draft.ts'
import { edit } from './store.ts'
import { useSettingsForm } from './use-settings-form.ts'

const accountId = 7
const chatId = 3
const chat = (settings: Partial<Settings> = {}) => ({ ...defaults, name: 'Lobby', ...settings, id: chatId }) as Chat
const kept = () => readDraft(accountId, chatId)?.changes

beforeEach(() => {
  localStorage.clear()
  setSession({
    session: {
      signedIn: true,
      service: { kind: 'bundled', address: '' },
      demo: null,
      account: { id: accountId, name: 'Kim', email: 'kim@example.org' },
      identity: '7@here',
      idleEnd: 4_000_000_000,
      end: 4_000_000_000,
      tokenEnd: null,
    },
  })
})

function openForm() {
  const { result, rerender, unmount } = renderHook(({ chat: held }) => useSettingsForm(held), { initialProps: { chat: chat() } })
  return {
    result,
    unmount,
    type: (name: 'name' | 'upload', value: string | boolean) => act(async () => edit(result.current.form, name, value)),
    save: (held: Settings) => act(async () => result.current.adopt(held, {})),
    read: (held: Chat) => act(async () => rerender({ chat: held })),
  }
}

test('a save leaves no draft behind', async () => {
  const { type, save, unmount } = openForm()
  await type('upload', false)
  await save(chat({ upload: false }))
  await type('name', 'Hall')
  await save(chat({ upload: false, name: 'Hall' }))
  unmount()
  expect(kept()).toBeUndefined()
})
