import { isSettingName, setting } from '#contract/settings-derive.ts'
import { countryName, soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { profileLabels, socialLabels } from '#dashboard/platform/saving/field-labels.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { outcomes, type Change, type Entry, type Value } from './entry.ts'

/** A line of the record in words. */

export function titleOf({ act, subject, changes }: Entry): string {
  switch (act) {
    case 'job':
      return subject
    case 'chatUpdate':
      return changes.length === 0 ? 'Settings saved' : `${counted(changes.length, 'setting')} changed`
    case 'chatCreate':
      return 'Chat created'
    case 'chatDuplicate':
      return 'Chat duplicated'
    case 'chatDelete':
      return 'Chat deleted'
    case 'messageSend':
      return 'Message posted'
    case 'messageDelete':
      return 'Message deleted'
    case 'messageDeleteSome':
      return 'Messages deleted'
    case 'messageDeleteAll':
      return 'All messages deleted'
    case 'pollCreate':
      return 'Poll created'
    case 'pollUpdate':
      return 'Poll changed'
    case 'pollDelete':
      return 'Poll deleted'
    case 'pollReset':
      return 'Poll reset'
    case 'pollResend':
      return 'Poll sent again'
    case 'pollPublish':
      return 'Poll published'
    case 'banCreate':
      return 'Banned'
    case 'banLift':
    case 'banLiftRange':
      return 'Ban lifted'
    case 'accountUpdate':
      return 'Profile changed'
    case 'currencySet':
      return 'Currency set'
    case 'socialUpdate':
      return 'Social settings changed'
  }
}

/** What it was done to, where the title does not say it. */
export const subjectOf = ({ act, subject, room }: Entry): string => (act === 'job' || subject === room ? '' : subject)

const labels: Record<string, string> = {
  ...profileLabels,
  ...socialLabels,
  currency: 'Currency',
  question: 'Question',
  answer1: 'Answer 1',
  answer2: 'Answer 2',
  answer3: 'Answer 3',
  answer4: 'Answer 4',
  votes: 'Votes',
  send: 'Sent to everyone in the chat',
  banned: 'Addresses',
}

const isOfRoom = ({ act }: Entry) => act === 'chatUpdate' || act === 'chatCreate'

export function labelOf(entry: Entry, { name }: Pick<Change, 'name'>): string {
  if (isOfRoom(entry) && isSettingName(name)) return setting(name).label
  return (entry.act !== 'job' && Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name
}

/** A value in words; '' where there is nothing. */
export function valueWords(entry: Entry, name: string, value: Value, catalogue: Catalogue): string {
  if (isOfRoom(entry) && isSettingName(name) && value !== null) return settingInWords(name, value, catalogue)
  if (name === 'countryId') return value ? countryName(catalogue, String(value)) : ''
  if (name === 'banned') return value ? 'Banned' : 'Not banned'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return value === null ? '' : String(value)
}

export const outcomeWords = ({ act, outcome }: Entry): string =>
  act === 'job' && outcome === 'unknown' ? 'Not finished' : outcomes[outcome]

/** What the service said, or why nothing is known; '' where all is well. */
export function remarkOf({ outcome, said, act }: Entry): string {
  if (said) return said
  return outcome === 'unknown' && act !== 'job' ? 'No answer seen' : ''
}

/**
 * A sound is read by number and written by name: what is the same sound is no change.
 * @param catalogue the deployment's names of sounds
 */
export function withoutSameSounds(entry: Entry, catalogue: Catalogue): Entry {
  if (entry.act !== 'chatUpdate') return entry
  const nameOf = soundName(catalogue)
  const same = ({ name, before, after }: Change) =>
    isSettingName(name) && setting(name).control.kind === 'sound' && typeof before === 'number' && nameOf(before) === after
  return { ...entry, changes: entry.changes.filter((change) => !same(change)) }
}
