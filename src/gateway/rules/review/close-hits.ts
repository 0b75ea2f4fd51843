import { sql } from 'kysely'
import { api, route } from '#contract/api.ts'
import type { CallService } from '#gateway/forward/service-calls.ts'
import { isObject } from '#gateway/forward/upstream.ts'
import type { Query } from '#gateway/database/database.ts'
import type { Removal } from '#gateway/audit/audit-log.ts'
import { rowsWith } from '#db/rows.ts'

/** A message that was seen so shortly before a read may be missing in it, because not every copy of the service's data has it yet. */
const settledMs = 10_000

interface Options {
  query: Query
  nowMs: () => number
  close: (workspace: string, removal: Removal) => Promise<void>
}

/** Reads through these calls close the hits of messages that they should have found. */
export const closingReads =
  (callService: CallService, { query, nowMs, close }: Options): CallService =>
  async (c, session, call) => {
    const sent = nowMs()
    const response = await callService(c, session, call)
    const read = call.name === 'messageList' && response.status === 200 ? completeRead(call.path, response.json) : null
    if (!read) return response
    const { chatId, from, to, ids } = read
    const hits = await rowsWith(query, 'rule_hit', {
      workspace: session.workspace,
      chat_id: chatId,
      state: ['held', 'marked'],
      by: sql.lit(''),
    })
      .select('message_id')
      .where('time', '>', from)
      .where('time', '<', to)
      .where('seen_at', '<=', sent - settledMs)
      .execute()
    const messageIds = hits.map(({ message_id }) => message_id).filter((id) => !ids.has(id))
    if (messageIds.length > 0) await close(session.workspace, { chatId, messageIds, sent })
    return response
  }

/**
 * The ids of all messages of a range, ends excluded: services may or may not include them (docs/assumptions.md, row 10). null where the answer may lack
 * some.
 */
function completeRead(path: string, json: Record<string, unknown>) {
  const { pathname, searchParams } = new URL(path, 'http://service.invalid')
  const found = route('GET', pathname, searchParams)
  const { data, next } = json
  const isWhole =
    !searchParams.has('next') && (next === undefined || next === '') && api.messageList.response.safeParse(json).data?.status === true
  if (found.kind !== 'endpoint' || found.name !== 'messageList' || !isWhole || !Array.isArray(data)) return null
  const bound = (name: string, otherwise: number) => (searchParams.has(name) ? Number(searchParams.get(name)) : otherwise)
  const ids = new Set(data.map((row: unknown) => (isObject(row) ? row['messageId'] : undefined)))
  return {
    chatId: Number(found.params['chatId']),
    from: bound('from', -Number.MAX_SAFE_INTEGER),
    to: bound('to', Number.MAX_SAFE_INTEGER),
    ids,
  }
}
