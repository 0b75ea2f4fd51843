// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import { settleDraft, stageEdits, writeDraft } from '#dashboard/platform/saving/drafts.ts'
import { setSession, localJson, setLocalText } from '#dashboard/platform/session/session-state.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { discardEdits, redoEdit, setCells, undoEdit, useMatrixDrafts, writeNow } from './drafts.ts'
import type { HeldSettings } from './edits.ts'

const chat = (settings: Partial<Settings> = {}): Settings => ({ ...defaults, name: 'Lobby', ...settings })
const three: HeldSettings = new Map([1, 2, 3].map((chatId) => [chatId, chat()]))
const nameOf = (chatId: number) => `settings-7-${chatId}`
const stored = (chatId: number) => (localJson(nameOf(chatId)) as { changes: object } | null)?.changes
const linksOff = (chatIds: number[]) => setCells(chatIds.map((chatId) => ({ chatId, name: 'allowLinks', value: false })))

beforeEach(() => {
  localStorage.clear()
  setSession({ session: signedIn })
})
afterEach(() => {
  act(() => void discardEdits())
  cleanup()
})

function open(chats = three) {
  const { result, rerender, unmount } = renderHook(({ chats: held }) => useMatrixDrafts(held), { initialProps: { chats } })
  const changes = () => Object.fromEntries([...result.current.edits].map(([chatId, of]) => [chatId, of.changes]))
  return { result, changes, unmount, read: (held: HeldSettings) => act(async () => rerender({ chats: held })) }
}

test('the drafts are those of the settings pages: read when the page opens, written when it is left', () => {
  stageEdits(nameOf(2), chat(), { name: 'Hall' })
  const { changes, unmount, result } = open()
  expect(changes()).toEqual({ 2: { name: 'Hall' } })
  act(() => linksOff([1, 2]))
  expect(result.current.changes).toBe(3)
  unmount()
  expect([stored(1), stored(2), stored(3)]).toEqual([{ allowLinks: false }, { name: 'Hall', allowLinks: false }, undefined])
  expect(open().changes()).toEqual({ 1: { allowLinks: false }, 2: { name: 'Hall', allowLinks: false } })
})

test('Discard is one step to undo, and takes the drafts along', () => {
  const { changes, result } = open()
  act(() => linksOff([1, 2, 3]))
  act(() => setCells([{ chatId: 1, name: 'allowImages', value: false }]))
  act(() => void discardEdits())
  writeNow()
  expect(changes()).toEqual({})
  expect(stored(1)).toBeUndefined()
  act(undoEdit)
  expect(result.current.changes).toBe(4)
  act(undoEdit)
  act(undoEdit)
  expect(changes()).toEqual({})
  act(redoEdit)
  writeNow()
  expect(stored(3)).toEqual({ allowLinks: false })
})

test('what is saved, here or elsewhere, is no edit any more', async () => {
  const { changes, read } = open()
  act(() => linksOff([1, 2, 3]))
  await read(new Map([...three, [1, chat({ allowLinks: false })]]))
  expect(changes()).toEqual({ 2: { allowLinks: false }, 3: { allowLinks: false } })
  await read(new Map([...three, [2, chat({ allowLinks: false })]]))
  expect(changes()).toEqual({ 3: { allowLinks: false } })
  writeNow()
  expect(stored(2)).toBeUndefined()
})

test('edits of another tab appear, and those not written yet stay', async () => {
  const { changes } = open()
  act(() => linksOff([1]))
  // Another tab writes behind this one's back.
  setLocalText(nameOf(1), JSON.stringify({ base: { allowImages: true }, changes: { allowImages: false }, at: 1 }))
  setLocalText(nameOf(3), JSON.stringify({ base: { allowImages: true }, changes: { allowImages: false }, at: 1 }))
  dispatchEvent(new StorageEvent('storage', { key: `roomkeeper-kept:7@here:${nameOf(3)}` }))
  await vi.waitFor(() => expect(changes()).toEqual({ 1: { allowLinks: false }, 3: { allowImages: false } }))
})

test('a save of a settings page that ends later settles the draft here too', async () => {
  writeDraft(nameOf(2), { base: { allowLinks: true }, changes: { allowLinks: false }, at: 1 })
  const { changes } = open()
  expect(changes()).toEqual({ 2: { allowLinks: false } })
  settleDraft(nameOf(2), chat({ allowLinks: false }))
  await vi.waitFor(() => expect(changes()).toEqual({}))
})

test('a draft of another release gives only what fits', () => {
  writeDraft(nameOf(1), {
    base: { gone: 1, allowLinks: 'yes', name: 'Lobby' },
    changes: { gone: 2, allowLinks: 'no', name: 'Hall' },
    at: 1,
  })
  expect(open().changes()).toEqual({ 1: { name: 'Hall' } })
})

test('edits that the browser cannot keep stay on the page, which says so', () => {
  const { result } = open()
  act(() => linksOff([1, 2]))
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} })
  act(writeNow)
  vi.unstubAllGlobals()
  expect(result.current).toMatchObject({ changes: 2, isKept: false })
})
