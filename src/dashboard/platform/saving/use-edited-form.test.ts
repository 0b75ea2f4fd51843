// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaults, settingNames, type Settings } from '#contract/settings-derive.ts'
import type { Chat } from '#contract/chats.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { signedIn } from '#dashboard/platform/session/test-signed-in.ts'
import { draftName, readDraft, settleDraft, stageEdits, writeDraft } from './drafts.ts'
import { useEditedForm } from './use-edited-form.ts'

const accountId = 7
const chatId = 3
const chat = (settings: Partial<Settings> = {}) => ({ ...defaults, name: 'Lobby', ...settings, id: chatId }) as Chat
const name = `settings-${accountId}-${chatId}`
const kept = () => readDraft(name)?.changes

beforeEach(() => {
  localStorage.clear()
  setSession({ session: signedIn })
  // Nothing was edited since the page was loaded.
  writeDraft(name, { base: {}, changes: {}, at: 0 })
})

// What a form has not written yet, it writes when it is left.
function openForm(offersDraft = true) {
  const { result, rerender, unmount } = renderHook(
    ({ chat: held, draftOf = chatId }: { chat: Chat; draftOf?: number }) =>
      useEditedForm<Settings, Settings>({
        draftName: draftName('settings', draftOf),
        names: settingNames,
        held,
        resolver: (values) => ({ values, errors: {} }),
        offersDraft,
      }),
    { initialProps: { chat: chat() } },
  )
  return {
    result,
    unmount,
    type: (name: 'name' | 'upload', value: string | boolean) =>
      act(async () => result.current.form.setValue(name, value, { shouldValidate: true })),
    save: (held: Settings) => act(async () => result.current.adopt(held, {})),
    read: (held: Chat, draftOf?: number) => act(async () => rerender({ chat: held, ...(draftOf && { draftOf }) })),
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

test('a newer answer of the service is taken over while nothing is edited', async () => {
  const { result, read } = openForm()
  await read(chat({ name: 'Cellar' }))
  expect(result.current.base).toMatchObject({ name: 'Cellar' })
  expect(result.current.form.getValues()).toMatchObject({ name: 'Cellar' })
})

test('a newer answer of the service leaves what is being edited and the values it is compared with', async () => {
  const { result, type, read } = openForm()
  await type('name', 'Hall')
  await read(chat({ name: 'Cellar', upload: false }))
  expect(result.current.base).toMatchObject({ name: 'Lobby', upload: true })
  expect(result.current.form.getValues()).toMatchObject({ name: 'Hall', upload: true })
})

test('a value that the service holds by now is no edit any more; the other edits stay, against their old base', async () => {
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
  settleDraft(name, chat({ upload: false }))
  expect(kept()).toEqual({ name: 'Hall' })
  settleDraft(name, chat({ name: 'Hall' }))
  expect(kept()).toBeUndefined()
})

test('discarding the edits of an earlier visit keeps those of this one', async () => {
  // Written by modules of their own, as a page that was reloaded since has written it.
  vi.resetModules()
  ;(await import('#dashboard/platform/session/session-state.ts')).setSession({ session: signedIn })
  const before = await import('./drafts.ts')
  before.writeDraft(name, { base: { mentions: true }, changes: { mentions: false }, at: 1 })
  const { result, type } = openForm()
  expect(result.current.draft.offered?.changes).toEqual({ mentions: false })
  await type('name', 'Hall')
  await act(async () => result.current.draft.drop())
  expect(kept()).toEqual({ name: 'Hall' })
})

test('staged edits are added to those of the draft; a value that the service holds is no edit', () => {
  expect(stageEdits(name, chat(), { name: 'Hall' })).toBe(true)
  expect(stageEdits(name, chat(), { filterWords: 'spam', upload: true })).toBe(true)
  expect(kept()).toEqual({ name: 'Hall', filterWords: 'spam' })
  expect(stageEdits(name, chat(), { name: 'Lobby' })).toBe(true)
  expect(kept()).toEqual({ filterWords: 'spam' })
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} })
  expect(stageEdits(name, chat(), { filterWords: 'eggs' })).toBe(false)
  vi.unstubAllGlobals()
})

test('a short form restores the edits of an earlier visit without a question, but none that the service holds by now', async () => {
  vi.resetModules()
  ;(await import('#dashboard/platform/session/session-state.ts')).setSession({ session: signedIn })
  const before = await import('./drafts.ts')
  before.writeDraft(name, {
    base: { name: 'Lobby', mentions: true, upload: false },
    changes: { mentions: false, upload: true, name: 'Hall' },
    at: 1,
  })
  const { result } = openForm(false)
  expect(result.current.draft.offered).toBeNull()
  expect(result.current.editedNames().toSorted()).toEqual(['mentions', 'name'])
})

test('a draft of another release gives only the edits that fit the form', () => {
  writeDraft(name, { base: { name: 'Lobby', gone: 1, upload: 'yes' }, changes: { gone: 2, upload: 'no', name: 'Hall' }, at: 1 })
  expect(openForm().result.current.editedNames()).toEqual(['name'])
})

test('a draft of another release with nothing that fits the form is not offered', () => {
  writeDraft(name, { base: { gone: 1 }, changes: { gone: 2 }, at: 1 })
  const { result } = openForm()
  expect(result.current.draft.offered).toBeNull()
  expect(result.current.editedNames()).toEqual([])
})

test('another tab of the account that saves and drops the draft does not take the edits of this tab along', async () => {
  const { type } = openForm()
  await type('name', 'Hall')
  await vi.waitFor(() => expect(kept()).toEqual({ name: 'Hall' }))
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: name, newValue: null }))
  await vi.waitFor(() => expect(kept()).toEqual({ name: 'Hall' }))
})

/** What another tab writes. @param isLive in the table of all settings */
async function otherTab(changes: Partial<Settings>, isLive = true) {
  const { at } = readDraft(name) ?? { at: 0 }
  writeDraft(name, { base: { name: 'Lobby', upload: true, allowLinks: true }, changes, at: at + 1, isLive })
  const key = Object.keys(localStorage).find((stored) => stored.endsWith(name)) ?? `any:${name}`
  await act(async () => dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' })))
}

test('the edits of the table in another tab are shown as they come and go, and are not written again', async () => {
  const { result, unmount } = openForm()
  await otherTab({ upload: false, allowLinks: false })
  expect(result.current.editedNames()).toEqual(['allowLinks', 'upload'])
  const at = readDraft(name)?.at
  await otherTab({ allowLinks: false })
  expect(result.current.editedNames()).toEqual(['allowLinks'])
  expect(result.current.form.getValues('upload')).toBe(true)
  unmount()
  expect(kept()).toEqual({ allowLinks: false })
  expect(readDraft(name)?.at).toBe(at! + 1)
})

test('what is typed on the same page in another tab is not shown here', async () => {
  const { result } = openForm()
  await otherTab({ upload: false }, false)
  expect(result.current.editedNames()).toEqual([])
})

test('what was typed here stays beside the edits of the table in another tab, also when those are gone', async () => {
  const { result, type } = openForm()
  await type('name', 'Hall')
  await otherTab({ upload: false })
  expect(result.current.form.getValues()).toMatchObject({ name: 'Hall', upload: false })
  await vi.waitFor(() => expect(kept()).toEqual({ name: 'Hall', upload: false }))
  await otherTab({})
  expect(result.current.editedNames()).toEqual(['name'])
  await vi.waitFor(() => expect(kept()).toEqual({ name: 'Hall' }))
})

test('a form whose draft has another name follows the edits of that one', async () => {
  const { result, read } = openForm()
  await read(chat(), 4)
  await otherTab({ upload: false })
  expect(result.current.editedNames()).toEqual([])
  const other = `settings-${accountId}-4`
  writeDraft(other, { base: { name: 'Lobby' }, changes: { name: 'Hall' }, at: 1, isLive: true })
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: other, newValue: '{}' })))
  expect(result.current.editedNames()).toEqual(['name'])
})

test('the draft of an earlier visit keeps its time until something is edited', async () => {
  vi.resetModules()
  ;(await import('#dashboard/platform/session/session-state.ts')).setSession({ session: signedIn })
  const before = await import('./drafts.ts')
  before.writeDraft(name, { base: { mentions: true }, changes: { mentions: false }, at: 1 })
  const { type } = openForm()
  await type('name', 'Hall')
  await vi.waitFor(() => expect(kept()).toEqual({ mentions: false, name: 'Hall' }))
  expect(readDraft(name)!.at).toBeGreaterThan(1)
  await type('name', 'Lobby')
  await vi.waitFor(() => expect(kept()).toEqual({ mentions: false }))
  expect(readDraft(name)).toMatchObject({ at: 1 })
})

test('what is offered stays an offer when the form is left and opened again, until it is restored', async () => {
  vi.resetModules()
  ;(await import('#dashboard/platform/session/session-state.ts')).setSession({ session: signedIn })
  const before = await import('./drafts.ts')
  before.writeDraft(name, { base: { mentions: true }, changes: { mentions: false }, at: 1 })
  const first = openForm()
  await first.type('name', 'Hall')
  first.unmount()

  const second = openForm()
  expect(second.result.current.draft.offered?.changes).toEqual({ mentions: false })
  expect(second.result.current.form.getValues()).toMatchObject({ name: 'Hall', mentions: true })
  await second.type('name', 'Lobby')
  second.unmount()

  const third = openForm()
  expect(third.result.current.draft.offered?.changes).toEqual({ mentions: false })
  expect(third.result.current.editedNames()).toEqual([])
  await act(async () => third.result.current.draft.restore())
  third.unmount()

  const fourth = openForm()
  expect(fourth.result.current.draft.offered).toBeNull()
  expect(fourth.result.current.editedNames()).toEqual(['mentions'])
})

test('edits that are staged beside an offer do not restore it', async () => {
  vi.resetModules()
  ;(await import('#dashboard/platform/session/session-state.ts')).setSession({ session: signedIn })
  const before = await import('./drafts.ts')
  before.writeDraft(name, { base: { mentions: true }, changes: { mentions: false }, at: 1 })
  stageEdits(name, chat(), { upload: false })
  const { result } = openForm()
  expect(result.current.draft.offered?.changes).toEqual({ mentions: false })
  expect(result.current.editedNames()).toEqual(['upload'])
})

test('a form that was left writes no draft any more', async () => {
  const { result, type, unmount } = openForm()
  await type('name', 'Hall')
  unmount()
  localStorage.clear()
  await act(async () => result.current.form.setValue('name', 'Attic'))
  dispatchEvent(new Event('pagehide'))
  await otherTab({ upload: false })
  expect(kept()).toEqual({ upload: false })
})

test('a newer answer that changes no field leaves the form as it is', async () => {
  const { result, type, read } = openForm()
  await type('name', 'Hall')
  await type('name', 'Lobby')
  const { base } = result.current
  await read(chat())
  expect(result.current.base).toBe(base)
})

test('edits that are saved count no more as made on this page: what another tab edits then is offered', async () => {
  stageEdits(name, chat(), { upload: false })
  expect([...readDraft(name)!.madeHere]).toEqual(['upload'])
  settleDraft(name, chat({ upload: false }))
  expect(readDraft(name)).toBeNull()
  vi.resetModules()
  ;(await import('#dashboard/platform/session/session-state.ts')).setSession({ session: signedIn })
  const elsewhere = await import('./drafts.ts')
  elsewhere.writeDraft(name, { base: { mentions: true }, changes: { mentions: false }, at: 1 })
  expect([...readDraft(name)!.madeHere]).toEqual([])
  expect(openForm().result.current.draft.offered?.changes).toEqual({ mentions: false })
})
