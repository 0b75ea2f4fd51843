import { chatTitle } from '#contract/chat-title.ts'
import type { DriftFinding, IgnoredSetting } from '#contract/gateway/drift.ts'
import type { Value } from '#contract/recorded-change.ts'
import { profileLabels, resources, socialLabels } from '#contract/resources.ts'
import { isSettingName, setting } from '#contract/settings-derive.ts'
import { parseFilter } from '#contract/word-filter.ts'
import { isOwnText, settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { type Catalogue, countryName } from '#dashboard/platform/service/catalogue.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { minuteText, whenText } from '#dashboard/ui/format/time.tsx'

type Placed = Pick<DriftFinding, 'resource' | 'field' | 'chatId' | 'chatName'>

export const placeName = ({ resource, chatId, chatName }: Pick<DriftFinding, 'resource' | 'chatId' | 'chatName'>): string =>
  resource === 'account' ? 'Account' : resource === 'social' ? 'Social' : chatTitle({ id: chatId ?? 0, name: chatName })

/** What was changed: "File upload", "Poll “Which?”", "Banned ranges". */
export function fieldLabel({ resource, field, subject = '' }: Placed & { subject?: string }): string {
  switch (resource) {
    case 'settings':
      return isSettingName(field) ? setting(field).label : field
    case 'account':
      return { ...profileLabels, currency: 'Currency' }[field] ?? field
    case 'social':
      return (socialLabels as Record<string, string>)[field] ?? field
    case 'bans':
      return 'Banned ranges'
    case 'polls':
      return pollLabel(field, subject)
  }
}

function pollLabel(field: string, subject: string): string {
  const poll = subject === '' ? 'Poll' : `Poll “${subject}”`
  const labels: Record<string, string> = resources.poll.fields
  return ['poll', 'lastSentDate', 'publishedDate'].includes(field) ? poll : `${poll}: ${(labels[field] ?? field).toLowerCase()}`
}

export function fieldIcon({ resource, field }: Pick<DriftFinding, 'resource' | 'field'>): IconName {
  if (resource === 'bans') return 'ban'
  if (resource !== 'settings') return resource
  return isSettingName(field) && setting(field).control.kind === 'sound' ? 'sound' : field === 'allowListeners' ? 'eye' : 'settings'
}

const pollWords: Record<string, readonly [none: string, some: string]> = {
  lastSentDate: ['not sent', 'sent'],
  publishedDate: ['not published', 'published'],
}

/** A value in words; '' where it is empty. */
export function valueInWords({ resource, field }: Pick<DriftFinding, 'resource' | 'field'>, value: Value, catalogue: Catalogue): string {
  if (resource === 'polls' && field === 'poll') return value ? 'exists' : 'does not exist'
  const dates = resource === 'polls' ? pollWords[field] : undefined
  if (dates) return value === null || value === '' ? dates[0] : dates[1]
  if (resource === 'account' && field === 'countryId') return countryName(catalogue, value ? String(value) : '')
  if (typeof value === 'boolean' && resource !== 'settings') return value ? 'On' : 'Off'
  if (resource !== 'settings' || !isSettingName(field) || value === null) return value === null ? '' : String(value)
  if (field === 'filterWords') return counted(parseFilter(String(value)).length, 'word')
  const words = settingInWords(field, value, catalogue)
  return isOwnText(field) && words !== '' ? `“${words}”` : words
}

/** What follows from it, or what else there is to say; ''. */
export function noteOf({ resource, field, after, ranges, times }: DriftFinding): string {
  const again = times > 1 ? plural(times, '', 'Changed {count} times.') : ''
  return [again, consequence({ resource, field, after, ranges })].filter(Boolean).join(' ')
}

function consequence({ resource, field, after, ranges }: Pick<DriftFinding, 'resource' | 'field' | 'after' | 'ranges'>): string {
  if (ranges) return rangesNote(ranges)
  if (resource === 'polls')
    return field === 'poll'
      ? after
        ? 'Created outside Roomkeeper.'
        : 'Deleted outside Roomkeeper. It can’t be restored.'
      : (pollNotes[field] ?? '')
  if (resource === 'account') return accountNotes[field] ?? ''
  if (resource !== 'settings' || !isSettingName(field)) return ''
  if (after === true) return setting(field).help
  if (after === false) return turnedOff[field] ?? ''
  return field === 'offlineMessageEmail' ? 'Messages of visitors go to this address.' : ''
}

const pollNotes: Record<string, string> = {
  lastSentDate: 'Sent outside Roomkeeper. It can’t be unsent.',
  publishedDate: 'Published outside Roomkeeper. It can’t be undone.',
}
const accountNotes: Record<string, string> = {
  email: 'Notices of the service go to this address.',
  paymentEmail: 'Payment notices go to this address.',
}
/** Of switches that protect while they are on. */
const turnedOff: Record<string, string> = {
  forceSDKLogin: 'The chat’s own sign-in dialog is enabled.',
  monetizeLogin: 'Visitors enter without paying.',
  httpsOnly: 'Content over plain HTTP is shown too.',
  uploadAdmin: 'All users can upload files.',
  p2pAudioAdmin: 'All users can start audio calls.',
  p2pVideoAdmin: 'All users can start video calls.',
  privateChatAdmin: 'All users can start a private chat.',
  userslistAdmin: 'All users see the users list.',
  offline: 'The chat is open again.',
  upload: 'Nobody can upload files.',
  archive: 'New messages are not saved.',
}

function rangesNote({ removed, added }: NonNullable<DriftFinding['ranges']>): string {
  const named = (list: typeof removed) => {
    const [first] = list
    return first ? (first.firstIp === first.lastIp ? first.firstIp : `${first.firstIp} – ${first.lastIp}`) : ''
  }
  const gone =
    removed.length === 0
      ? ''
      : plural(removed.length, '{first} was unbanned.', '{count} ranges were unbanned, among them {first}.', { first: named(removed) })
  const extra =
    added.length === 0
      ? ''
      : plural(added.length, '{first} was banned.', '{count} ranges were banned, among them {first}.', { first: named(added) })
  return [gone, extra].filter(Boolean).join(' ')
}

/** "14:10 – 14:20", "Sun 23:55 – today 00:05": it was changed between these. Milliseconds. */
export function windowInWords({ since, at }: { since: number; at: number }, now: number): string {
  const [firstDay, lastDay, today] = [since, at, now].map((time) => new Date(time).toDateString())
  const from = whenText(since, now)
  // A time without a day would be read as one of the first day.
  if (firstDay !== lastDay) return `${from} – ${lastDay === today ? 'today ' : ''}${whenText(at, now)}`
  // Checked twice within a minute.
  return minuteText(since) === minuteText(at) ? from : `${from} – ${minuteText(at)}`
}

export const matches = (words: string, one: Placed & { subject?: string }): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${placeName(one)} ${fieldLabel(one)}`.toLowerCase().includes(word))

export const ignoredScope = ({ chatId, chatName, resource }: IgnoredSetting): string =>
  chatId === null && resource !== 'account' && resource !== 'social' ? 'All chats' : placeName({ resource, chatId, chatName })

export const uncheckedNote = (unchecked: readonly { id: number; name: string }[]): string => {
  const names = unchecked.slice(0, 3).map(chatTitle)
  const more = unchecked.length - names.length
  const shown = names.join(', ')
  return more > 0 ? `Not checked: ${shown} and ${count(more)} more` : `Not checked: ${shown}`
}
