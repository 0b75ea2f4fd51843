import { defaults, type Settings } from './settings-derive.ts'
import { settings, type SettingName } from './settings.ts'
import { parseWords, readWord } from './word-filter.ts'

/** What a careful colleague would say about the settings of a chat: rules as data. */

export interface Finding {
  rule: string
  tone: 'look' | 'bad'
  title: string
  detail: string
  /** The settings it is about, the one to look at first in front. */
  about: SettingName[]
  /** Only values to be staged in the form; nothing is sent. */
  fix: { label: string; changes: Partial<Settings> } | null
}

interface Rule extends Omit<Finding, 'tone' | 'detail' | 'fix'> {
  tone?: 'bad'
  detail: string | ((values: Settings) => string)
  when: (values: Settings, account: { currency: string }) => boolean
  /** Never throws a text away, and opens the chat wider only where its being closed is the trouble: else null, or the smaller step. */
  fix: { label: string; changes: Partial<Settings> | ((values: Settings) => Partial<Settings>) } | null
}

/** The findings for a chat with these values, in the order of the rules. */
export const diagnose = (values: Settings, account: { currency: string }): Finding[] =>
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

export const waysIn = ['networkOneLogin', 'networkTwoLogin', 'serviceLogin', 'anonymous'] as const satisfies SettingName[]

/** Whether the sign-in dialog of the chat offers nothing. A private room has no such dialog. */
export const hasNoWayIn = (values: Settings): boolean => !values.forceSDKLogin && waysIn.every((way) => !values[way])

/** A hint, never a reason to refuse: the service takes any text. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;.]+$/.test(text)

const isBlank = (text: string) => !/\S/.test(text)

/** The banned words as they stand between the commas. */
const wordsOf = ({ filterWords }: Settings) => parseWords(filterWords).map(({ text }) => text)
const isInside = (text: string) => readWord(text).inside
const bare = (text: string) => readWord(text).word

/**
 * Positions of the words that another one makes needless: the same word, ignoring case. Of those the first that is searched inside other words
 * stays, because it finds all that the others find; else the first.
 * @param words as they stand between the commas of `filterWords`, with their leading space
 */
export function repeatedWords(words: string[]): number[] {
  const kept = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    const key = bare(word).toLowerCase()
    const earlier = words[kept.get(key) ?? -1]
    if (earlier === undefined || (isInside(word) && !isInside(earlier))) kept.set(key, index)
  }
  const stays = new Set(kept.values())
  return [...words.keys()].filter((index) => !stays.has(index) && !isBlank(words[index] ?? ''))
}

/** One letter, digit or mark inside other words is in nearly every message. Where a character is a word of its own (Chinese, Japanese, Korean) it is not. */
const isTooShort = (word: string) =>
  isInside(word) && /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{N}\p{P}]$/u.test(bare(word))
const hasLineBreak = (word: string) => /[\r\n]/.test(word) && !isBlank(word)
const atLineBreaks = (word: string) => (hasLineBreak(word) ? word.split(/[\r\n]+/).filter((line) => !isBlank(line)) : [word])

const repeatedOf = (words: string[]) => repeatedWords(words).map((index) => words[index] ?? '')
const withoutRepeated = (words: string[]) => {
  const repeated = new Set(repeatedWords(words))
  return words.filter((_, index) => !repeated.has(index))
}
const rewritten = (change: (words: string[]) => string[]) => (values: Settings) => ({ filterWords: change(wordsOf(values)).join(',') })

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40).replace(/[\uD800-\uDBFF]$/, '')}…` : text)
const quoted = (words: string[]) => {
  const shown = words.slice(0, 3).map((word) => `“${shortened(bare(word))}”`)
  return [...shown, ...(words.length > 3 ? [`${words.length - 3} more`] : [])].join(', ')
}

const privateSwitches = ['privateChat', 'allowPrivateChat'] as const satisfies Switch[]
const privateIsOff = (values: Settings) => privateSwitches.some((name) => !values[name])
/** 0 and '' are what services without the name "none" are likely to send. */
const isSilent = (sound: string | number) => ['none', 0, ''].includes(sound)

type Switch = { [K in SettingName]: Settings[K] extends boolean ? K : never }[SettingName]
type Text = { [K in SettingName]: Settings[K] extends string ? K : never }[SettingName]

/** Something is limited to admins and switched off for everybody. */
const forNobody = (rule: string, title: string, limit: Switch, features: readonly Switch[]): Rule => ({
  rule,
  title,
  detail: (values) => `“${settings[limit].label}” is on, but “${settings[features.find((name) => !values[name]) ?? limit].label}” is off.`,
  about: [limit, ...features],
  when: (values) => values[limit] && features.some((name) => !values[name]),
  fix: { label: 'Drop the limit to admins', changes: { [limit]: false } },
})

/** Somebody chose how long to wait for a text that there is not. */
const delayOfNothing = (rule: string, title: string, text: Text, delay: SettingName): Rule => ({
  rule,
  title,
  detail: `“${settings[delay].label}” is set, but there is no text to wait for.`,
  about: [delay, text],
  when: (values) => isBlank(values[text]) && values[delay] !== defaults[delay],
  fix: { label: 'Set the delay back', changes: { [delay]: defaults[delay] } },
})

export const rules: readonly Rule[] = [
  {
    rule: 'nobody-at-all',
    tone: 'bad',
    title: 'Nobody can see or enter this chat',
    detail: 'Every way to sign in is switched off, and so is reading without signing in.',
    about: [...waysIn, 'allowListeners'],
    when: (values) => hasNoWayIn(values) && !values.allowListeners,
    fix: { label: 'Let guests in', changes: { anonymous: true } },
  },
  {
    rule: 'no-way-in',
    title: 'Nobody can sign in',
    detail: 'Every way to sign in is switched off. People can read the chat but cannot write in it.',
    about: [...waysIn],
    when: (values) => hasNoWayIn(values) && values.allowListeners,
    fix: { label: 'Let guests in', changes: { anonymous: true } },
  },
  {
    rule: 'paid-without-currency',
    tone: 'bad',
    title: 'Paid entry without a currency',
    detail: 'Paid entry does not work until the account has a currency. It is set once, on the account page.',
    about: ['monetizeLogin'],
    when: ({ monetizeLogin }, { currency }) => monetizeLogin && currency === '',
    fix: { label: 'Switch paid entry off', changes: { monetizeLogin: false } },
  },
  {
    rule: 'private-but-readable',
    title: 'A private room that anybody can read',
    detail: 'Only people your own site signs in may write, but everyone who opens the page can follow the conversation.',
    about: ['allowListeners', 'forceSDKLogin'],
    when: ({ forceSDKLogin, allowListeners }) => forceSDKLogin && allowListeners,
    fix: { label: 'Switch reading without signing in off', changes: { allowListeners: false } },
  },
  {
    rule: 'guest-picture-without-guests',
    title: 'Pictures for guests, but no guests',
    detail: 'Guests may upload a picture, but they are not let in.',
    about: ['guestAvatar', 'anonymous'],
    when: ({ guestAvatar, anonymous }) => guestAvatar && !anonymous,
    fix: { label: 'Switch pictures for guests off', changes: { guestAvatar: false } },
  },
  {
    rule: 'registration-without-password',
    title: 'Registration that leads nowhere',
    detail: 'People may make themselves a name with a password, but signing in with a password is switched off.',
    about: ['register', 'serviceLogin'],
    when: ({ register, serviceLogin }) => register && !serviceLogin,
    fix: { label: 'Switch registration off', changes: { register: false } },
  },
  {
    rule: 'terms-without-registration',
    title: 'Terms that nobody is asked to accept',
    detail: 'The terms link has a title, but registration is switched off, so the link is never shown.',
    about: ['registerTermsTitle', 'register'],
    when: ({ registerTermsTitle, register }) => !isBlank(registerTermsTitle) && !register,
    fix: null,
  },
  {
    rule: 'https-only-without-media',
    title: 'HTTPS only, but nothing to hold it to',
    detail: 'Images, links and videos are all switched off.',
    about: ['httpsOnly', 'allowImages', 'allowLinks', 'allowVideo'],
    when: ({ httpsOnly, allowImages, allowLinks, allowVideo }) => httpsOnly && !allowImages && !allowLinks && !allowVideo,
    fix: { label: 'Switch HTTPS only off', changes: { httpsOnly: false } },
  },
  {
    rule: 'word-in-everything',
    tone: 'bad',
    title: 'A banned word that hits nearly every message',
    detail: (values) =>
      `Searched inside other words, one character is found almost everywhere: ${quoted(wordsOf(values).filter(isTooShort))}.`,
    about: ['filterWords'],
    when: (values) => wordsOf(values).some(isTooShort),
    fix: {
      label: 'Search for it as a whole word',
      changes: rewritten((words) => words.map((word) => (isTooShort(word) ? bare(word) : word))),
    },
  },
  {
    rule: 'word-over-lines',
    title: 'A banned word that runs over several lines',
    detail: (values) => `Only commas part words, so these lines count as one: ${quoted(wordsOf(values).filter(hasLineBreak))}.`,
    about: ['filterWords'],
    when: (values) => wordsOf(values).some(hasLineBreak),
    fix: { label: 'Make each line a word', changes: rewritten((words) => words.flatMap(atLineBreaks)) },
  },
  {
    rule: 'empty-words',
    title: 'Empty words in the word filter',
    detail: 'There is nothing between two commas, or a comma too many at the end.',
    about: ['filterWords'],
    when: (values) => wordsOf(values).some(isBlank),
    fix: { label: 'Remove the empty words', changes: rewritten((words) => words.filter((word) => !isBlank(word))) },
  },
  {
    rule: 'repeated-words',
    title: 'Banned words that are there twice',
    detail: (values) => `Another entry finds them already: ${quoted(repeatedOf(wordsOf(values)))}.`,
    about: ['filterWords'],
    when: (values) => repeatedWords(wordsOf(values)).length > 0,
    fix: { label: 'Keep each word once', changes: rewritten(withoutRepeated) },
  },
  forNobody('upload-for-nobody', 'Nobody may upload, not even admins', 'uploadAdmin', ['upload']),
  forNobody('audio-for-nobody', 'Nobody may make audio calls, not even admins', 'p2pAudioAdmin', ['p2pAudio']),
  forNobody('video-for-nobody', 'Nobody may make video calls, not even admins', 'p2pVideoAdmin', ['p2pVideo']),
  {
    rule: 'ring-without-calls',
    title: 'A ringing sound that is never heard',
    detail: 'Audio and video calls are both switched off.',
    about: ['sound_ring', 'p2pAudio', 'p2pVideo'],
    when: ({ p2pAudio, p2pVideo, sound_ring }) => !p2pAudio && !p2pVideo && !isSilent(sound_ring),
    fix: { label: 'Set ringing to “none”', changes: { sound_ring: 'none' } },
  },
  {
    rule: 'archive-shown-but-not-kept',
    title: 'Earlier messages cannot be shown',
    detail: 'New users are to see what was written before, but messages are not kept.',
    about: ['sendArchive', 'archive'],
    when: ({ archive, sendArchive }) => sendArchive && !archive,
    fix: { label: 'Stop showing earlier messages', changes: { sendArchive: false } },
  },
  {
    rule: 'private-chat-halved',
    title: 'Private chat is on in one place and off in the other',
    detail: ({ privateChat }) =>
      privateChat
        ? 'The chat offers private messages, but users may not write to each other.'
        : 'Users may write to each other, but the chat offers no private messages.',
    about: ['privateChat', 'allowPrivateChat'],
    when: ({ privateChat, allowPrivateChat }) => privateChat !== allowPrivateChat,
    fix: {
      label: 'Switch both off',
      changes: ({ privateChat }) => (privateChat ? { privateChat: false } : { allowPrivateChat: false }),
    },
  },
  forNobody('private-chat-for-nobody', 'Nobody may start a private chat, not even admins', 'privateChatAdmin', privateSwitches),
  forNobody('users-list-for-nobody', 'Nobody sees the users list, not even admins', 'userslistAdmin', ['userslist']),
  delayOfNothing('group-delay', 'A delay, but no welcome to the group', 'groupChatWelcomeMessage', 'groupChatWelcomeMessageDelay'),
  {
    rule: 'private-welcome-never-sent',
    title: 'The private welcome is never sent',
    detail: 'There is a welcome for new users in private, but private chat is switched off.',
    about: ['privateChatWelcomeMessage', ...privateSwitches],
    when: (values) => !isBlank(values.privateChatWelcomeMessage) && privateIsOff(values),
    fix: {
      label: 'Switch private chat on',
      changes: (values) => Object.fromEntries(privateSwitches.filter((name) => !values[name]).map((name) => [name, true])),
    },
  },
  delayOfNothing('private-delay', 'A delay, but no welcome in private', 'privateChatWelcomeMessage', 'privateChatWelcomeMessageDelay'),
  {
    rule: 'offline-without-a-word',
    title: 'Offline without a word',
    detail: 'People find the chat closed and are not told why, or until when.',
    about: ['offlineMessage', 'offline'],
    when: ({ offline, offlineMessage }) => offline && isBlank(offlineMessage),
    fix: null,
  },
  {
    rule: 'offline-form-while-online',
    title: 'A contact form that is not shown',
    detail: 'The contact form stands in place of the chat while it is offline. This chat is online.',
    about: ['offlineShowForm', 'offline'],
    when: ({ offline, offlineShowForm }) => offlineShowForm && !offline,
    fix: { label: 'Switch the contact form off', changes: { offlineShowForm: false } },
  },
  {
    rule: 'offline-address-is-none',
    title: 'The contact form goes to another address',
    detail: ({ offlineMessageEmail }) =>
      `“${offlineMessageEmail}” is no e-mail address, so what people write goes to the address of the account.`,
    about: ['offlineMessageEmail'],
    when: ({ offlineMessageEmail }) => offlineMessageEmail !== '' && !looksLikeEmail(offlineMessageEmail),
    fix: null,
  },
]
