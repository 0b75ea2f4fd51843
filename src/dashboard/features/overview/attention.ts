import type { Account } from '#contract/account.ts'
import type { Chat } from '#contract/chats.ts'
import { withSoundNames, type SoundName } from '#contract/settings-derive.ts'
import { diagnose } from '#contract/settings-doctor.ts'
import { longestUnused } from '#dashboard/platform/chats/by-last-use.ts'
import { isUnused, usedAt } from '#dashboard/platform/chats/last-used.ts'
import { overPlan } from '#dashboard/platform/service/over-plan.ts'
import { to } from '#dashboard/platform/to.ts'
import type { AnyIconName } from '#dashboard/ui/theme/more-icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { day } from '#dashboard/ui/format/time.tsx'

/** Something that an account holder would want to know, with the way to it. */
export interface AttentionLine {
  key: string
  icon: AnyIconName
  isAmber: boolean
  title: string
  detail: string
  /** Since when, in seconds; null where no time belongs to it. */
  since: number | null
  link: { label: string; to: string }
  /** The same in several chats, where no page lists them. */
  list: { name: string; detail: string; to: string }[]
}

export interface WaveIn {
  chat: Chat
  messages: number
  authors: number
  lastMinute: number
  /** Seconds. */
  from: number
}

export interface ShorterIn {
  chat: Chat
  entries: number
  spared: number
}

interface Facts {
  chats: Chat[]
  account: Account
  /** Seconds. */
  now: number
  soundName: SoundName
  /** Of the chats that were read. */
  waves: WaveIn[]
  shorter: ShorterIn[]
}

/** What needs attention, the most urgent first. What is equal in several chats is one line. */
export const attention = (facts: Facts): AttentionLine[] => [
  ...waveLines(facts),
  ...[planLine(facts), findingsLine(facts), shorterLine(facts), offlineLine(facts), unusedLine(facts)].filter((line) => line !== null),
]

/** Each wave is an event of its own. */
const waveLines = ({ waves }: Facts) =>
  waves
    .toSorted((one, other) => other.messages - one.messages)
    .map(({ chat, messages, authors, lastMinute, from }): AttentionLine => ({
      ...plain(`wave-${chat.id}`, 'wave', `Spam wave in ${chat.name}`),
      isAmber: true,
      detail: `${counted(messages, 'message')} with nearly the same text by ${counted(authors, 'author')}${lastMinute > 0 ? `, ${count(lastMinute)} in the last minute` : ''}`,
      since: from,
      link: { label: 'Open wave', to: to.messages(chat.id) },
    }))

function planLine({ account }: Facts): AttentionLine | null {
  const over = overPlan(account.plan)
  if (!over) return null
  return {
    ...plain('plan', 'warning', over.title.replace(/\.$/, '')),
    isAmber: true,
    detail: over.detail,
    link: { label: 'Open account', to: to.account() },
  }
}

const namedFindings = 3

function findingsLine({ chats, account, soundName }: Facts): AttentionLine | null {
  const found = chats
    .map((chat) => ({ chat, findings: diagnose(withSoundNames(chat, soundName), account) }))
    .filter(({ findings }) => findings.length > 0)
  const all = found.flatMap(({ findings }) => findings)
  const [first] = found
  if (!first) return null
  const byTitle = new Map<string, number>()
  for (const { title } of all) byTitle.set(title, (byTitle.get(title) ?? 0) + 1)
  const titles = [...byTitle].toSorted(([, one], [, other]) => other - one)
  const named = titles.slice(0, namedFindings).map(([title, many]) => (many > 1 ? `${title} (${count(many)})` : title))
  return {
    ...plain('findings', 'settings', `${counted(all.length, 'finding')} in ${counted(found.length, 'chat')}`),
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
  const lists = shorter.map(({ chat, entries, spared }) => ({
    name: chat.name,
    detail: `${count(spared)} of ${counted(entries, 'entry', 'entries')}`,
    to: to.bannedIps(chat.id),
  }))
  const spared = shorter.reduce((sum, list) => sum + list.spared, 0)
  return {
    ...plain('bans', 'merge', `${counted(spared, 'ban entry', 'ban entries')} can be removed or merged`),
    detail: withMore(
      lists.slice(0, namedFindings).map(({ name, detail }) => `${name}: ${detail}`),
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
    ...plain('offline', 'offline', `${counted(offline.length, 'chat is', 'chats are')} offline`),
    detail: namesOf(offline),
    link: { label: 'Show chats', to: to.chats({ show: 'offline' }) },
  }
}

function unusedLine({ chats, account, now }: Facts): AttentionLine | null {
  const unused = longestUnused(chats.filter((chat) => isUnused(chat, now)))
  const [oldest] = unused
  if (!oldest) return null
  const { rooms } = account.plan
  const counts = rooms === null ? '' : ` ${unused.length === 1 ? 'It counts' : 'They count'} towards your ${counted(rooms, 'chat')}.`
  return {
    ...plain('unused', 'clock', `${counted(unused.length, 'chat')} unused for 90 days`),
    detail: `Oldest: ${oldest.name}, ${oldest.lastUsed ? day(usedAt(oldest) ?? 0) : 'never used'}.${counts}`,
    link: { label: 'Show chats', to: to.chats({ show: 'unused' }) },
  }
}

const plain = (key: string, icon: AnyIconName, title: string) => ({ key, icon, title, isAmber: false, since: null, list: [] })

const namesOf = (chats: Chat[]) =>
  withMore(
    chats.slice(0, namedFindings).map(({ name }) => name),
    chats.length,
  )

const withMore = (shown: string[], all: number) =>
  [...shown, ...(all > shown.length ? [`${count(all - shown.length)} more`] : [])].join(' · ')
