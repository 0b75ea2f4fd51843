import type { Kysely } from 'kysely'
import type { FieldChange } from '#contract/recorded-change.ts'
import type { WorkspaceAction } from '#contract/workspace/audit-actions.ts'
import type { SessionTables } from '../../session/tables.ts'
import { readRules, readSwitch, type RuleRow } from './store.ts'

/** Describes changes of rules for the audit log: changed parts of the rule as JSON, its state and version, the switch of all rules. */

/** Longer values are cut; the versions of the rule keep them in full. */
const maxValueLength = 2000

interface Sent {
  ruleId: string | undefined
  body: Readonly<Record<string, unknown>>
}

export async function describeRuleChange(query: Kysely<SessionTables>, workspace: string, action: WorkspaceAction, { ruleId, body }: Sent) {
  if (ruleId === undefined) {
    const { isOn } = await readSwitch(query, workspace)
    return { subject: '', target: {}, changes: differing({ isOn }, { isOn: body['isOn'] }) }
  }
  const [before] = await readRules(query, workspace, ruleId)
  const sent = action === 'ruleSave' && isObject(body['rule']) ? body['rule'] : null
  const subject = textOf(sent?.['name']) || (before?.rule.name ?? '')
  return { subject, target: {}, changes: sent ? differing({ ...before?.rule }, sent) : changesOf(action, before, body) }
}

function changesOf(action: WorkspaceAction, before: RuleRow | undefined, body: Sent['body']): FieldChange[] {
  if (action === 'ruleDelete') return differing({ state: before?.state, version: before?.version }, {})
  const { state, version } = body
  return differing({ state: before?.state, version: before?.running?.version }, { state, version: state === 'draft' ? undefined : version })
}

function differing(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): FieldChange[] => {
    const [stored, sent] = [valueOf(before[name]), valueOf(after[name])]
    if (stored === sent) return []
    return [{ name, ...(stored !== undefined && { before: stored }), ...(sent !== undefined && { after: sent }) }]
  })
}

function valueOf(value: unknown): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
