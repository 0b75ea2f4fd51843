import type { BehaviourName, Behaviours, Learned } from '#contract/service-profile.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { behaviour } from '#dashboard/platform/service/known-service.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** What is known of the service, in words. */

export interface ServiceRow {
  key: BehaviourName | 'sounds'
  label: string
  /** How the service behaves; null where that is not known. */
  value: string | null
  /** What follows from it. */
  consequence: string
  /** Undefined for the bundled service, which is known without learning, and where nothing is known. */
  learned?: Pick<Learned<unknown>, 'at' | 'from' | 'contradicted'> | undefined
}

interface Group {
  label: string
  rows: ServiceRow[]
}

/** A text for each value, or made of it. */
type TextFor<T> = Record<Extract<T, string>, string> | ((value: T) => string)

interface Row<K extends BehaviourName> {
  label: string
  /** What the service does. */
  value: TextFor<Behaviours[K]>
  /** What Roomkeeper does then, where that is not `otherwise`. */
  does?: Partial<Record<Extract<Behaviours[K], string>, string>> | ((value: Behaviours[K]) => string)
  /** What Roomkeeper does for every other value, and while the behaviour is not known. */
  otherwise: string
}

const textFor = <T>(texts: object | ((value: T) => string), value: T): string | undefined =>
  typeof texts === 'function' ? texts(value) : (texts as Partial<Record<string, string>>)[String(value)]

function rowFor<K extends BehaviourName>(name: K, { label, value, does = {}, otherwise }: Row<K>): (catalogue: Catalogue) => ServiceRow {
  return (catalogue) => {
    const learned: Learned<Behaviours[K]> | undefined = catalogue.remote?.profile.behaviours[name]
    const now = behaviour(catalogue, name)
    // A contradicted value is still shown, with what Roomkeeper does now.
    const shown = now ?? learned?.value
    return {
      key: name,
      label,
      value: shown === undefined ? null : (textFor(value, shown) ?? null),
      consequence: (now === undefined ? undefined : textFor(does, now)) ?? otherwise,
      learned,
    }
  }
}

const rows: { [K in BehaviourName]: (catalogue: Catalogue) => ServiceRow } = {
  omittedSettings: rowFor('omittedSettings', {
    label: 'Settings left out of an update',
    value: { kept: 'Keep their value', reset: 'Reset to their defaults', emptied: 'Emptied' },
    does: { kept: 'Sends only what you changed' },
    otherwise: 'Sends every setting that it can',
  }),
  updateWithoutName: rowFor('updateWithoutName', {
    label: 'An update without the chat’s name',
    value: { accepted: 'Accepted', refused: 'Refused' },
    does: { accepted: 'Adds nothing to your changes' },
    otherwise: 'Adds the name to your changes',
  }),
  textEnds: rowFor('textEnds', {
    label: 'Spaces at the ends of a text',
    value: { kept: 'Kept', removed: 'Removed' },
    does: { kept: 'Sends texts as you typed them', removed: 'Says so in the review' },
    otherwise: 'Compares each text after saving',
  }),
  wordFilterEnds: rowFor('wordFilterEnds', {
    label: 'Spaces at the ends of banned words',
    value: { kept: 'Kept', removed: 'Removed' },
    does: { kept: 'Sends the list as you typed it', removed: 'Says so in the review' },
    otherwise: 'Compares the list after saving',
  }),
  overlappingBans: rowFor('overlappingBans', {
    label: 'Overlapping ranges',
    value: { kept: 'Accepted', merged: 'Merged into one', refused: 'Refused' },
    does: { kept: 'Offers to merge them', merged: 'Looks for the merged range', refused: 'Says so before it sends one' },
    otherwise: 'Reads the list after each step',
  }),
  sameBanTwice: rowFor('sameBanTwice', {
    label: 'The same range twice',
    value: { kept: 'Listed twice', merged: 'Listed once', refused: 'Refused' },
    otherwise: 'Skips what is already banned',
  }),
  unbanPart: rowFor('unbanPart', {
    label: 'Unban part of a range',
    value: {
      refused: 'Refused',
      split: 'Leaves the other parts banned',
      whole: 'Unbans the whole range',
      ignored: 'Accepted without effect',
    },
    does: { whole: 'Never unbans a part by itself', ignored: 'Never unbans a part by itself' },
    otherwise: 'Keeps the other parts banned',
  }),
  messageOrder: rowFor('messageOrder', {
    label: 'Order of messages',
    value: { 'oldest first': 'Oldest first', 'newest first': 'Newest first' },
    does: { 'oldest first': 'Asks for the reverse order', 'newest first': 'Reads them as they come' },
    otherwise: 'Reads two pages to find out',
  }),
  messageReverse: rowFor('messageReverse', {
    label: 'Asking for the reverse order',
    value: { reverses: 'Reverses it', ignored: 'Ignored' },
    does: { reverses: 'Begins with the newest', ignored: 'Reads them as they come' },
    otherwise: 'Reads two pages to find out',
  }),
  messageLimit: rowFor('messageLimit', {
    label: 'Messages asked for at once',
    value: (limit) => `${count(limit)} accepted`,
    does: (limit) => `Asks for ${count(limit)}`,
    otherwise: 'Asks for 500',
  }),
  messagesInAnswer: rowFor('messagesInAnswer', {
    label: 'Messages in one answer',
    value: ({ count: messages, isMost }) => `${isMost ? 'At most' : 'At least'} ${count(messages)}`,
    otherwise: 'Reads on until there are no more',
  }),
  messageDeletedTwice: rowFor('messageDeletedTwice', {
    label: 'Deleting a message twice',
    value: { accepted: 'Accepted', refused: 'Refused' },
    otherwise: 'Counts what is gone by reading',
  }),
}

function soundsRow({ sounds, remote }: Catalogue): ServiceRow {
  const named = sounds.filter(({ id }) => id !== null).length
  return {
    key: 'sounds',
    label: 'Sounds',
    value: named === 0 ? null : `${counted(named, 'name')} confirmed`,
    consequence: 'Sends these by name',
    learned: remote && named > 0 && remote.profile.learnedAt !== null ? { at: remote.profile.learnedAt, from: 'tested' } : undefined,
  }
}

export function serviceRows(catalogue: Catalogue): Group[] {
  const row = (name: BehaviourName) => rows[name](catalogue)
  return [
    {
      label: 'Settings',
      rows: [
        row('omittedSettings'),
        // Where every setting is sent, the name always is.
        ...(behaviour(catalogue, 'omittedSettings') === 'kept' ? [row('updateWithoutName')] : []),
        row('textEnds'),
        row('wordFilterEnds'),
        soundsRow(catalogue),
      ],
    },
    { label: 'Banned IPs', rows: [row('overlappingBans'), row('sameBanTwice'), row('unbanPart')] },
    {
      label: 'Messages',
      rows: [row('messageOrder'), row('messageReverse'), row('messageLimit'), row('messagesInAnswer'), row('messageDeletedTwice')],
    },
  ]
}
