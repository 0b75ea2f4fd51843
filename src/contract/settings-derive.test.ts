import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SettingName } from './settings.ts'
import { Chat, ChatChanges, ChatDraft } from './chats.ts'
import {
  changedSettings,
  chatUpdate,
  defaults,
  isSettingName,
  searchSettings,
  settingNames,
  blockingSetting,
  settingsWrite,
  type Settings,
} from './settings-derive.ts'

const readOnly = { id: 7, hash: 'ab~cd', createDate: 1_700_000_000, lastUsed: null, registerTermsLink: '' }
const settings: Settings = { ...defaults, name: 'Tango' }

describe('reading', () => {
  test('missing keys get the defaults, present values are kept', () => {
    expect(Chat.parse({ ...readOnly, name: 'x' })).toEqual({ ...readOnly, ...defaults, name: 'x' })
    const answers = { offline: false, allowLinks: false, offlineMessage: '', groupChatWelcomeMessageDelay: 0, type: 1 }
    expect(Chat.parse({ ...readOnly, name: 'x', ...answers })).toMatchObject(answers)
  })

  test.each([
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
    [true, true],
    [false, false],
    // Off, even where the default is on.
    [null, false],
  ])('allowLinks: %j is %j', (sent, expected) => {
    expect(Chat.parse({ ...readOnly, allowLinks: sent }).allowLinks).toBe(expected)
  })

  test.each([
    ['sound_ring', 5, 5],
    ['sound_ring', '5', 5],
    ['sound_ring', 'ding', 'ding'],
    ['sound_ring', null, ''],
    ['langId', 'pl', 'pl'],
    ['langId', 31, 31],
    ['type', '1', 1],
    ['type', null, 0],
    ['groupChatWelcomeMessageDelay', '30', 30],
    ['filterWords', ' ass,damn ', ' ass,damn '],
    ['offlineMessage', null, ''],
  ])('%s: %j is %j', (name, sent, expected) => {
    expect(Chat.parse({ ...readOnly, [name]: sent })).toHaveProperty(name, expected)
  })

  test.each([{ allowLinks: 'yes' }, { allowLinks: 2 }, { type: 'group' }, { name: 5 }, { offline: {} }])('%j is not a chat', (wrong) => {
    expect(Chat.safeParse({ ...readOnly, ...wrong }).success).toBe(false)
  })
})

describe('writing', () => {
  test.each([
    { allowLinks: 1 },
    { allowLinks: null },
    { sound_ring: 5 },
    { sound_ring: '' },
    { type: 2 },
    { langId: '' },
    { groupChatWelcomeMessageDelay: -1 },
    { groupChatWelcomeMessageDelay: 1.5 },
    { groupChatWelcomeMessageDelay: 86_401 },
    { offlineMessage: 'a\0b' },
    { offlineMessage: '\uD83D' },
    { name: '' },
    { name: ' \t ' },
    { name: 'x'.repeat(201) },
  ])('%j is refused', (wrong) => {
    expect(ChatChanges.safeParse(wrong).success).toBe(false)
  })

  test('the name is needed to create a chat and may be left out to change one', () => {
    expect(ChatDraft.safeParse({}).success).toBe(false)
    expect(ChatChanges.parse({})).toEqual({})
  })

  test('nothing is trimmed: a leading space in the word filter has a meaning', () => {
    expect(ChatChanges.parse({ filterWords: ' ass, damn' })).toEqual({ filterWords: ' ass, damn' })
  })

  test('an invalid e-mail address is allowed, unknown fields are ignored', () => {
    const changes = { offlineMessageEmail: 'not an address', id: 9, hash: 'x', plan: {} }
    expect(ChatChanges.parse(changes)).toEqual({ offlineMessageEmail: 'not an address' })
  })
})

describe('blockingSetting', () => {
  test('names the setting to change, at the end of the chain', () => {
    expect(blockingSetting('uploadAdmin', settings)).toBeNull()
    expect(blockingSetting('uploadAdmin', { ...settings, upload: false })).toBe('upload')
    expect(blockingSetting('anonymous', { ...settings, forceSDKLogin: true })).toBe('forceSDKLogin')
    expect(blockingSetting('guestAvatar', { ...settings, forceSDKLogin: true })).toBe('forceSDKLogin')
    expect(blockingSetting('offlineMessageEmail', settings)).toBe('offlineShowForm')
    expect(blockingSetting('offlineMessageEmail', { ...settings, offlineShowForm: true })).toBe('offline')
    expect(blockingSetting('offlineMessageEmail', { ...settings, offlineShowForm: true, offline: true })).toBeNull()
  })

  test('a text that must be filled', () => {
    expect(blockingSetting('groupChatWelcomeMessageDelay', settings)).toBe('groupChatWelcomeMessage')
    expect(blockingSetting('groupChatWelcomeMessageDelay', { ...settings, groupChatWelcomeMessage: 'Hi' })).toBeNull()
  })

  test('changing the named settings one after another gives every setting its effect', () => {
    const switches = fc.record({
      forceSDKLogin: fc.boolean(),
      offline: fc.boolean(),
      privateChat: fc.boolean(),
      serviceLogin: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.constantFrom(...settingNames), switches, (name, values) => {
        const now: Settings = { ...settings, ...values }
        const told: string[] = []
        for (let cause = blockingSetting(name, now); cause !== null; cause = blockingSetting(name, now)) {
          expect(told).not.toContain(cause)
          told.push(cause)
          Object.assign(now, { [cause]: typeof now[cause] === 'boolean' ? !now[cause] : 'filled' })
        }
      }),
    )
  })
})

describe('changedSettings', () => {
  test('names the settings that differ, in the order of the catalogue', () => {
    expect(changedSettings(settings, { offline: true, name: 'Milonga', allowLinks: true })).toEqual(['name', 'offline'])
    expect(changedSettings(settings, {})).toEqual([])
    expect(changedSettings(settings, settings)).toEqual([])
  })
})

describe('chatUpdate', () => {
  const read = { ...settings, sound_ring: 5, sound_message: 42, sound_notice: 'ding', sound_userLeft: '' }
  const names = (sound: number) => (sound === 5 ? 'bell' : undefined)

  test('sends every settable field, sounds by name', () => {
    const body = chatUpdate(read, { offline: true }, names)
    const { sound_message: _, sound_userLeft: __, ...expected } = { ...settings, offline: true, sound_ring: 'bell', sound_notice: 'ding' }
    expect(body).toEqual(expected)
    expect(ChatChanges.safeParse(body).success).toBe(true)
  })

  test('a sound without a known name is left out, unless a new one was chosen', () => {
    expect(chatUpdate(read, {}, names)).not.toHaveProperty('sound_message')
    expect(chatUpdate(read, { sound_message: 'knock' }, names)).toHaveProperty('sound_message', 'knock')
  })

  test('false, empty text and zero are changes', () => {
    const changes = { allowLinks: false, filterWords: '', groupChatWelcomeMessageDelay: 0 }
    expect(chatUpdate({ ...settings, filterWords: 'damn' }, changes, names)).toMatchObject(changes)
  })
})

describe('searchSettings', () => {
  test.each([
    ['offline', 'offline'],
    ['P2P', 'p2pAudio'],
    ['DM', 'privateChat'],
    ['filterwords', 'filterWords'],
    ['sign-in and access', 'anonymous'],
    ['swear', 'filterWords'],
  ])('"%s" finds %s', (query, name) => {
    expect(searchSettings(query)).toContain(name)
  })

  test('every word must be found, accents do not matter, nothing means all', () => {
    expect(searchSettings('admins upload')).toEqual(['uploadAdmin'])
    expect(searchSettings('MÉNTION')).toContain('mentions')
    expect(searchSettings('  ')).toEqual(settingNames)
    expect(searchSettings('zzzz')).toEqual([])
  })

  test('values are searched too', () => {
    expect(searchSettings('wieza')).toEqual([])
    expect(searchSettings('wieza', { ...settings, offlineMessage: 'Wieża jest zamknięta' })).toEqual(['offlineMessage'])
  })
})

test('only the catalogue’s own keys are settings', () => {
  expect(isSettingName('offline')).toBe(true)
  expect(['id', 'toString', '__proto__', ''].filter(isSettingName)).toEqual([])
})

describe('what a setting refuses', () => {
  const messages = (name: SettingName, value: unknown) => settingsWrite[name].safeParse(value).error?.issues.map(({ message }) => message)

  test.each([
    ['groupChatWelcomeMessageDelay', '5', ['must be whole seconds']],
    ['groupChatWelcomeMessageDelay', 1.5, ['must be whole seconds']],
    ['groupChatWelcomeMessageDelay', -1, ['must not be below 0']],
    ['sound_message', 3, ['must be the name of a sound, not its number']],
    ['sound_message', 'p'.repeat(101), ['must have at most 100 characters']],
    ['name', ' ', ['must not be empty']],
  ] as const)('%s %j is refused with its reason', (name, value, reasons) => {
    expect(messages(name, value)).toEqual(reasons)
  })

  test.each([
    ['groupChatWelcomeMessageDelay', 0],
    ['sound_message', 'p'.repeat(100)],
    ['langId', 'en'],
    ['langId', 3],
    ['type', 1],
  ] as const)('%s %j is valid', (name, value) => {
    expect(messages(name, value)).toBeUndefined()
  })

  test.each([
    ['type', 2],
    ['langId', ''],
    ['langId', 1.5],
    ['sound_message', ''],
    ['upload', 1],
  ] as const)('%s %j is not', (name, value) => {
    expect(messages(name, value)).toHaveLength(1)
  })
})
