// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import type { Chat } from '#contract/chats.ts'
import type { Session } from '#contract/session.ts'
import { setSession } from '#dashboard/platform/session/session.ts'
import { readDraft, settleDraft, stageEdits } from '#dashboard/platform/saving/settings-draft.ts'
import { edit } from './store.ts'
import { useSettingsForm } from './use-settings-form.ts'

const accountId = 7
const chatId = 3
const chat = (settings: Partial<Settings> = {}) => ({ ...defaults, name: 'Lobby', ...settings, id: chatId }) as Chat
const kept = () => readDraft(accountId, chatId)?.changes

const session: Session = {
  signedIn: true,
  service: { kind: 'bundled', address: '' },
  demo: null,
  account: { id: accountId, name: 'Kim', email: 'kim@example.org' },
  identity: '7@here',
  idleEnd: 4_000_000_000,
  end: 4_000_000_000,
  tokenEnd: null,
}

beforeEach(() => {
  localStorage.clear()
  setSession({ session })
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

test('what the service holds by now is no edit any more; the other edits stay, against what they began with', async () => {
  const { result, type, read, unmount } = openForm()
  await type('upload', false)
  await type('name', 'Hall')
  await read(chat({ upload: false, name: 'Cellar' }))
  expect(result.current.base).toMatchObject({ upload: false, name: 'Lobby' })
  expect(result.current.form.getValues()).toMatchObject({ upload: false, name: 'Hall' })
  unmount()
  expect(kept()).toEqual({ name: 'Hall' })
})

test('a save that is confirmed after its page was left takes its edits out of the draft', async () => {
  const { type, unmount } = openForm()
  await type('upload', false)
  await type('name', 'Hall')
  unmount()
  settleDraft(accountId, chatId, chat({ upload: false }))
  expect(kept()).toEqual({ name: 'Hall' })
  settleDraft(accountId, chatId, chat({ name: 'Hall' }))
  expect(kept()).toBeUndefined()
})

test('dropping the edits of an earlier visit leaves those of this one', async () => {
  // Written by modules of their own, as a page that was reloaded since has written it.
  vi.resetModules()
  ;(await import('#dashboard/platform/session/session.ts')).setSession({ session })
  const before = await import('#dashboard/platform/saving/settings-draft.ts')
  before.writeDraft(accountId, chatId, { base: chat(), changes: { mentions: false }, at: 1 })
  const { result, type } = openForm()
  expect(result.current.draft.offered?.changes).toEqual({ mentions: false })
  await type('name', 'Hall')
  await act(async () => result.current.draft.drop())
  expect(kept()).toEqual({ name: 'Hall' })
})

test('staged edits stand beside those that are kept; one that the service holds is none', () => {
  expect(stageEdits(accountId, chatId, chat(), { name: 'Hall' })).toBe(true)
  expect(stageEdits(accountId, chatId, chat(), { filterWords: 'spam', upload: true })).toBe(true)
  expect(kept()).toEqual({ name: 'Hall', filterWords: 'spam' })
  expect(stageEdits(accountId, chatId, chat(), { name: 'Lobby' })).toBe(true)
  expect(kept()).toEqual({ filterWords: 'spam' })
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} })
  expect(stageEdits(accountId, chatId, chat(), { filterWords: 'eggs' })).toBe(false)
  vi.unstubAllGlobals()
})
