import type { Kysely } from 'kysely'
import type { FieldChange } from '#contract/recorded-change.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { ChangeInput } from '../audit/workspace-change.ts'

/** Describes decisions on changes from outside for the audit log: which settings of which chats, and whether later values are overwritten. */

const maxFindings = 20

export async function describeDrift(query: Kysely<SessionTables>, workspace: string, { params = {}, body = {} }: ChangeInput) {
  const ids = [body['ids'], body['id']].flat().filter((id) => typeof id === 'string')
  const { ignoredId } = params
  const findings = query.selectFrom('drift_finding').select(['chat_id', 'chat_name', 'field']).where('workspace', '=', workspace)
  const ignored = query.selectFrom('drift_ignored').select(['chat_id', 'chat_name', 'field']).where('workspace', '=', workspace)
  const rows =
    ignoredId === undefined ? await findings.where('id', 'in', ids).execute() : await ignored.where('id', '=', ignoredId).execute()
  const [chat, ...otherChats] = new Map(rows.map(({ chat_id, chat_name }) => [chat_id, chat_name]))
  const named = (field: string, name: string): FieldChange => ({ name: field, after: name })
  const { overwrites, scope } = body
  const changes = [
    ...(overwrites === true ? [{ name: 'overwrites', after: true }] : []),
    ...(typeof scope === 'string' ? [named('scope', scope)] : []),
    ...(otherChats.length > 0
      ? [
          named(
            'chats',
            [chat, ...otherChats]
              .map((one) => one![1])
              .slice(0, maxFindings)
              .join(', '),
          ),
        ]
      : []),
  ]
  return {
    subject: [...new Set(rows.map(({ field }) => field))].slice(0, maxFindings).join(', '),
    changes,
    count: Math.max(1, rows.length),
    ...(chat && chat[0] !== 0 && otherChats.length === 0 && { chatId: chat[0], chatName: chat[1] }),
  }
}
