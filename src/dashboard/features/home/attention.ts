import type { Account } from '#contract/account.ts'
import type { Chat } from '#contract/chats.ts'
import type { PresetOn } from '#contract/gateway/presets.ts'
import type { InboxItem } from '#contract/gateway/inbox.ts'
import type { ReviewCount } from '#contract/gateway/review.ts'
import { isStopBrake, type RuleBrake } from '#contract/gateway/rules.ts'
import type { DoctorFinding } from '#contract/settings-doctor.ts'
import { leastRecentlyUsed, isUnused, usedAt } from '#dashboard/platform/chats/last-used.ts'
import { overPlan } from '#dashboard/platform/service/over-plan.ts'
import { detailOf, titleOf } from '#dashboard/platform/presets/presets-on.ts'
import { to } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { count, counted, countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { day } from '#dashboard/ui/format/time.tsx'
import { chatTitle } from '#contract/chat-title.ts'

/** Something that an account holder would want to know, with a link to it. */
export interface AttentionLine {
  key: string
  icon: IconName
  isAmber: boolean
  title: string
  detail: string
  /** Since when, in Unix seconds; null where it has no time. */
  since: number | null
  /** When something happens if nobody does anything, in milliseconds of the server’s clock. */
  deadline?: number
  link: { label: string; to: string }
  /** The same in several chats, where there is no page that lists them. */
  list: { name: string; detail: string; to: string }[]
}

export interface ChatWave {
  chat: Chat
  messages: number
  authors: number
  lastMinute: number
  /** Unix seconds. */
  from: number
}

export interface ChatBans {
  chat: Chat
  entries: number
  fewer: number
}

interface Facts {
  chats: Chat[]
  account: Account
  /** Unix seconds. */
  now: number
  findingsOf: (chat: Chat) => DoctorFinding[]
  /** Of the chats that were read. */
  waves: ChatWave[]
  shorter: ChatBans[]
  presets: PresetOn[]
  /** What waits for a decision; undefined where that is not known. */
  waiting: { messages: ReviewCount | undefined; items: readonly InboxItem[] | undefined }
  /** The names of the channels of notifications whose last delivery failed. */
  failedChannels: readonly string[]
}

/** What needs attention, the most urgent first. What several chats have in common is one line. */
export const attention = (facts: Facts): AttentionLine[] => [
  ...waveLines(facts),
  ...inboxLines(facts),
  ...presetLines(facts),
  ...fellBackLines(facts),
  ...[channelsLine(facts), planLine(facts), findingsLine(facts), shorterLine(facts), offlineLine(facts), unusedLine(facts)].filter(
    (line) => line !== null,
  ),
]

/** One line for each: every wave is a separate event. */
const waveLines = ({ waves }: Facts) =>
  waves
    .toSorted((one, other) => other.messages - one.messages)
    .map(({ chat, messages, authors, lastMinute, from }): AttentionLine => ({
      ...lineOf(`wave-${chat.id}`, 'wave', `Spam wave in ${chatTitle(chat)}`),
      isAmber: true,
      detail: waveDetail(messages, { authors: counted(authors, 'author'), lastMinute: count(lastMinute) }, lastMinute > 0),
      since: from,
      link: { label: 'Open wave', to: to.messages(chat.id) },
    }))

const waveDetail = (messages: number, values: Record<'authors' | 'lastMinute', string>, isGoingOn: boolean) =>
  isGoingOn
    ? plural(
        messages,
        '{count} message with nearly the same text by {authors}, {lastMinute} in the last minute',
        '{count} messages with nearly the same text by {authors}, {lastMinute} in the last minute',
        values,
      )
    : plural(
        messages,
        '{count} message with nearly the same text by {authors}',
        '{count} messages with nearly the same text by {authors}',
        values,
      )

/** Everything of the Inbox in one line, with the time of what is deleted next. */
function inboxLines({ waiting: { messages, items = [] } }: Facts): AttentionLine[] {
  const waiting = messages ? messages.held + messages.marked : 0
  const missed = items.filter(({ isMissed }) => isMissed).length
  const outside = items.filter(({ kind }) => kind === 'outside')
  const decisions = items.length - missed - outside.length
  const all = waiting + items.length
  if (all === 0) return []
  const parts = [
    waiting > 0 && plural(waiting, '{count} message', '{count} messages', { count: countUpTo(waiting) }),
    outside.length > 0 && plural(outside.length, 'outside changes in {count} place', 'outside changes in {count} places'),
    decisions > 0 && counted(decisions, 'decision'),
    missed > 0 && `${count(missed)} missed`,
  ]
  return [
    {
      ...lineOf('inbox', 'inbox', plural(all, '{count} in the Inbox', '{count} in the Inbox', { count: countUpTo(all) })),
      isAmber: (messages?.held ?? 0) > 0 || items.some(({ isSevere }) => isSevere),
      detail: parts.filter((part) => part !== false).join(', '),
      ...(messages && messages.due !== null && { deadline: messages.due }),
      link: { label: 'Open Inbox', to: to.inbox() },
    },
  ]
}

const brakeWords: Record<RuleBrake, (limit: string) => string> = {
  perMinute: (limit) => `It reached ${limit} deletions a minute. It deletes nothing until someone decides.`,
  perHour: (limit) => `It reached ${limit} deletions an hour. It deletes nothing until someone decides.`,
  percent: (limit) => `It matched more than ${limit} % of the messages. It deletes nothing until someone decides.`,
  chats: () => 'None of its chats exists any more.',
  fault: () => 'One of its conditions cannot be tested.',
  lender: () => 'The person who started it may no longer run it. Someone with the rights can start it again.',
  cost: () => 'It cost too much together with the other rules. It does not run until someone starts it.',
  memory: () => 'It took too much memory. It does not run until someone starts it.',
  time: () => 'It took too much time. It does not run until someone starts it.',
}

const fellBackLines = ({ waiting: { messages } }: Facts) =>
  (messages?.fellBackRules ?? []).map(({ id, name, at, brake, limit }): AttentionLine => ({
    ...lineOf(`fell-back-${id}`, 'warning', isStopBrake(brake) ? `“${name}” was stopped` : `“${name}” is paused by a limit`),
    isAmber: true,
    detail: brakeWords[brake](count(limit)),
    since: at / 1000,
    link: { label: 'Open rule', to: to.rule(id) },
  }))

const presetLines = ({ presets, now }: Facts) =>
  presets.map((on): AttentionLine => ({
    ...lineOf(`preset-${on.id}`, 'shield', on.progress === 'whole' ? modeIsOn(on) : titleOf(on)),
    isAmber: true,
    detail: detailOf(on, now * 1000),
    since: on.at / 1000,
    link: { label: 'Show mode', to: to.modes(on.presetId) },
  }))

const modeIsOn = ({ name, chats }: PresetOn) =>
  plural(chats.length, '{name} mode is on in {count} chat', '{name} mode is on in {count} chats', { name })

function channelsLine({ failedChannels }: Facts): AttentionLine | null {
  if (failedChannels.length === 0) return null
  return {
    ...lineOf(
      'channels',
      'error',
      plural(failedChannels.length, 'Notifications fail in {count} channel', 'Notifications fail in {count} channels'),
    ),
    isAmber: true,
    detail: withMore(failedChannels.slice(0, maxNamed), failedChannels.length),
    link: { label: 'Open notifications', to: to.notifications() },
  }
}

function planLine({ account }: Facts): AttentionLine | null {
  const over = overPlan(account.plan)
  if (!over) return null
  return {
    ...lineOf('plan', 'warning', over.title.replace(/\.$/, '')),
    isAmber: true,
    detail: over.detail,
    link: { label: 'See the plan', to: to.plan() },
  }
}

const maxNamed = 3

function findingsLine({ chats, findingsOf }: Facts): AttentionLine | null {
  const found = chats.map((chat) => ({ chat, findings: findingsOf(chat) })).filter(({ findings }) => findings.length > 0)
  const all = found.flatMap(({ findings }) => findings)
  const [first] = found
  if (!first) return null
  const byTitle = new Map<string, number>()
  for (const { title } of all) byTitle.set(title, (byTitle.get(title) ?? 0) + 1)
  const titles = [...byTitle].toSorted(([, one], [, other]) => other - one)
  const named = titles.slice(0, maxNamed).map(([title, many]) => (many > 1 ? `${title} (${count(many)})` : title))
  return {
    ...lineOf(
      'findings',
      'settings',
      plural(all.length, '{count} suggestion in {chats}', '{count} suggestions in {chats}', { chats: counted(found.length, 'chat') }),
    ),
    isAmber: all.some(({ tone }) => tone === 'bad'),
    detail: withMore(named, titles.length),
    link:
      found.length === 1
        ? { label: 'Open settings', to: to.settings(first.chat.id) }
        : { label: 'Show list', to: to.chats({ findings: '1' }) },
  }
}

function shorterLine({ shorter }: Facts): AttentionLine | null {
  const [first] = shorter
  if (!first) return null
  const lists = shorter.map(({ chat, entries, fewer }) => ({
    name: chatTitle(chat),
    detail: plural(entries, '{fewer} of {count} entry', '{fewer} of {count} entries', { fewer: count(fewer) }),
    to: to.bannedIps(chat.id),
  }))
  const fewer = shorter.reduce((sum, list) => sum + list.fewer, 0)
  return {
    ...lineOf('bans', 'merge', plural(fewer, '{count} ban entry can be removed or merged', '{count} ban entries can be removed or merged')),
    detail: withMore(
      lists.slice(0, maxNamed).map(({ name, detail }) => `${name}: ${detail}`),
      lists.length,
    ),
    link: { label: 'Open bans', to: to.bannedIps(first.chat.id) },
    list: lists.length > 1 ? lists : [],
  }
}

function offlineLine({ chats }: Facts): AttentionLine | null {
  const offline = chats.filter((chat) => chat.offline)
  if (offline.length === 0) return null
  return {
    ...lineOf('offline', 'offline', plural(offline.length, '{count} chat is offline', '{count} chats are offline')),
    detail: namesOf(offline),
    link: { label: 'Show chats', to: to.chats({ show: 'offline' }) },
  }
}

function unusedLine({ chats, account, now }: Facts): AttentionLine | null {
  const unused = leastRecentlyUsed(chats.filter((chat) => isUnused(chat, now)))
  const [oldest] = unused
  if (!oldest) return null
  const { rooms } = account.plan
  const values = { name: oldest.name, lastUsed: oldest.lastUsed ? day(usedAt(oldest) ?? 0) : 'never used' }
  const detail =
    rooms === null
      ? `Oldest: ${values.name}, ${values.lastUsed}.`
      : plural(
          unused.length,
          'Oldest: {name}, {lastUsed}. It counts towards your {chats}.',
          'Oldest: {name}, {lastUsed}. They count towards your {chats}.',
          { ...values, chats: counted(rooms, 'chat') },
        )
  return {
    ...lineOf('unused', 'clock', plural(unused.length, '{count} chat unused for 90 days', '{count} chats unused for 90 days')),
    detail,
    link: { label: 'Show chats', to: to.chats({ show: 'unused' }) },
  }
}

const lineOf = (key: string, icon: IconName, title: string) => ({ key, icon, title, isAmber: false, since: null, list: [] })

const namesOf = (chats: Chat[]) => withMore(chats.slice(0, maxNamed).map(chatTitle), chats.length)

const withMore = (shown: string[], all: number) =>
  [...shown, ...(all > shown.length ? [`${count(all - shown.length)} more`] : [])].join(' · ')
