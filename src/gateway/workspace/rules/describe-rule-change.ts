import type { Kysely } from 'kysely'
import type { FieldChange } from '#contract/recorded-change.ts'
import type { WorkspaceAction } from '#contract/workspace/audit-actions.ts'
import type { SessionTables } from '../../session/tables.ts'
import { differing } from '../audit/differing.ts'
import { labelsFor, mayReadRule, type RuleReader } from './read-rules.ts'
import { readRules, readSwitch, type RuleRow } from './store.ts'

/** Describes changes of rules for the audit log: changed parts of the rule as JSON, its state and version, the switch of all rules. */

interface Sent {
  ruleId: string | undefined
  body: Readonly<Record<string, unknown>>
}

/** A rule that the person may not see is described as if it did not exist: the person finds the entry of the refused request among their own. */
export async function describeRuleChange(
  query: Kysely<SessionTables>,
  reader: RuleReader,
  action: WorkspaceAction,
  { ruleId, body }: Sent,
) {
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

function changesOf(action: WorkspaceAction, before: RuleRow | undefined, body: Sent['body']): FieldChange[] {
  if (action === 'ruleDelete') return differing({ state: before?.state, version: before?.version }, {})
  const { state, version } = body
  return differing({ state: before?.state, version: before?.running?.version }, { state, version: state === 'draft' ? undefined : version })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
