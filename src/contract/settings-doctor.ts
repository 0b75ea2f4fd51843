import { defaults, type Settings } from './settings-derive.ts'
import { settings, type SettingName } from './settings.ts'
import { parseFilter, parseEntry } from './word-filter.ts'

/** The settings doctor: rules, as data, that find settings of a chat which are probably unintended. */

export interface DoctorFinding {
  rule: string
  tone: 'look' | 'bad'
  title: string
  detail: string
  /** The settings it is about, the most important one first. */
  about: SettingName[]
  /** Values to put into the form; nothing is sent. */
  fix: { label: string; changes: Partial<Settings> } | null
}

interface DoctorRule extends Omit<DoctorFinding, 'tone' | 'detail' | 'fix'> {
  tone?: 'bad'
  detail: string | ((values: Settings) => string)
  when: (values: Settings, account: { currency: string }) => boolean
  /** A fix never deletes text and never opens the chat further unless being closed is the finding. null: no safe fix. */
  fix: { label: string; changes: Partial<Settings> | ((values: Settings) => Partial<Settings>) } | null
}

/** The findings for a chat with these values, in the order of the rules. */
export const diagnose = (values: Settings, account: { currency: string }): DoctorFinding[] =>
  rules
    .filter(({ when }) => when(values, account))
    .map(({ rule, tone = 'look' as const, title, detail, about, fix }) => ({
      rule,
      tone,
      title,
      about,
      detail: typeof detail === 'string' ? detail : detail(values),
      fix: fix && { label: fix.label, changes: typeof fix.changes === 'function' ? fix.changes(values) : fix.changes },
    }))

export const signInMethods = ['networkOneLogin', 'networkTwoLogin', 'serviceLogin', 'anonymous'] as const satisfies SettingName[]

/** Whether the sign-in dialog of the chat offers no method. A private chat has no such dialog. */
export const hasNoSignInMethod = (values: Settings): boolean => !values.forceSDKLogin && signInMethods.every((way) => !values[way])

/** For a hint only: the service accepts any text. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;.]+$/.test(text)

const isBlank = (text: string) => !/\S/.test(text)

/** The banned words as they stand between the commas. */
const wordsOf = ({ filterWords }: Settings) => parseFilter(filterWords).map(({ text }) => text)
const isInsideMatch = (text: string) => parseEntry(text).inside
const withoutMarker = (text: string) => parseEntry(text).word

/**
 * Positions of duplicate words, ignoring case. Of each set the first that is searched inside other words is kept, because it finds all that the
 * others find; otherwise the first.
 * @param words as they stand between the commas of `filterWords`, with their leading space
 */
export function duplicateWords(words: string[]): number[] {
  const kept = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    const key = withoutMarker(word).toLowerCase()
    const earlier = words[kept.get(key) ?? -1]
    if (earlier === undefined || (isInsideMatch(word) && !isInsideMatch(earlier))) kept.set(key, index)
  }
  const keptIndexes = new Set(kept.values())
  return [...words.keys()].filter((index) => !keptIndexes.has(index) && !isBlank(words[index] ?? ''))
}

/** One letter, digit or mark that is searched inside other words matches nearly every message. In Chinese, Japanese and Korean one character can be a word. */
const isTooShort = (word: string) =>
  isInsideMatch(word) &&
  /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{N}\p{P}]$/u.test(withoutMarker(word))
const hasLineBreak = (word: string) => /[\r\n]/.test(word) && !isBlank(word)
const atLineBreaks = (word: string) => (hasLineBreak(word) ? word.split(/[\r\n]+/).filter((line) => !isBlank(line)) : [word])

const duplicatesOf = (words: string[]) => duplicateWords(words).map((index) => words[index] ?? '')
const withoutDuplicates = (words: string[]) => {
  const repeated = new Set(duplicateWords(words))
  return words.filter((_, index) => !repeated.has(index))
}
const rewritten = (change: (words: string[]) => string[]) => (values: Settings) => ({ filterWords: change(wordsOf(values)).join(',') })

/** A text for a sentence. @param most how many characters of it, at most; none is cut in half */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text
const quoted = (words: string[]) => {
  const shown = words.slice(0, 3).map((word) => `“${shortened(withoutMarker(word), 40)}”`)
  return [...shown, ...(words.length > 3 ? [`${words.length - 3} more`] : [])].join(', ')
}

const privateSwitches = ['privateChat', 'allowPrivateChat'] as const satisfies SwitchSetting[]
const privateIsOff = (values: Settings) => privateSwitches.some((name) => !values[name])
/** A number without a name is an unknown sound. Services without the name "none" are likely to send ''. */
const isAudible = (sound: string | number) => typeof sound === 'string' && sound !== 'none' && sound !== ''

type SwitchSetting = { [K in SettingName]: Settings[K] extends boolean ? K : never }[SettingName]
type TextSetting = { [K in SettingName]: Settings[K] extends string ? K : never }[SettingName]

/** A feature is limited to admins and off. Whether admins still have it is not documented. */
const limitedButOff = (rule: string, title: string, limit: SwitchSetting, features: readonly SwitchSetting[]): DoctorRule => ({
  rule,
  title,
  detail: (values) => `“${settings[limit].label}” is on, but “${settings[features.find((name) => !values[name]) ?? limit].label}” is off.`,
  about: [limit, ...features],
  when: (values) => values[limit] && features.some((name) => !values[name]),
  fix: { label: 'Remove the limit to admins', changes: { [limit]: false } },
})

/** A delay was chosen for an empty text. */
const delayWithoutText = (rule: string, title: string, text: TextSetting, delay: SettingName): DoctorRule => ({
  rule,
  title,
  detail: `“${settings[delay].label}” is set, but the text is empty.`,
  about: [delay, text],
  when: (values) => isBlank(values[text]) && values[delay] !== defaults[delay],
  fix: { label: 'Reset the delay', changes: { [delay]: defaults[delay] } },
})

export const rules: readonly DoctorRule[] = [
  {
    rule: 'nobody-at-all',
    tone: 'bad',
    title: 'Nobody can see or enter this chat',
    detail: 'All sign-in methods are off, and visitors cannot read the chat without signing in.',
    about: [...signInMethods, 'allowListeners'],
    when: (values) => hasNoSignInMethod(values) && !values.allowListeners,
    fix: { label: 'Allow guests', changes: { anonymous: true } },
  },
  {
    rule: 'no-way-in',
    title: 'Nobody can sign in',
    detail: 'All sign-in methods are off. Visitors can still read the chat.',
    about: [...signInMethods],
    when: (values) => hasNoSignInMethod(values) && values.allowListeners,
    fix: { label: 'Allow guests', changes: { anonymous: true } },
  },
  {
    rule: 'paid-without-currency',
    tone: 'bad',
    title: 'Paid entry without a currency',
    detail: 'Paid entry does not work until the account has a currency. The currency can be set only once, on the account page.',
    about: ['monetizeLogin'],
    when: ({ monetizeLogin }, { currency }) => monetizeLogin && currency === '',
    fix: { label: 'Turn off paid entry', changes: { monetizeLogin: false } },
  },
  {
    rule: 'private-but-readable',
    title: 'Anyone can read this private chat',
    detail: 'The chat is private, but visitors can read it without signing in.',
    about: ['allowListeners', 'forceSDKLogin'],
    when: ({ forceSDKLogin, allowListeners }) => forceSDKLogin && allowListeners,
    fix: { label: 'Turn off reading without sign-in', changes: { allowListeners: false } },
  },
  {
    rule: 'guest-picture-without-guests',
    title: 'Guest pictures without guests',
    detail: 'Guests can upload a picture, but they cannot sign in.',
    about: ['guestAvatar', 'anonymous'],
    when: ({ guestAvatar, anonymous }) => guestAvatar && !anonymous,
    fix: { label: 'Turn off guest pictures', changes: { guestAvatar: false } },
  },
  {
    rule: 'registration-without-password',
    title: 'Registration without password sign-in',
    detail: 'Visitors can register as users with a password, but users with a password cannot sign in.',
    about: ['register', 'serviceLogin'],
    when: ({ register, serviceLogin }) => register && !serviceLogin,
    fix: { label: 'Turn off registration', changes: { register: false } },
  },
  {
    rule: 'https-only-without-media',
    title: '“HTTPS only” has nothing to apply to',
    detail: 'Images, links and videos are all off.',
    about: ['httpsOnly', 'allowImages', 'allowLinks', 'allowVideo'],
    when: ({ httpsOnly, allowImages, allowLinks, allowVideo }) => httpsOnly && !allowImages && !allowLinks && !allowVideo,
    fix: { label: 'Turn off “HTTPS only”', changes: { httpsOnly: false } },
  },
  {
    rule: 'word-in-everything',
    tone: 'bad',
    title: 'A banned word matches nearly every message',
    detail: (values) =>
      `A single character that is searched inside other words is found almost everywhere: ${quoted(wordsOf(values).filter(isTooShort))}.`,
    about: ['filterWords'],
    when: (values) => wordsOf(values).some(isTooShort),
    fix: {
      label: 'Search for it as a whole word',
      changes: rewritten((words) => words.map((word) => (isTooShort(word) ? withoutMarker(word) : word))),
    },
  },
  {
    rule: 'word-over-lines',
    title: 'A banned word spans several lines',
    detail: (values) =>
      `Words are separated by commas only, so these lines count as one word: ${quoted(wordsOf(values).filter(hasLineBreak))}.`,
    about: ['filterWords'],
    when: (values) => wordsOf(values).some(hasLineBreak),
    fix: { label: 'Make each line a word', changes: rewritten((words) => words.flatMap(atLineBreaks)) },
  },
  {
    rule: 'empty-words',
    title: 'Empty words in the word filter',
    detail: 'The list has an empty entry or a trailing comma.',
    about: ['filterWords'],
    when: (values) => wordsOf(values).some(isBlank),
    fix: { label: 'Remove the empty words', changes: rewritten((words) => words.filter((word) => !isBlank(word))) },
  },
  {
    rule: 'repeated-words',
    title: 'Duplicate banned words',
    detail: (values) => `Another entry already covers them: ${quoted(duplicatesOf(wordsOf(values)))}.`,
    about: ['filterWords'],
    when: (values) => duplicateWords(wordsOf(values)).length > 0,
    fix: { label: 'Keep each word once', changes: rewritten(withoutDuplicates) },
  },
  limitedButOff('upload-for-nobody', 'File upload is limited to admins, but off', 'uploadAdmin', ['upload']),
  limitedButOff('audio-for-nobody', 'Audio calls are limited to admins, but off', 'p2pAudioAdmin', ['p2pAudio']),
  limitedButOff('video-for-nobody', 'Video calls are limited to admins, but off', 'p2pVideoAdmin', ['p2pVideo']),
  {
    rule: 'ring-without-calls',
    title: 'Ring sound without calls',
    detail: 'Users hear no ring while audio and video calls are both off.',
    about: ['sound_ring', 'p2pAudio', 'p2pVideo'],
    when: ({ p2pAudio, p2pVideo, sound_ring }) => !p2pAudio && !p2pVideo && isAudible(sound_ring),
    fix: { label: 'Set ringing to “none”', changes: { sound_ring: 'none' } },
  },
  {
    rule: 'archive-shown-but-not-kept',
    title: 'Earlier messages cannot be shown',
    detail: '“Show earlier messages to new users” is on, but messages are not stored.',
    about: ['sendArchive', 'archive'],
    when: ({ archive, sendArchive }) => sendArchive && !archive,
    fix: { label: 'Stop showing earlier messages', changes: { sendArchive: false } },
  },
  {
    rule: 'private-chat-halved',
    title: 'Private chat is only partly on',
    detail: ({ privateChat }) =>
      privateChat
        ? 'Private messaging is on, but users cannot exchange private messages.'
        : 'Users can exchange private messages, but private messaging is off.',
    about: ['privateChat', 'allowPrivateChat'],
    when: ({ privateChat, allowPrivateChat }) => privateChat !== allowPrivateChat,
    fix: {
      label: 'Turn both off',
      changes: ({ privateChat }) => (privateChat ? { privateChat: false } : { allowPrivateChat: false }),
    },
  },
  limitedButOff('private-chat-for-nobody', 'Private chat is limited to admins, but off', 'privateChatAdmin', privateSwitches),
  limitedButOff('users-list-for-nobody', 'The users list is limited to admins, but off', 'userslistAdmin', ['userslist']),
  delayWithoutText('group-delay', 'Group welcome delay without a message', 'groupChatWelcomeMessage', 'groupChatWelcomeMessageDelay'),
  {
    rule: 'private-welcome-never-sent',
    title: 'Private welcome message without private chat',
    detail: 'New users cannot get the private welcome message while private chat is off.',
    about: ['privateChatWelcomeMessage', ...privateSwitches],
    when: (values) => !isBlank(values.privateChatWelcomeMessage) && privateIsOff(values),
    fix: {
      label: 'Turn on private chat',
      changes: (values) => Object.fromEntries(privateSwitches.filter((name) => !values[name]).map((name) => [name, true])),
    },
  },
  delayWithoutText(
    'private-delay',
    'Private welcome delay without a message',
    'privateChatWelcomeMessage',
    'privateChatWelcomeMessageDelay',
  ),
  {
    rule: 'offline-without-a-word',
    title: 'No offline message',
    detail: 'Visitors see no message that says why the chat is offline or for how long.',
    about: ['offlineMessage', 'offline'],
    when: ({ offline, offlineMessage }) => offline && isBlank(offlineMessage),
    fix: null,
  },
  {
    rule: 'offline-form-while-online',
    title: 'Contact form without effect',
    detail: 'Visitors see the contact form only while the chat is offline. This chat is online.',
    about: ['offlineShowForm', 'offline'],
    when: ({ offline, offlineShowForm }) => offlineShowForm && !offline,
    fix: { label: 'Turn off the contact form', changes: { offlineShowForm: false } },
  },
  {
    rule: 'offline-address-is-none',
    title: 'The contact form goes to another address',
    detail: ({ offlineMessageEmail }) => `“${offlineMessageEmail}” is not a valid e-mail address, so messages go to the account’s address.`,
    about: ['offlineMessageEmail'],
    when: ({ offlineMessageEmail }) => offlineMessageEmail !== '' && !looksLikeEmail(offlineMessageEmail),
    fix: null,
  },
]
