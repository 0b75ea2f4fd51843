import { expect, test } from 'vitest'
import { defaults, setting, settingNames, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { editEffects } from './edit-effects.ts'
import { screenOf } from './parts.ts'

const saved: Settings = { ...defaults, name: 'Main stage' }
const lines = (own: Partial<Settings>, before: Settings = saved, hasCurrency = false) =>
  editEffects(before, { ...before, ...own }, hasCurrency).map(({ text, label, gives }) => `${text} | ${label} | ${gives ?? '-'}`)

/** Every setting has its effect. */
const inForce: Settings = {
  ...saved,
  register: true,
  registerTermsTitle: 'Rules',
  groupChatWelcomeMessage: 'Hello',
  privateChatWelcomeMessage: 'Psst',
  offline: true,
  offlineShowForm: true,
  offlineMessage: 'Closed',
  offlineMessageEmail: 'desk@a.exampl',
}

test('without edits there is nothing to show', () => {
  expect(lines({})).toEqual([])
})

test('shows one effect for each edit, in the order of the catalogue', () => {
  expect(lines({ upload: false, allowImages: false, uploadAdmin: true, sound_message: 'bell' })).toEqual([
    'Links to images stay text | Images | less',
    'Upload button is hidden | File upload | less',
    'No effect while File upload is off | Only admins may upload | -',
    'Not shown in the preview | New message | -',
  ])
})

const different = (name: SettingName, value: SettingValue): SettingValue => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value === 1 && setting(name).control.kind === 'choice' ? 0 : value + 1
  return `${value}x`
}

test.each(settingNames)('an edit of %s has exactly one effect', (name) => {
  const line = editEffects(saved, { ...saved, [name]: different(name, saved[name]) }, true)
  expect(line.map(({ setting }) => setting)).toEqual([name])
  expect(line[0]?.text).toMatch(/\S/)
})

test('only settings that the catalogue keeps out of the preview are not shown when every setting has its effect', () => {
  const unseen = settingNames.filter((name) =>
    editEffects(inForce, { ...inForce, [name]: different(name, inForce[name]) }, true).some(
      ({ text }) => text === 'Not shown in the preview',
    ),
  )
  expect(unseen).toEqual(settingNames.filter((name) => screenOf(name) === null))
})

test('every switch of the preview has a text for on and for off', () => {
  for (const name of settingNames.filter((name) => setting(name).control.kind === 'switch' && screenOf(name) !== null)) {
    // What makes the offline page would hide what the others do.
    const base = setting(name).group === 'offline' ? inForce : { ...inForce, offline: false }
    const ways = [
      lines({ [name]: true }, { ...base, [name]: false }, true),
      lines({ [name]: false }, { ...base, [name]: true }, true),
    ].flat()
    expect(new Set(ways).size, name).toBe(2)
    expect(ways.join(), name).not.toMatch(/No effect|Not shown/)
  }
})

test('an edit that another setting hides is not reported as visible', () => {
  expect(lines({ privateChat: true }, { ...saved, privateChat: false, allowPrivateChat: false })).toEqual([
    'Not shown in the preview | Private messaging | -',
  ])
  expect(lines({ allowListeners: true }, { ...saved, allowListeners: false, monetizeLogin: true }, true)).toEqual([
    'Not shown in the preview | Reading without signing in | -',
  ])
})

test.each([
  [{ name: 'Side stage' }, 'New name above the chat'],
  [{ type: 1 }, 'Now an expert’s chat'],
  [{ filterWords: 'old, worse,new' }, 'Banned words: 2 added, 1 removed'],
  [{ filterWords: 'old,bad,' }, 'The same words are banned'],
  [{ groupChatWelcomeMessage: '' }, 'Welcome message removed'],
  [{ groupChatWelcomeMessage: 'Hi' }, 'Welcome message changed'],
  [{ privateChatWelcomeMessage: 'Psst' }, 'Welcome message added'],
  [{ groupChatWelcomeMessageDelay: 9 }, 'Welcome message after 9 s'],
  [{ offlineMessageEmail: 'desk@a.example' }, 'No effect while Chat is offline is off'],
  [{ monetizeLogin: true }, 'Requires an account currency'],
] as [Partial<Settings>, string][])('%j: %s', (own, text) => {
  const before: Settings = { ...saved, filterWords: 'old,bad', groupChatWelcomeMessage: 'Hello', offlineShowForm: true }
  expect(editEffects(before, { ...before, ...own }, false).map((change) => change.text)).toEqual([text])
})
