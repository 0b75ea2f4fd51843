import type { FieldChange } from '#contract/recorded-change.ts'
import type { Query } from '../database/database.ts'

/** Describes decisions on changes from outside for the audit log: which settings of which chats, and whether later values are overwritten. */

const maxNames = 20

export async function describeDrift(
  query: Query,
  workspace: string,
  { params = {}, body = {} }: { params?: Readonly<Record<string, string>>; body?: Readonly<Record<string, unknown>> },
) {
  const ids = [body['ids'], body['id']].flat().filter((id) => typeof id === 'string')
  const { ignoredId } = params
  const table = ignoredId === undefined ? 'drift_finding' : 'drift_ignored'
  const named = ignoredId === undefined ? ids : [ignoredId]
  const found = query.selectFrom(table).select(['chat_id', 'chat_name', 'field']).where('workspace', '=', workspace)
  const rows = named.length === 0 ? [] : await found.where('id', 'in', named).execute()
  const [chat, ...otherChats] = new Map(rows.map(({ chat_id, chat_name }) => [chat_id, chat_name]))
  const chatNames = [chat, ...otherChats]
    .flatMap((one) => one?.[1] ?? [])
    .slice(0, maxNames)
    .join(', ')
  const { overwrites, scope } = body
  const changes: FieldChange[] = [
    ...(overwrites === true ? [{ name: 'overwrites', after: true }] : []),
    ...(typeof scope === 'string' ? [{ name: 'scope', after: scope }] : []),
    ...(otherChats.length > 0 ? [{ name: 'chatNames', after: chatNames }] : []),
  ]
  return {
    subject: [...new Set(rows.map(({ field }) => field))].slice(0, maxNames).join(', '),
    changes,
    count: Math.max(1, rows.length),
    ...(chat && chat[0] !== 0 && otherChats.length === 0 && { chatId: chat[0], chatName: chat[1] }),
  }
}
