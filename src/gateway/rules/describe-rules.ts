import type { FieldChange } from '#contract/recorded-change.ts'
import type { GatewayAction } from '#contract/gateway/audit-actions.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { rowsWith } from '#db/rows.ts'
import type { Query } from '../database/database.ts'
import { differing } from '../audit/differing.ts'
import { isObject } from '../forward/upstream.ts'
import { labelsFor, mayReadRule } from './read-rules.ts'
import { type RuleReader, readRules, readSwitch, type RuleRow } from './store.ts'
import { withRules } from './review/hits.ts'

/** Describes changes of rules for the audit log: changed parts of the rule as JSON, its state and version, the switch of all rules; and decisions about hits. */

interface Sent {
  ruleId: string | undefined
  body: Readonly<Record<string, unknown>>
}

/** A rule that the person may not see is described as if it did not exist: the person finds the entry of the refused request among their own. */
export async function describeRuleChange(query: Query, reader: RuleReader, action: GatewayAction, { ruleId, body }: Sent) {
  const { workspace, member } = reader
  if (ruleId === undefined) {
    const { isOn } = await readSwitch(query, workspace)
    return { subject: '', target: {}, changes: differing({ isOn }, { isOn: body['isOn'] }) }
  }
  const [stored] = await readRules(query, workspace, ruleId)
  const before = stored && mayReadRule(member, stored, await labelsFor(query, reader)) ? stored : undefined
  const sent = action === 'ruleSave' && isObject(body['rule']) ? body['rule'] : null
  const subject = textOf(sent?.['name']) || (before?.rule.name ?? '')
  return { subject, target: {}, changes: sent ? differing({ ...before?.rule }, sent) : changesOf(action, before, body) }
}

function changesOf(action: GatewayAction, before: RuleRow | undefined, body: Sent['body']): FieldChange[] {
  if (action === 'ruleDelete') return differing({ state: before?.state, version: before?.version }, {})
  const { state, version } = body
  return differing({ state: before?.state, version: before?.running?.version }, { state, version: state === 'draft' ? undefined : version })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Describes a decision for the audit log: what was decided, about how many messages of which chat, and the rule as its cause. */
export async function describeDecision(query: Query, workspace: string, body: Readonly<Record<string, unknown>>) {
  const ids = Array.isArray(body['ids']) ? body['ids'].filter((id) => typeof id === 'string') : []
  const rows = ids.length === 0 ? [] : await rowsWith(query, 'rule_hit', { workspace, id: ids }).selectAll().execute()
  const hits = await withRules(query, workspace, rows, null)
  const rules = new Map(hits.map(({ ruleId, ruleName }) => [ruleId, ruleName]))
  const [rule, ...otherRules] = rules
  const [chat, ...otherChats] = new Map(hits.map(({ message, chatName }) => [message.chatId, chatName]))
  const changes: FieldChange[] = [{ name: 'decision', after: textOf(body['decision']) }]
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
