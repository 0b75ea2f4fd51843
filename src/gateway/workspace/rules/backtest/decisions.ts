import type { Kysely } from 'kysely'
import type { Message } from '#contract/messages.ts'
import type { HitState } from '#contract/workspace/review.ts'
import type { Verdict } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../../session/tables.ts'
import type { TimeSpan } from './job.ts'

/** What people decided about the hits of a chat, and the hits that the service no longer has. */
export interface ChatDecisions {
  verdictOf: (messageId: number) => { verdict: Verdict; by: string }
  /** By time and id, as long as their texts are kept. Some may still exist while their deletion is in progress. */
  deleted: readonly Message[]
}

const none = { verdict: 'none', by: '' } as const

const gone: ReadonlySet<HitState> = new Set(['deleting', 'deleted', 'gone', 'unknown'])
const stayed: ReadonlySet<HitState> = new Set(['spared', 'kept'])

export async function readDecisions(
  query: Kysely<SessionTables>,
  workspace: string,
  chatId: number,
  { from, to }: TimeSpan,
): Promise<ChatDecisions> {
  const rows = await query
    .selectFrom('rule_hit')
    .select(['message_id', 'time', 'user_name', 'text', 'state', 'by', 'at'])
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chatId)
    .where('time', '>=', from)
    .where('time', '<=', to)
    .orderBy('time')
    .orderBy('message_id')
    .orderBy('at')
    .execute()
  const verdicts = new Map<number, { verdict: Verdict; by: string }>()
  const deleted = new Map<number, Message>()
  for (const { message_id, time, user_name, text, state, by } of rows) {
    // If several rules hit a message, the last decision counts.
    if (by !== '') verdicts.set(message_id, { verdict: stayed.has(state) ? 'kept' : 'deleted', by })
    if (gone.has(state) && text !== '')
      deleted.set(message_id, { messageId: message_id, time, userId: null, userName: user_name, image: null, text })
  }
  return { verdictOf: (messageId) => verdicts.get(messageId) ?? none, deleted: [...deleted.values()] }
}

/** Merges the messages of a chat with the deleted ones, by time and id, each once. */
export async function* withDeleted(
  chunks: AsyncIterable<readonly Message[]>,
  deleted: readonly Message[],
): AsyncGenerator<readonly Message[]> {
  let next = 0
  for await (const chunk of chunks) {
    if (next === deleted.length) yield chunk
    else {
      const merged: Message[] = []
      for (const message of chunk) {
        for (let other = deleted[next]; other && isBefore(other, message); other = deleted[++next]) merged.push(other)
        if (deleted[next]?.messageId === message.messageId) next++
        merged.push(message)
      }
      yield merged
    }
  }
  yield deleted.slice(next)
}

const isBefore = (one: Message, other: Message) => one.time < other.time || (one.time === other.time && one.messageId < other.messageId)
