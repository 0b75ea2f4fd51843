import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedSettings,
  defaults,
  differsFromDefault,
  setting,
  settingNames,
  type Settings,
  type SettingValue,
} from './settings-derive.ts'
import { diagnose, hasNoSignInMethod, looksLikeEmail, duplicateWords, rules, type DoctorFinding } from './settings-doctor.ts'

const chat: Settings = { ...defaults, name: 'Tango' }
const noWays = { networkOneLogin: false, networkTwoLogin: false, serviceLogin: false, anonymous: false }

const found = (values: Partial<Settings>, currency = 'EUR'): DoctorFinding[] => diagnose({ ...chat, ...values }, { currency })
const namesOf = (findings: DoctorFinding[]) => findings.map(({ rule }) => rule)

/** Each rule by an example that has it, and by what is nearest to that and has it not. */
const examples: Record<string, { fires: Partial<Settings>[]; silent: Partial<Settings>[]; currency?: string }> = {
  'nobody-at-all': {
    fires: [{ ...noWays, allowListeners: false }],
    silent: [noWays, { ...noWays, allowListeners: false, serviceLogin: true }, { ...noWays, allowListeners: false, forceSDKLogin: true }],
  },
  'no-way-in': {
    fires: [noWays],
    silent: [
      { ...noWays, allowListeners: false },
      { ...noWays, anonymous: true },
      { ...noWays, forceSDKLogin: true },
    ],
  },
  'paid-without-currency': { fires: [{ monetizeLogin: true }], silent: [{ monetizeLogin: false }], currency: '' },
  'private-but-readable': { fires: [{ forceSDKLogin: true }], silent: [{ forceSDKLogin: true, allowListeners: false }, {}] },
  'guest-picture-without-guests': {
    fires: [{ guestAvatar: true, anonymous: false }],
    silent: [{ guestAvatar: true }, { anonymous: false }],
  },
  'registration-without-password': {
    fires: [{ register: true, serviceLogin: false }],
    silent: [{ register: true }, { serviceLogin: false }],
  },
  'https-only-without-media': {
    fires: [{ httpsOnly: true, allowImages: false, allowLinks: false, allowVideo: false }],
    silent: [
      { httpsOnly: true, allowImages: false, allowLinks: false },
      { allowImages: false, allowLinks: false, allowVideo: false },
    ],
  },
  'word-in-everything': {
    fires: [{ filterWords: ' a' }, { filterWords: 'damn, .,ass' }, { filterWords: ' 7' }],
    silent: [{ filterWords: 'a' }, { filterWords: ' ab' }, { filterWords: ' 死' }, { filterWords: ' 😀' }],
  },
  'word-over-lines': {
    fires: [{ filterWords: 'damn\nass' }, { filterWords: 'x, damn\r\n\n ass,y' }],
    silent: [{ filterWords: 'damn,ass' }, { filterWords: 'two words' }],
  },
  'empty-words': {
    fires: [{ filterWords: 'damn,' }, { filterWords: 'damn, ' }, { filterWords: ' ' }],
    silent: [{ filterWords: 'damn' }, {}],
  },
  'repeated-words': {
    fires: [{ filterWords: 'damn,Damn' }, { filterWords: 'damn,ass, damn' }],
    silent: [{ filterWords: 'damn,damned' }, { filterWords: 'damn' }],
  },
  'upload-for-nobody': { fires: [{ uploadAdmin: true, upload: false }], silent: [{ uploadAdmin: true }, { upload: false }] },
  'audio-for-nobody': { fires: [{ p2pAudioAdmin: true, p2pAudio: false }], silent: [{ p2pAudioAdmin: true }, { p2pAudio: false }] },
  'video-for-nobody': { fires: [{ p2pVideoAdmin: true, p2pVideo: false }], silent: [{ p2pVideoAdmin: true }, { p2pVideo: false }] },
  'ring-without-calls': {
    fires: [
      { p2pAudio: false, p2pVideo: false },
      { p2pAudio: false, p2pVideo: false, sound_ring: 'bell' },
    ],
    silent: [
      { p2pAudio: false },
      { p2pVideo: false },
      { p2pAudio: false, p2pVideo: false, sound_ring: 'none' },
      { p2pAudio: false, p2pVideo: false, sound_ring: 0 },
      { p2pAudio: false, p2pVideo: false, sound_ring: 6 },
    ],
  },
  'archive-shown-but-not-kept': { fires: [{ archive: false }], silent: [{ archive: false, sendArchive: false }, { sendArchive: true }] },
  'private-chat-halved': {
    fires: [{ privateChat: false }, { allowPrivateChat: false }],
    silent: [{ privateChat: false, allowPrivateChat: false }, {}],
  },
  'private-chat-for-nobody': {
    fires: [{ privateChatAdmin: true, privateChat: false, allowPrivateChat: false }],
    silent: [{ privateChatAdmin: true }, { privateChat: false, allowPrivateChat: false }],
  },
  'users-list-for-nobody': {
    fires: [{ userslistAdmin: true, userslist: false }],
    silent: [{ userslistAdmin: true }, { userslist: false }],
  },
  'group-delay': {
    fires: [{ groupChatWelcomeMessageDelay: 5 }, { groupChatWelcomeMessageDelay: 0 }],
    silent: [{ groupChatWelcomeMessageDelay: 5, groupChatWelcomeMessage: 'Hi' }, { groupChatWelcomeMessageDelay: 1 }],
  },
  'private-welcome-never-sent': {
    fires: [
      { privateChatWelcomeMessage: 'Hi', privateChat: false, allowPrivateChat: false },
      { privateChatWelcomeMessage: 'Hi', allowPrivateChat: false },
    ],
    silent: [{ privateChatWelcomeMessage: 'Hi' }, { privateChat: false, allowPrivateChat: false }],
  },
  'private-delay': {
    fires: [{ privateChatWelcomeMessageDelay: 5 }],
    silent: [{ privateChatWelcomeMessageDelay: 5, privateChatWelcomeMessage: 'Hi' }, { privateChatWelcomeMessageDelay: 1 }],
  },
  'offline-without-a-word': {
    fires: [{ offline: true }, { offline: true, offlineMessage: ' \n' }],
    silent: [{ offline: true, offlineMessage: 'Back at nine' }, {}],
  },
  'offline-form-while-online': { fires: [{ offlineShowForm: true }], silent: [{ offlineShowForm: true, offline: true }, {}] },
  'offline-address-is-none': {
    fires: [{ offlineMessageEmail: 'help at example.org' }, { offlineMessageEmail: ' ' }, { offlineMessageEmail: 'help@example' }],
    silent: [{ offlineMessageEmail: 'help@example.org' }, { offlineMessageEmail: '' }],
  },
}

test('a new chat with the terms title of its language has no findings and no changed settings', () => {
  const fresh = { registerTermsTitle: 'Terms and conditions' }
  expect(namesOf(found(fresh))).toEqual([])
  expect(settingNames.filter((name) => differsFromDefault(name, { ...chat, ...fresh }[name]))).toEqual([])
  expect(settingNames.filter((name) => differsFromDefault(name, { ...chat, mentions: false }[name]))).toEqual(['mentions'])
})

test('a new chat has no findings, and every rule has an example', () => {
  expect(diagnose(chat, { currency: '' })).toEqual([])
  expect(Object.keys(examples)).toEqual(rules.map(({ rule }) => rule))
  expect(rules.length).toBeGreaterThanOrEqual(15)
})

describe.each(Object.entries(examples))('%s', (rule, { fires, silent, currency = 'EUR' }) => {
  const finding = (values: Partial<Settings>) => found(values, currency).find((one) => one.rule === rule)

  test.each(fires)('is found in %j', (values) => {
    const { title, detail, about } = finding(values)!
    expect(title).toMatch(/^[A-Z“].*[^.]$/)
    expect(detail).toMatch(/^[A-Z“].*[.]$/s)
    // What it names is what it looks at: putting any of the rest back to the default does not matter.
    const rest = settingNames.filter((name) => !about.includes(name) && name !== 'name')
    expect(finding({ ...values, ...Object.fromEntries(rest.map((name) => [name, defaults[name]])) })).toEqual(finding(values))
  })

  test.each(silent)('is not found in %j', (values) => {
    expect(namesOf(found(values, currency))).not.toContain(rule)
  })

  test.each(fires)('its fix, if any, resolves it in %j, changes only the named settings and causes no other finding', (values) => {
    const { fix, about } = finding(values)!
    if (!fix) return
    const before = { ...chat, ...values }
    const after = { ...before, ...fix.changes }
    expect(about).toEqual(expect.arrayContaining(Object.keys(fix.changes)))
    expect(changedSettings(before, after).toSorted()).toEqual(Object.keys(fix.changes).toSorted())
    expect(namesOf(found(values, currency))).toEqual(expect.arrayContaining(namesOf(found(after, currency))))
    expect(namesOf(found(after, currency))).not.toContain(rule)
  })
})

test('paid entry with a currency has no finding', () => {
  expect(found({ monetizeLogin: true }, 'EUR')).toEqual([])
})

test('rules have distinct names and titles, and none names a setting twice', () => {
  for (const of of [rules.map(({ rule }) => rule), rules.map(({ title }) => title), ...rules.map(({ about }) => about)])
    expect(new Set(of).size).toBe(of.length)
})

/** Switches at random, and texts of the kind that the rules look at. */
const words = fc
  .array(fc.constantFrom('damn', 'Damn', ' damn', ' a', 'a', '', ' ', 'x\ny', '\n', ' 死', 'ß\r\n'), { maxLength: 8 })
  .map((list) => list.join(','))
const texts = fc.constantFrom('', ' ', 'Hi', 'help@example.org')
function anyValue(name: (typeof settingNames)[number]): fc.Arbitrary<SettingValue> {
  switch (setting(name).control.kind) {
    case 'switch':
      return fc.boolean()
    case 'words':
      return words
    case 'seconds':
      return fc.nat(3)
    case 'sound':
      return fc.constantFrom('none', 'pop', 0, 7, '')
    case 'choice':
      return fc.nat(1)
    default:
      return texts
  }
}
const anySettings = fc.record(Object.fromEntries(settingNames.map((name) => [name, anyValue(name)]))) as unknown as fc.Arbitrary<Settings>
const account = fc.record({ currency: fc.constantFrom('', 'EUR') })

test('in general: a fix resolves its finding, and fixing one after another ends', () => {
  fc.assert(
    fc.property(anySettings, account, (values, account) => {
      let now = values
      for (let steps = 0; ; steps++) {
        const fixable = diagnose(now, account).find(({ fix }) => fix)
        if (!fixable?.fix) return
        expect(steps).toBeLessThan(rules.length)
        const next = { ...now, ...fixable.fix.changes }
        expect(changedSettings(now, next).toSorted()).toEqual(Object.keys(fixable.fix.changes).toSorted())
        expect(namesOf(diagnose(next, account))).not.toContain(fixable.rule)
        now = next
      }
    }),
    { numRuns: 500 },
  )
})

test('a fixed word filter still finds every word except those of the finding', () => {
  expect(found({ filterWords: 'damn, Damn,ass,damn' })[0]?.fix?.changes).toEqual({ filterWords: ' Damn,ass' })
  expect(found({ filterWords: 'x, damn\r\n\n ass,y' })[0]?.fix?.changes).toEqual({ filterWords: 'x, damn, ass,y' })
  expect(found({ filterWords: 'damn, a, b,ass' })[0]?.fix?.changes).toEqual({ filterWords: 'damn,a,b,ass' })
  expect(found({ filterWords: 'damn,, ass, ' })[0]?.fix?.changes).toEqual({ filterWords: 'damn, ass' })
  expect(found({ filterWords: ' , ' })[0]?.fix?.changes).toEqual({ filterWords: '' })
})

test('the detail names at most three words, shortened', () => {
  const [finding] = found({ filterWords: ['a', 'b', 'c', 'd', 'x'.repeat(100)].flatMap((word) => [word, word]).join(',') })
  expect(finding?.detail).toBe('Another entry already covers them: “a”, “b”, “c”, 2 more.')
  expect(found({ filterWords: `a${'😀'.repeat(50)},a${'😀'.repeat(50)}` })[0]?.detail).toContain(`“a${'😀'.repeat(19)}…”`)
})

test('a list of 5,000 words, each twice', () => {
  const list = Array.from({ length: 5000 }, (_, index) => `w${index}`)
  const [finding] = found({ filterWords: [...list, ...list].join(',') })
  expect(finding?.fix?.changes).toEqual({ filterWords: list.join(',') })
})

test('of duplicate words, the one that matches most is kept', () => {
  expect(duplicateWords(['a', 'A', 'b'])).toEqual([1])
  expect(duplicateWords(['a', ' A', 'a', ' a'])).toEqual([0, 2, 3])
  expect(duplicateWords(['', ' ', ''])).toEqual([])
})

test('a private chat has no sign-in dialog that could be empty', () => {
  expect(hasNoSignInMethod({ ...chat, ...noWays })).toBe(true)
  expect(hasNoSignInMethod({ ...chat, ...noWays, forceSDKLogin: true })).toBe(false)
  expect(hasNoSignInMethod({ ...chat, ...noWays, networkTwoLogin: true })).toBe(false)
})

test.each([
  ['help@example.org', true],
  ['a.b+c@mail.example.co', true],
  ['помощь@пример.рф', true],
  ['', false],
  ['help', false],
  ['help@example', false],
  ['help@example.', false],
  ['@example.org', false],
  [' help@example.org', false],
  ['a@b.cc, d@e.ff', false],
  ['help@@example.org', false],
])('%j is an e-mail address: %s', (text, expected) => {
  expect(looksLikeEmail(text)).toBe(expected)
})
