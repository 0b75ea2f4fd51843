import { expect, test } from 'vitest'
import { defaults, setting, settingNames, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { changes } from './changes.ts'

const saved: Settings = { ...defaults, name: 'Main stage' }
const lines = (own: Partial<Settings>, before: Settings = saved, hasCurrency = false) =>
  changes(before, { ...before, ...own }, hasCurrency).map(({ text, label, gives }) => `${text} | ${label} | ${gives ?? '-'}`)

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

test('no edit, no line', () => {
  expect(lines({})).toEqual([])
})

test('one line for each edit, in the order of the catalogue', () => {
  expect(lines({ upload: false, allowImages: false, uploadAdmin: true, sound_message: 'bell' })).toEqual([
    'Pictures stay as text | Images | less',
    'Upload button is gone | File upload | less',
    'No effect while File upload is off | Only admins may upload | -',
    'Not visible here | New message | -',
  ])
})

const different = (name: SettingName, value: SettingValue): SettingValue => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value === 1 && setting(name).control.kind === 'choice' ? 0 : value + 1
  return `${value}x`
}

test.each(settingNames)('%s has exactly one line', (name) => {
  const line = changes(saved, { ...saved, [name]: different(name, saved[name]) }, true)
  expect(line.map(({ setting }) => setting)).toEqual([name])
  expect(line[0]?.text).toMatch(/\S/)
})

test('only language and sounds are not visible when everything is in force', () => {
  const unseen = settingNames.filter((name) =>
    changes(inForce, { ...inForce, [name]: different(name, inForce[name]) }, true).some(({ text }) => text === 'Not visible here'),
  )
  expect(unseen).toEqual(settingNames.filter((name) => ['language', 'sound'].includes(setting(name).control.kind)))
})

test('every switch has words for both ways', () => {
  for (const name of settingNames.filter((name) => setting(name).control.kind === 'switch')) {
    // What makes the offline page would hide what the others do.
    const base = setting(name).group === 'offline' ? inForce : { ...inForce, offline: false }
    const ways = [
      lines({ [name]: true }, { ...base, [name]: false }, true),
      lines({ [name]: false }, { ...base, [name]: true }, true),
    ].flat()
    expect(new Set(ways).size, name).toBe(2)
    expect(ways.join(), name).not.toMatch(/No effect|Not visible/)
  }
})

test('an edit that another setting beside its own need makes invisible is not claimed', () => {
  expect(lines({ privateChat: true }, { ...saved, privateChat: false, allowPrivateChat: false })).toEqual([
    'Not visible here | Private messaging | -',
  ])
  expect(lines({ allowListeners: true }, { ...saved, allowListeners: false, monetizeLogin: true }, true)).toEqual([
    'Not visible here | Reading without signing in | -',
  ])
})

test.each([
  [{ name: 'Side stage' }, 'New name above the chat'],
  [{ type: 1 }, 'Now an expert’s chat'],
  [{ filterWords: 'old, worse,new' }, 'Hidden words: 2 more, 1 fewer'],
  [{ filterWords: 'old,bad,' }, 'The same words are hidden'],
  [{ groupChatWelcomeMessage: '' }, 'Welcome is gone'],
  [{ groupChatWelcomeMessage: 'Hi' }, 'Welcome is reworded'],
  [{ privateChatWelcomeMessage: 'Psst' }, 'Welcome is new'],
  [{ groupChatWelcomeMessageDelay: 9 }, 'Welcome comes after 9 s'],
  [{ offlineMessageEmail: 'desk@a.example' }, 'No effect while Chat is offline is off'],
  [{ monetizeLogin: true }, 'Works once the account has a currency'],
] as [Partial<Settings>, string][])('%j: %s', (own, text) => {
  const before: Settings = { ...saved, filterWords: 'old,bad', groupChatWelcomeMessage: 'Hello', offlineShowForm: true }
  expect(changes(before, { ...before, ...own }, false).map((change) => change.text)).toEqual([text])
})
