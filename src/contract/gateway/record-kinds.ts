import { z } from 'zod/mini'
import { ChatHours } from '../hours/timetable.ts'
import { maxMessageBytes } from '../messages.ts'
import { isBuiltInPreset, Preset } from '../presets/preset.ts'
import { WordList } from '../rules/rule.ts'
import { byteLength, id, nameText, text } from '../values.ts'
import { allows, type Grant } from './grant.ts'
import { allowsReach, reachOf, type Reach } from './reach.ts'
import type { Right } from './rights.ts'

/** What an account remembers beyond what the service stores: the kinds of records as data. */

/** Texts that may come from the service as they are: what the service stores must not keep anybody from saving it. */
const anyText = (max: number) => z.string().check(z.maxLength(max))
const savedText = anyText(20_000)
const milliseconds = z.number().check(z.nonnegative())

/** The votes of a poll before a reset, an edit or a deletion. The key is `<poll>-<at>`. */
const PollRound = z.object({
  /** When it was stored, in milliseconds of the device's clock. */
  at: milliseconds,
  before: z.enum(['reset', 'edit', 'delete']),
  question: savedText,
  /** `place`: the position of the answer in the poll. */
  answers: z
    .array(z.object({ place: z.literal([1, 2, 3, 4]), text: savedText, votes: z.number().check(z.nonnegative()) }))
    .check(z.maxLength(4)),
})

/** The text of a poll, '' for a missing answer. */
const PollTemplate = z.object({ question: savedText, answer1: savedText, answer2: savedText, answer3: savedText, answer4: savedText })

/** Polls that were created together in several chats. */
const PollGroup = z.array(z.object({ chatId: id, pollId: id })).check(z.minLength(2), z.maxLength(2000))

/** Why a range is banned, and when to review it. The key is `<first>-<last>`, the addresses as numbers. */
const BanNote = z.object({
  note: anyText(10_000),
  /** YYYY-MM-DD, '' for never. */
  reviewOn: z.string().check(z.regex(/^(\d{4,6}-\d\d-\d\d)?$/)),
})

export const maxLabelLength = 30
export const maxLabelsOfChat = 10
/** A chat without any has no record. */
const ChatLabels = z.object({ labels: z.array(nameText(maxLabelLength)).check(z.minLength(1), z.maxLength(maxLabelsOfChat)) })

export const maxViewNameLength = 60
/** A list of chats as somebody saved it. `query`: its filters, sort and columns as in the address. */
const SavedView = z.object({ name: nameText(maxViewNameLength), page: z.literal('chats'), query: text(4000) })

type KindDeclaration = OfKind & (OfChats | OfAccount)

/** Each record belongs to one chat, and acts there only. */
interface OfChats {
  scope: 'chat'
}

interface OfAccount {
  scope: 'account'
  /**
   * On which chats something acts because of the record, now or later: who writes or deletes it needs the right in all of them. Of a record of another
   * release too.
   */
  reach: (value: unknown, key: string) => Reach
}

interface OfKind {
  value: z.ZodMiniType
  /** Any one of these is enough. */
  read: readonly Right[]
  write: readonly Right[]
  /** Of a value as JSON in UTF-8. */
  maxBytes: number
  /** In one chat, or in the account. */
  max: number
  /** The chats that a record of the account names. Only people with the right in all of them see it. */
  chatsIn?: (value: unknown) => number[]
  /** Everybody with the right sees it, but of the chats that it names only those in which they have the right, too. The value itself if that is all. */
  reduced?: (value: unknown, isVisible: (chatId: number) => boolean) => unknown
}

/** Also in a preset of another release. */
const WithChosenChats = z.looseObject({ chats: z.looseObject({ chatIds: z.array(id) }) })
/**
 * Whoever may only use presets turns it on in these chats and no others, because whoever wrote it had the right there. An edited one replaces the built-in
 * one of that name, which is for all chats.
 */
export const reachOfPreset = (value: unknown, key: string): Reach => {
  if (isBuiltInPreset(key)) return 'all'
  const { data } = Preset.shape.chats.safeParse(typeof value === 'object' && value !== null && 'chats' in value ? value.chats : undefined)
  return data === undefined ? 'all' : reachOf(data)
}

function reducedPreset(value: unknown, isVisible: (chatId: number) => boolean): unknown {
  const preset = WithChosenChats.safeParse(value).data
  if (!preset || preset.chats.chatIds.every(isVisible)) return value
  return { ...preset, chats: { ...preset.chats, chatIds: preset.chats.chatIds.filter(isVisible) } }
}

const chatsInGroup = (value: unknown) => (PollGroup.safeParse(value).data ?? []).map(({ chatId }) => chatId)

const nowhere = (): Reach => []

export const recordKinds = {
  // Who may only reset or delete polls must be able to keep their votes first.
  'poll-rounds': {
    value: PollRound,
    scope: 'chat',
    read: ['polls.read'],
    write: ['polls.write', 'polls.delete'],
    maxBytes: 32_000,
    max: 5000,
  },
  'poll-templates': {
    value: PollTemplate,
    scope: 'account',
    reach: nowhere,
    read: ['polls.read'],
    write: ['polls.write'],
    maxBytes: 32_000,
    max: 1000,
  },
  'poll-groups': {
    value: PollGroup,
    scope: 'account',
    reach: chatsInGroup,
    read: ['polls.read'],
    write: ['polls.write'],
    maxBytes: 100_000,
    max: 5000,
    chatsIn: chatsInGroup,
  },
  // As many as a chat can have banned ranges.
  'ban-notes': { value: BanNote, scope: 'chat', read: ['bans.read'], write: ['bans.write'], maxBytes: 32_000, max: 10_000 },
  'post-texts': {
    value: anyText(maxMessageBytes * 4),
    scope: 'account',
    reach: nowhere,
    read: ['messages.write'],
    write: ['messages.write'],
    maxBytes: 32_000,
    max: 1000,
  },
  // Always under the key `labels`, so that a chat has one record of them.
  'chat-labels': { value: ChatLabels, scope: 'chat', read: ['chats.read'], write: ['chats.label'], maxBytes: 4000, max: 1 },
  // Always under the key `hours`, so that a chat has one timetable.
  'chat-hours': { value: ChatHours, scope: 'chat', read: ['settings.read'], write: ['settings.write'], maxBytes: 100_000, max: 1 },
  'saved-views': {
    value: SavedView,
    scope: 'account',
    reach: nowhere,
    read: ['chats.read'],
    write: ['chats.label'],
    maxBytes: 20_000,
    max: 200,
  },
  // Any rule of any chat may use a list, today or later.
  'word-lists': {
    value: WordList,
    scope: 'account',
    reach: () => 'all',
    read: ['rules.read'],
    write: ['rules.write'],
    maxBytes: 400_000,
    max: 50,
  },
  presets: {
    value: Preset,
    scope: 'account',
    reach: reachOfPreset,
    read: ['presets.use'],
    write: ['presets.write'],
    maxBytes: 150_000,
    max: 200,
    reduced: reducedPreset,
  },
} as const satisfies Record<string, KindDeclaration>

export type RecordKind = keyof typeof recordKinds
export const recordKindNames = Object.keys(recordKinds) as RecordKind[]
export const recordKind = (kind: RecordKind): KindDeclaration => recordKinds[kind]
/** The value of a record, by its kind. */
export type RecordValue<K extends RecordKind> = z.output<(typeof recordKinds)[K]['value']>

/** Of all kinds together, in one account. */
export const maxRecords = 50_000
export const maxRecordBytes = 32 * 1024 * 1024

/** Which record a question of rights is about. */
interface RecordPlace {
  kind: RecordKind
  /** null: of the account. */
  chatId: number | null
  key: string
  value: unknown
}

/** Whether a grant includes reading or writing a record. The gateway decides by it, the page shows by it. */
export function allowsRecord(grant: Grant | null, access: 'read' | 'write', { kind, chatId, key, value }: RecordPlace): boolean {
  const declared = recordKind(kind)
  const reachOfAccess = (): Reach => {
    if (chatId !== null) return [chatId]
    if (access === 'read') return declared.chatsIn?.(value) ?? []
    return declared.scope === 'account' ? declared.reach(value, key) : []
  }
  const reach = reachOfAccess()
  return declared[access].some((right) => allowsReach(grant, { rights: [right], reach }))
}

/** A record as a grant shows it. */
export function visibleRecord<R extends { value: unknown }>(grant: Grant | null, kind: RecordKind, record: R): R & { isReduced?: true } {
  const { reduced, read } = recordKind(kind)
  if (!grant || !reduced) return record
  const value = reduced(record.value, (chatId) => read.some((right) => allows(grant, right, chatId)))
  return value === record.value ? record : { ...record, value, isReduced: true }
}

/** Whether the gateway would take a record as it is. */
export function isStorable({ kind, value }: { kind: RecordKind; value: unknown }): boolean {
  const { value: schema, maxBytes } = recordKind(kind)
  return schema.safeParse(value).success && byteLength(JSON.stringify(value)) <= maxBytes
}
