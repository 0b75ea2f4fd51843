import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { State } from '#contract/recorded-change.ts'
import type { AuditEntry, AuditOutcome, AuditWho } from '#contract/gateway/audit.ts'
import type { GatewayTables } from '../database/database.ts'

/** The form of the lines. What is hashed is the text as it is stored, so a later release may add to it. */

/** What an entry holds when it is written, before the change is sent. */
export interface EntryData extends Omit<AuditEntry, 'id' | 'at' | 'outcome' | 'message' | 'undoneBy'> {
  /** Method and path of the request; '' where it is none. */
  request: string
  /** See the column. */
  requestKey?: string
  /** What was sent in the fields of which it was not known what was there before: whether they changed is not known then either. */
  sent?: State
}

export interface OutcomeData {
  outcome: Exclude<AuditOutcome, 'running'>
  message: string
  /** When it was sent to the service, in milliseconds; missing where nothing was sent. */
  sent?: number
  /** When the answer came. */
  answered?: number
  /** The status of the answer. */
  status?: number
  /** The chat that was created. */
  chatId?: number
  /** It was found by a later look, not told by an answer. */
  isFound?: true
  /** Our own service did not carry the request out: it had done so before, and repeated its answer (contract/own-service.ts). */
  isReplayed?: true
}

/** Lines up to `through`, whose hash is `hash`, were deleted. */
export interface CutData {
  through: number
  hash: string
  /** HMAC-SHA-256 over workspace, `through` and `hash`, hexadecimal, with a key derived from the key file. */
  signature: string
}

export type NewLine =
  /** `isAnew`: it never continues the entry of an earlier request with the same key. */
  | { kind: 'entry'; workspace: string; at: number; data: EntryData; isAnew?: true }
  /** `entry`: the line of the entry that it belongs to. */
  | { kind: 'outcome'; workspace: string; at: number; entry: number; data: OutcomeData }
  | { kind: 'cut'; workspace: string; at: number; data: CutData }

type Stored<Data> = Data & { at: number }

// Only this gateway writes the column, in this form.
export const dataOf = <Data>(text: string) => JSON.parse(text) as Stored<Data>

/** The hash before the first line. */
export const noHash = ''

export const hashOf = (previous: string, text: string): string => createHash('sha256').update(`${previous}\n${text}`).digest('hex')

export const whoKey = ({ kind, id }: Pick<AuditWho, 'kind' | 'id'>): string => (id === undefined ? kind : `${kind}:${id}`)

type Row = Insertable<GatewayTables['audit_line']>

/** The row of a line, without its hash. */
export function rowOf(added: NewLine, line: number): Omit<Row, 'hash'> {
  const { workspace, kind, at } = added
  const entry = added.kind === 'outcome' ? added.entry : line
  const text = JSON.stringify({ workspace, line, at, type: kind, entry, ...added.data })
  return { workspace, line, at, kind, entry, text, ...columnsOf(added) }
}

type Columns = Pick<
  Row,
  'who' | 'chat_id' | 'action' | 'action_kind' | 'fields' | 'search' | 'count' | 'undo_of' | 'request_key' | 'outcome'
>

const noColumns: Columns = {
  who: '',
  chat_id: null,
  action: '',
  action_kind: '',
  fields: '',
  search: '',
  count: 0,
  undo_of: null,
  request_key: null,
  outcome: '',
}

/** The columns that repeat parts of the text. */
export function columnsOf(added: NewLine): Columns {
  if (added.kind === 'outcome') return { ...noColumns, chat_id: added.data.chatId ?? null, outcome: added.data.outcome }
  if (added.kind === 'cut') return noColumns
  const { who, chatId, action, kind, changes, subject, chatName, count, cause, requestKey } = added.data
  return {
    who: whoKey(who),
    chat_id: chatId,
    action,
    action_kind: kind,
    fields: changes.length > 0 ? ` ${changes.map(({ name }) => name).join(' ')} ` : '',
    search: searchable([subject, chatName, who.name].join('\n')),
    count,
    undo_of: cause.kind === 'undo' ? cause.of : null,
    request_key: requestKey ?? null,
    outcome: '',
  }
}

const maxSearchLength = 1000

/** In lower case. PostgreSQL stores no NUL, and neither engine a lone surrogate; in the JSON of the text both are escaped. */
export const searchable = (text: string): string =>
  Buffer.from(text.slice(0, maxSearchLength).toLowerCase().replaceAll('\0', ' ')).toString('utf8')
