import type { Api } from './api.ts'
import type { WriteName } from './client.ts'
import type { Input } from './endpoint.ts'
import type { ResourceName } from './resources.ts'
import { settingNames } from './settings-derive.ts'

/**
 * How each change is recorded and undone, by the endpoint that makes it. Facts only: the observer, the texts and the undo of the dashboard are generic over
 * them. They are not inside `endpoint()`, because every page needs the endpoints for its first load, and these only once something changes.
 */

export const activityKinds = {
  settings: 'Settings',
  chats: 'Chats',
  messages: 'Messages',
  polls: 'Polls',
  bans: 'Banned IPs',
  account: 'Account',
  social: 'Social',
} as const
export type ActivityKind = keyof typeof activityKinds

/** One message in the forms that a number asks for, `{count}` in the place of the number. */
export interface Plural {
  /** For none, where it is a text of its own. */
  zero?: string
  one: string
  other: string
}

/** @param From the parameters and fields of the request, as `params.pollId` and `body.question` */
export interface Recorded<From extends string = string> {
  kind: ActivityKind
  resource: ResourceName
  /** The record's line. `{count}` is the number of changed fields. */
  title: string | Plural
  /** What the line names beside the chat: a part of the request, what identifies the resource, or a field of it as it was before. */
  subject?: From | 'body' | 'target' | `before.${string}`
  /** Longest subject in characters; without it nothing is cut. */
  maxSubjectLength?: number
  /** Where the request names the resource, in the order to look; without it, in the parameters of the same names. */
  target?: Readonly<Record<string, readonly From[]>>
  /** The fields of the body that are recorded where they differ from before, or from the defaults of what is created. */
  fields?: 'all' | readonly string[]
  /** Switches of the body that are no part of the resource: recorded where they are on. */
  flags?: readonly string[]
  /** Nothing was there before. `idFrom`: the field of the answer with the new chat's number. */
  creates?: { idFrom: string }
  /** Figures that become 0, each with the fields it sums up. */
  resets?: Readonly<Record<string, readonly string[]>>
  /** Whether the resource is in its list afterwards, where that is what changes. */
  makes?: 'present' | 'absent'
  undo: Undo
}

export type Undo =
  /** There is no inverse; a sentence that says why, or what to do. */
  | { kind: 'none'; because: string }
  /** The same endpoint writes the earlier values of the changed fields, and the present ones of all others. */
  | {
      kind: 'restore'
      /** Changing this field asks for the token again (step-up). */
      stepUpField?: string
      /** What emptying fields removes as well: the count of each field, and the warning for their sum. */
      removes?: { counts: Readonly<Record<string, string>>; warning: Plural }
    }
  /** As `restore`, but the earlier values become edits on the page of settings, whose review saves them. */
  | { kind: 'review' }
  /** Another endpoint: the first of these whose request can name the resource. */
  | { kind: 'inverse'; by: readonly WriteName[] }

const none = (because: string) => ({ kind: 'none', because }) as const
const sentForGood = none('What was sent to the chat can’t be recalled.')
const deletedForGood = none('Deleted messages can’t be restored.')

const answerCounts = { answer1: 'answer1count', answer2: 'answer2count', answer3: 'answer3count', answer4: 'answer4count' }

/** The parts of a request that `Recorded` may name: a mistyped one does not compile. */
type Parts<K extends WriteName> = {
  [P in 'params' | 'body']: Input<Api[K]> extends Record<P, infer V> ? `${P}.${keyof V & string}` : never
}['params' | 'body']

/** An endpoint that changes something and is missing here does not compile. */
export const recorded = {
  chatUpdate: {
    kind: 'settings',
    resource: 'chat',
    title: { zero: 'Settings saved', one: '{count} setting changed', other: '{count} settings changed' },
    fields: 'all',
    undo: { kind: 'review' },
  },
  chatCreate: {
    kind: 'chats',
    resource: 'chat',
    title: 'Chat created',
    subject: 'body.name',
    // Its name is the subject.
    fields: settingNames.filter((name) => name !== 'name'),
    creates: { idFrom: 'chatId' },
    undo: none('To undo this, delete the chat.'),
  },
  chatDuplicate: {
    kind: 'chats',
    resource: 'chat',
    title: 'Chat duplicated',
    subject: 'body.name',
    flags: ['settings'],
    creates: { idFrom: 'chatId' },
    undo: none('To undo this, delete the new chat.'),
  },
  chatDelete: { kind: 'chats', resource: 'chat', title: 'Chat deleted', undo: none('A deleted chat can’t be restored.') },

  messageSend: {
    kind: 'messages',
    resource: 'message',
    title: 'Message posted',
    subject: 'body.text',
    maxSubjectLength: 200,
    undo: sentForGood,
  },
  messageDelete: {
    kind: 'messages',
    resource: 'message',
    title: 'Message deleted',
    subject: 'params.messageId',
    undo: deletedForGood,
  },
  messageDeleteSome: { kind: 'messages', resource: 'message', title: 'Messages deleted', subject: 'body', undo: deletedForGood },
  messageDeleteAll: { kind: 'messages', resource: 'message', title: 'All messages deleted', undo: deletedForGood },

  pollCreate: {
    kind: 'polls',
    resource: 'poll',
    title: 'Poll created',
    subject: 'body.question',
    flags: ['send'],
    undo: none('To undo this, delete the poll.'),
  },
  pollUpdate: {
    kind: 'polls',
    resource: 'poll',
    title: 'Poll changed',
    subject: 'before.question',
    fields: 'all',
    flags: ['send'],
    undo: {
      kind: 'restore',
      // An answer that is emptied loses its count (docs/assumptions.md row 8).
      removes: {
        counts: answerCounts,
        warning: {
          one: 'Removing these answers also removes their {count} vote.',
          other: 'Removing these answers also removes their {count} votes.',
        },
      },
    },
  },
  pollDelete: {
    kind: 'polls',
    resource: 'poll',
    title: 'Poll deleted',
    subject: 'before.question',
    undo: none('A deleted poll can’t be restored.'),
  },
  pollReset: {
    kind: 'polls',
    resource: 'poll',
    title: 'Poll reset',
    subject: 'before.question',
    resets: { votes: Object.values(answerCounts) },
    undo: none('Votes can’t be restored after a reset.'),
  },
  pollResend: { kind: 'polls', resource: 'poll', title: 'Poll sent again', subject: 'before.question', undo: sentForGood },
  pollPublish: { kind: 'polls', resource: 'poll', title: 'Poll published', subject: 'before.question', undo: sentForGood },

  banCreate: {
    kind: 'bans',
    resource: 'bannedRange',
    title: 'Banned',
    subject: 'target',
    target: { firstIp: ['body.ip'], lastIp: ['body.lastIp', 'body.ip'] },
    makes: 'present',
    undo: { kind: 'inverse', by: ['banLift', 'banLiftRange'] },
  },
  banLift: {
    kind: 'bans',
    resource: 'bannedRange',
    title: 'Unbanned',
    subject: 'target',
    target: { firstIp: ['params.ipAddress'], lastIp: ['params.ipAddress'] },
    makes: 'absent',
    undo: { kind: 'inverse', by: ['banCreate'] },
  },
  banLiftRange: {
    kind: 'bans',
    resource: 'bannedRange',
    title: 'Unbanned',
    subject: 'target',
    makes: 'absent',
    undo: { kind: 'inverse', by: ['banCreate'] },
  },

  accountUpdate: {
    kind: 'account',
    resource: 'account',
    title: 'Profile changed',
    fields: 'all',
    undo: { kind: 'restore', stepUpField: 'email' },
  },
  currencySet: {
    kind: 'account',
    resource: 'account',
    title: 'Currency set',
    fields: 'all',
    undo: none('The currency can be set only once.'),
  },
  socialUpdate: { kind: 'social', resource: 'social', title: 'Social settings changed', fields: 'all', undo: { kind: 'restore' } },
} satisfies { [K in WriteName]: Recorded<Parts<K>> }
