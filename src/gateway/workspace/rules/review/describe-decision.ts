import type { Kysely } from 'kysely'
import type { Cause } from '#contract/workspace/cause.ts'
import type { FieldChange } from '#contract/recorded-change.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { withRules } from './hits.ts'

/** Describes a decision for the audit log: what was decided, about how many messages of which chat, and the rule as its cause. */
export async function describeDecision(query: Kysely<SessionTables>, workspace: string, body: Readonly<Record<string, unknown>>) {
  const ids = Array.isArray(body['ids']) ? body['ids'].filter((id) => typeof id === 'string') : []
  const rows =
    ids.length === 0
      ? []
      : await query.selectFrom('rule_hit').selectAll().where('workspace', '=', workspace).where('id', 'in', ids).execute()
  const hits = await withRules(query, workspace, rows, null)
  const rules = new Map(hits.map(({ ruleId, ruleName }) => [ruleId, ruleName]))
  const [rule, ...otherRules] = rules
  const [chat, ...otherChats] = new Map(hits.map(({ message, chatName }) => [message.chatId, chatName]))
  const changes: FieldChange[] = [{ name: 'decision', after: typeof body['decision'] === 'string' ? body['decision'] : '' }]
  const cause: Cause | null = rule && otherRules.length === 0 ? { kind: 'rule', id: rule[0], title: rule[1] } : null
  return {
    subject: [...rules.values()].join(', '),
    target: {},
    changes,
    count: hits.length,
    ...(cause && { cause }),
    ...(chat && otherChats.length === 0 && { chatId: chat[0], chatName: chat[1] }),
  }
}
