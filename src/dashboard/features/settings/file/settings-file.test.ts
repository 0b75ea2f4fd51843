import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Chat } from '#contract/chats.ts'
import {
  changedSettings,
  defaults,
  isUnnamedSound,
  setting,
  settingNames,
  settingsWrite,
  unreachable,
  type Settings,
  type SettingValue,
} from '#contract/settings-derive.ts'
import type { Control, SettingName } from '#contract/settings.ts'
import { readSettingsFile, settingsFileLimit, withKnownSounds, writeSettingsFile, type SettingsFile } from './settings-file.ts'

const chat: Settings = { ...defaults, name: 'Tango' }

function read(text: string): SettingsFile {
  const found = readSettingsFile(text)
  if ('error' in found) throw new Error(found.error)
  return found
}
const readOne = (name: string, value: unknown) => read(JSON.stringify({ roomkeeper: 1, settings: { [name]: value } }))

/** Letters of many languages, leading and trailing spaces, commas, emoji, right-to-left marks, line ends. */
const unit = fc.oneof(
  fc.constantFrom(' ', ' ', ',', '\n', '\t', '"', '\\', '\u200F', '\u202E', '\uFEFF', '👩‍👩‍👧', 'שלום', 'ß'),
  fc.string({ unit: 'grapheme', maxLength: 1 }),
)
const anyText = (max: number) => fc.array(unit, { maxLength: 40 }).map((units) => units.join('').slice(0, max))

function anyValue(name: SettingName, control: Control): fc.Arbitrary<SettingValue> {
  const valid = (text: string) => settingsWrite[name].safeParse(text).success
  switch (control.kind) {
    case 'switch':
      return fc.boolean()
    case 'text':
    case 'longText':
    case 'email':
    case 'words':
      return anyText(control.max).filter(valid)
    case 'seconds':
      return fc.nat(control.max)
    case 'choice':
      return fc.constantFrom(...control.choices.map(({ value }) => value))
    case 'language':
      return fc.oneof(fc.constantFrom('en', 'pt-BR', 'ar', ''), fc.nat(500))
    case 'sound':
      return fc.oneof(fc.constantFrom('pop', 'gong', 'none', ''), fc.nat(100))
    default:
      return unreachable(control)
  }
}
const anySettings = fc.record(
  Object.fromEntries(settingNames.map((name) => [name, anyValue(name, setting(name).control)])),
) as unknown as fc.Arbitrary<Settings>

describe('a round trip', () => {
  test('changes nothing', () => {
    fc.assert(
      fc.property(anySettings, fc.constantFrom('all' as const, 'differing' as const), (values, which) => {
        const file = read(writeSettingsFile(values, which))
        expect(file).toMatchObject({ unknown: [], problems: [] })
        expect(changedSettings(values, file.values)).toEqual([])
        // Only what the service did not state has no place in a file.
        const expected = (which === 'all' ? settingNames : changedSettings(defaults, values)).filter(
          (name) => !isUnnamedSound(name, values[name]),
        )
        expect(expected.filter((name) => !(name in file.values) && values[name] !== '')).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test('a file contains all 60 settings, or only those that differ from a new chat', () => {
    expect(Object.keys(read(writeSettingsFile(chat, 'all')).values)).toEqual(settingNames)
    expect(read(writeSettingsFile({ ...chat, archive: false, filterWords: ' ass' }, 'differing')).values).toEqual({
      name: 'Tango',
      archive: false,
      filterWords: ' ass',
    })
    expect(JSON.parse(writeSettingsFile(chat, 'differing'))).toEqual({ roomkeeper: 1, settings: { name: 'Tango' } })
  })

  test('nothing but settings is written, whatever else the object holds', () => {
    const whole = { ...chat, id: 7, hash: 'abc' }
    expect(writeSettingsFile(whole, 'all')).toBe(writeSettingsFile(chat, 'all'))
  })
})

test('a file may contain the settings alone, as the API sends them, with numbers for booleans', () => {
  const answer = {
    id: 7,
    hash: 'ab~cd',
    createDate: 1,
    name: 'Tango',
    archive: 0,
    offline: '1',
    allowLinks: null,
    sound_ring: '42',
    langId: 3,
  }
  expect(read(JSON.stringify(answer))).toEqual({
    values: { name: 'Tango', archive: false, offline: true, allowLinks: false, sound_ring: 42, langId: 3 },
    unknown: ['id', 'hash', 'createDate'],
    problems: [],
  })
  const { id: _, hash: __, ...parsed } = Chat.parse({ ...answer, lastUsed: null, registerTermsLink: null })
  expect(parsed).toMatchObject(read(JSON.stringify(answer)).values)
})

describe('an invalid value is reported and left out', () => {
  test.each<[SettingName, unknown, string]>([
    ['offline', 'yes', 'must be true or false'],
    ['offline', 2, 'must be true or false'],
    ['offline', [true], 'must be true or false'],
    ['name', '', 'must not be empty'],
    ['name', 'x'.repeat(10_000), 'must have at most 200 characters'],
    ['name', 5, 'must be text'],
    ['offlineMessage', { text: 'x' }, 'must be text'],
    ['offlineMessage', 'a\0b', 'must not contain NUL or broken characters'],
    ['filterWords', 'word,'.repeat(5000), 'must have at most 20000 characters'],
    ['groupChatWelcomeMessageDelay', -1, 'must not be below 0'],
    ['groupChatWelcomeMessageDelay', 1.5, 'must be whole seconds'],
    ['groupChatWelcomeMessageDelay', 1e9, 'must be at most 86400'],
    ['groupChatWelcomeMessageDelay', 'soon', 'must be whole seconds'],
    ['type', 2, 'must be 0 (Group) or 1 (Expert)'],
    ['type', 'group', 'must be 0 (Group) or 1 (Expert)'],
    ['langId', 'x'.repeat(21), 'must be the code or the number of a language'],
    ['langId', true, 'must be the code or the number of a language'],
    ['sound_ring', -1, 'must be the name or the number of a sound'],
    ['sound_ring', 1.5, 'must be the name or the number of a sound'],
    ['sound_ring', ['pop'], 'must be the name or the number of a sound'],
    ['sound_ring', 'x'.repeat(101), 'must be the name or the number of a sound'],
  ])('%s: %j', (name, value, message) => {
    expect(readOne(name, value)).toEqual({ values: {}, unknown: [], problems: [{ name, message }] })
  })

  test('the valid values beside it are read', () => {
    const file = read(JSON.stringify({ roomkeeper: 1, settings: { offline: 'yes', archive: false } }))
    expect(file).toMatchObject({ values: { archive: false }, problems: [{ name: 'offline' }] })
  })
})

test('names that are no settings are listed and ignored, also those of object properties', () => {
  const text = '{"roomkeeper":1,"settings":{"__proto__":{"offline":true},"toString":1,"offlin":true,"archive":false}}'
  expect(read(text)).toEqual({ values: { archive: false }, unknown: ['__proto__', 'toString', 'offlin'], problems: [] })
  const [long] = readOne('x'.repeat(500_000), 1).unknown
  expect(long).toBe(`${'x'.repeat(60)}…`)
})

test('a language or a sound that the service did not state is not read', () => {
  expect(readOne('langId', null)).toEqual({ values: {}, unknown: [], problems: [] })
  expect(readOne('sound_ring', '')).toEqual({ values: {}, unknown: [], problems: [] })
})

describe('a file that is no settings file is refused with the reason', () => {
  test.each([
    ['', /not valid JSON/],
    ['name: Tango', /not valid JSON/],
    [writeSettingsFile(chat, 'all').slice(0, 300), /not valid JSON/],
    ['['.repeat(200_000), /not valid JSON/],
    ['[{"name":"Tango"}]', /no settings/],
    ['null', /no settings/],
    ['"name"', /no settings/],
    ['{}', /contains no chat settings/],
    ['{"constructor":1,"toString":2}', /contains no chat settings/],
    ['{"roomkeeper":2,"settings":{"name":"x"}}', /another version/],
    ['{"roomkeeper":"1","settings":{"name":"x"}}', /another version/],
    ['{"roomkeeper":1,"name":"x"}', /settings are missing/],
    ['{"roomkeeper":1,"settings":[]}', /settings are missing/],
    ['{"roomkeeper":1,"settings":null}', /settings are missing/],
  ])('%.40j', (text, words) => {
    const found = readSettingsFile(text)
    expect('error' in found && found.error).toMatch(words)
  })

  test('a file above the limit, in bytes', () => {
    const filled = (character: string, bytes: number) => {
      const around = JSON.stringify({ offlineMessage: '' }).length
      const count = (bytes - around) / new TextEncoder().encode(character).length
      return JSON.stringify({ offlineMessage: character.repeat(count) })
    }
    expect(read(filled('x', settingsFileLimit)).problems).toHaveLength(1)
    for (const text of [filled('x', settingsFileLimit + 1), filled('漢', settingsFileLimit + 3), ' '.repeat(50_000_000)]) {
      const found = readSettingsFile(text)
      expect('error' in found && found.error).toMatch(/larger than 1 MB/)
    }
  })
})

test('whatever a file contains, reading it gives an error or settings that may be sent', () => {
  const named = fc.dictionary(fc.oneof(fc.constantFrom<string>(...settingNames), fc.string()), fc.jsonValue())
  fc.assert(
    fc.property(named, (settings) => {
      const { values, problems, unknown } = read(JSON.stringify({ roomkeeper: 1, settings }))
      for (const name of settingNames) {
        const value = values[name]
        if (value === undefined || (setting(name).control.kind === 'sound' && typeof value === 'number')) continue
        expect(settingsWrite[name].safeParse(value).success).toBe(true)
      }
      expect(Object.keys(values).length + problems.length + unknown.length).toBeLessThanOrEqual(Object.keys(settings).length)
    }),
  )
})

describe('numbers of sounds', () => {
  const names = (sound: number) => (sound === 5 ? 'gong' : undefined)
  const file = read('{"roomkeeper":1,"settings":{"sound_ring":5,"sound_notice":3,"sound_message":4,"sound_userLeft":"owl"}}')

  test('are taken where they have a name, and named as a problem where they have none', () => {
    expect(withKnownSounds(file, { ...chat, sound_message: 4 }, names)).toEqual({
      values: { sound_ring: 'gong', sound_message: 4, sound_userLeft: 'owl' },
      unknown: [],
      problems: [{ name: 'sound_notice', message: 'sound no. 3 has no confirmed name in this service' }],
    })
  })

  test('are not written to a file', () => {
    expect(read(writeSettingsFile({ ...chat, sound_ring: 3, sound_notice: 'gong' }, 'all')).values).not.toHaveProperty('sound_ring')
    expect(read(writeSettingsFile({ ...chat, sound_ring: 3, sound_notice: 'gong' }, 'differing')).values).toEqual({
      name: 'Tango',
      sound_notice: 'gong',
    })
  })
})
