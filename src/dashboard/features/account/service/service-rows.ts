import type { BehaviourName, Behaviours, Learned } from '#contract/service-profile.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { behaviour } from '#dashboard/platform/service/service-profile.ts'
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

type Words<T> = (value: T) => [value: string, consequence: string]

const choose =
  <T extends string>(words: Record<T, [value: string, consequence: string]>): Words<T> =>
  (value) =>
    words[value]

interface Row<K extends BehaviourName> {
  label: string
  words: Words<Behaviours[K]>
  /** What is done while nobody knows. */
  unknown: string
}

function known<K extends BehaviourName>(name: K, { label, words, unknown }: Row<K>): (catalogue: Catalogue) => ServiceRow {
  return (catalogue) => {
    const learned: Learned<Behaviours[K]> | undefined = catalogue.remote?.profile.behaviours[name]
    const now = behaviour(catalogue, name)
    // What was contradicted is still shown, with what is done now.
    const value = now ?? learned?.value
    const [shown, consequence] = value === undefined ? [null, unknown] : words(value)
    return { key: name, label, value: shown, consequence: now === undefined ? unknown : consequence, learned }
  }
}

const rows: { [K in BehaviourName]: (catalogue: Catalogue) => ServiceRow } = {
  omittedSettings: known('omittedSettings', {
    label: 'Settings left out of an update',
    words: choose({
      kept: ['Keep their value', 'Sends only what you changed'],
      reset: ['Reset to their defaults', 'Sends every setting that it can'],
      emptied: ['Emptied', 'Sends every setting that it can'],
    }),
    unknown: 'Sends every setting that it can',
  }),
  updateWithoutName: known('updateWithoutName', {
    label: 'An update without the chat’s name',
    words: choose({
      accepted: ['Accepted', 'Adds nothing to your changes'],
      refused: ['Refused', 'Adds the name to your changes'],
    }),
    unknown: 'Adds the name to your changes',
  }),
  textEnds: known('textEnds', {
    label: 'Spaces at the ends of a text',
    words: choose({ kept: ['Kept', 'Sends texts as you typed them'], removed: ['Removed', 'Says so in the review'] }),
    unknown: 'Compares each text after saving',
  }),
  wordFilterEnds: known('wordFilterEnds', {
    label: 'Spaces at the ends of banned words',
    words: choose({ kept: ['Kept', 'Sends the list as you typed it'], removed: ['Removed', 'Says so in the review'] }),
    unknown: 'Compares the list after saving',
  }),
  overlappingBans: known('overlappingBans', {
    label: 'Overlapping ranges',
    words: choose({
      kept: ['Accepted', 'Offers to merge them'],
      merged: ['Merged into one', 'Looks for the merged range'],
      refused: ['Refused', 'Says so before it sends one'],
    }),
    unknown: 'Reads the list after each step',
  }),
  sameBanTwice: known('sameBanTwice', {
    label: 'The same range twice',
    words: choose({
      kept: ['Listed twice', 'Skips what is already banned'],
      merged: ['Listed once', 'Skips what is already banned'],
      refused: ['Refused', 'Skips what is already banned'],
    }),
    unknown: 'Skips what is already banned',
  }),
  unbanPart: known('unbanPart', {
    label: 'Unban part of a range',
    words: choose({
      refused: ['Refused', 'Keeps the other parts banned'],
      split: ['Leaves the other parts banned', 'Keeps the other parts banned'],
      whole: ['Unbans the whole range', 'Never unbans a part by itself'],
      ignored: ['Accepted without effect', 'Never unbans a part by itself'],
    }),
    unknown: 'Keeps the other parts banned',
  }),
  messageOrder: known('messageOrder', {
    label: 'Order of messages',
    words: choose({
      'oldest first': ['Oldest first', 'Asks for the reverse order'],
      'newest first': ['Newest first', 'Reads them as they come'],
    }),
    unknown: 'Reads two pages to find out',
  }),
  messageReverse: known('messageReverse', {
    label: 'Asking for the reverse order',
    words: choose({ reverses: ['Reverses it', 'Begins with the newest'], ignored: ['Ignored', 'Reads them as they come'] }),
    unknown: 'Reads two pages to find out',
  }),
  messageLimit: known('messageLimit', {
    label: 'Messages asked for at once',
    words: (limit) => [`${count(limit)} accepted`, `Asks for ${count(limit)}`],
    unknown: 'Asks for 500',
  }),
  messagesInAnswer: known('messagesInAnswer', {
    label: 'Messages in one answer',
    words: ({ count: messages, isMost }) => [`${isMost ? 'At most' : 'At least'} ${count(messages)}`, 'Reads on until there are no more'],
    unknown: 'Reads on until there are no more',
  }),
  messageDeletedTwice: known('messageDeletedTwice', {
    label: 'Deleting a message twice',
    words: choose({
      accepted: ['Accepted', 'Counts what is gone by reading'],
      refused: ['Refused', 'Counts what is gone by reading'],
    }),
    unknown: 'Counts what is gone by reading',
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
