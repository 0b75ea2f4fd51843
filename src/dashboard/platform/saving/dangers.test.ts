import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import { signInMethods } from '#contract/settings-doctor.ts'
import { dangers } from './dangers.ts'

const chat: Settings = { ...defaults, name: 'Tango' }
const closed = { networkOneLogin: false, networkTwoLogin: false, serviceLogin: false, anonymous: false }
const named = (before: Partial<Settings>, after: Partial<Settings>, currency = 'EUR') =>
  dangers({ ...chat, ...before }, { ...chat, ...before, ...after }, { currency }).map(({ setting }) => setting)

describe('a danger', () => {
  test.each<[string, Partial<Settings>, Partial<Settings>, string[]]>([
    ['going offline', {}, { offline: true }, ['offline']],
    ['staying offline', { offline: true }, { name: 'Milonga' }, []],
    ['coming back', { offline: true }, { offline: false }, []],
    ['keeping no messages', {}, { archive: false }, ['archive']],
    ['keeping messages again', { archive: false }, { archive: true }, []],
    ['the private room', {}, { forceSDKLogin: true }, ['forceSDKLogin']],
    ['the room made public', { forceSDKLogin: true }, { forceSDKLogin: false }, []],
    ['all ways in switched off at once', {}, closed, ['networkOneLogin']],
    ['the last way in switched off', { ...closed, anonymous: true }, { anonymous: false }, ['anonymous']],
    ['one way in left', {}, { ...closed, serviceLogin: true }, []],
    ['ways in switched off where none counts', { forceSDKLogin: true }, closed, []],
    ['a private room opened to nobody', { ...closed, forceSDKLogin: true }, { forceSDKLogin: false }, ['forceSDKLogin']],
    ['closed before', closed, { offlineMessage: 'x' }, []],
    ['paid entry with a currency', {}, { monetizeLogin: true }, []],
    ['several', {}, { offline: true, archive: false, forceSDKLogin: true }, ['offline', 'archive', 'forceSDKLogin']],
  ])('%s', (_, before, after, expected) => {
    expect(named(before, after)).toEqual(expected)
  })

  test('paid entry without a currency', () => {
    expect(named({}, { monetizeLogin: true }, '')).toEqual(['monetizeLogin'])
    expect(named({ monetizeLogin: true }, { offlineMessage: 'x' }, '')).toEqual([])
    expect(named({ monetizeLogin: true }, { monetizeLogin: false }, '')).toEqual([])
  })
})

test('a danger says what happens, and needs a consent of its own', () => {
  expect(dangers(chat, { ...chat, offline: true }, { currency: '' })).toEqual([
    {
      setting: 'offline',
      title: 'The chat goes offline. Everyone in it is disconnected immediately.',
      several: '{count} chats go offline. Everyone in them is disconnected immediately.',
      consent: 'Yes, disconnect everyone',
    },
  ])
})

/** The settings that may bring a danger about; all others never do. */
const switches = fc.record(
  Object.fromEntries(
    ['offline', 'archive', 'forceSDKLogin', 'monetizeLogin', 'upload', ...signInMethods].map((name) => [name, fc.boolean()]),
  ),
)
const currency = fc.constantFrom('', 'EUR')

test('each danger names another changed setting, and no change is dangerous in both directions', () => {
  fc.assert(
    fc.property(switches, switches, currency, (one, other, currency) => {
      const [before, after] = [
        { ...chat, ...one },
        { ...chat, ...other },
      ]
      const there = dangers(before, after, { currency }).map(({ setting }) => setting)
      const back = new Set(dangers(after, before, { currency }).map(({ setting }) => setting))
      expect(new Set(there).size).toBe(there.length)
      expect(there.every((name) => before[name] !== after[name])).toBe(true)
      expect(dangers(after, after, { currency })).toEqual([])
      for (const name of ['offline', 'archive', 'monetizeLogin'] as const) expect(there.includes(name) && back.has(name)).toBe(false)
    }),
  )
})
