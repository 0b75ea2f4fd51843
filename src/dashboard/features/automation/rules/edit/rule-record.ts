import { Failure } from '#contract/client.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { SaveTarget } from '#engine/saving/three-way.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { chatsProblem } from '#dashboard/platform/chats/reach-reasons.ts'
import { personNow } from '#dashboard/platform/session/rights.ts'
import { type Problems, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { rulesQuery } from '../queries.ts'
import { expressionProblem } from './expression-fault.ts'
import { fieldsOfRule, issuesOf, ruleFieldNames, ruleOfFields, type RuleFields } from './rule-fields.ts'

/** Saves the edits of a rule: each save is a new version. */

/** The fields with the stored rule that a save is based on; null: not stored yet. */
export type HeldRule = RuleFields & { stored: StoredRule | null }

/** @param start the initial content of a rule that is not stored yet */
export const heldRule = (stored: StoredRule | null, start: Rule): HeldRule => ({ ...fieldsOfRule(stored?.rule ?? start), stored })

async function readStored(ruleId: string): Promise<StoredRule | null> {
  const { data } = await queryClient.fetchQuery({ ...rulesQuery(), staleTime: 0 })
  return data.rules.find(({ id }) => id === ruleId) ?? null
}

interface TargetOptions {
  ruleId: string
  start: Rule
  /** A new rule is saved even without edits. */
  isNew: boolean
}

export const ruleTarget = ({ ruleId, start, isNew }: TargetOptions): SaveTarget<RuleFields, HeldRule, Rule> => ({
  names: ruleFieldNames,
  alwaysWrites: isNew,
  read: async () => {
    const stored = await readStored(ruleId)
    if (!stored && !isNew) throw new Failure('refused', { code: 'not_found', reason: 'This rule was deleted.' })
    return heldRule(stored, start)
  },
  bodyOf: (fresh, changes) => {
    const rule = ruleOfFields({ ...fresh, ...changes })
    // Both edits are valid on their own, but not together.
    if (!rule)
      throw new Failure('refused', {
        reason: 'Someone else saved changes that do not fit yours: together they are not a valid rule. Reload the page to see them.',
      })
    return rule
  },
  write: (rule, { stored }) => writeToGateway('ruleSave', { params: { ruleId }, body: { rule, seen: stored?.version ?? 0 } }),
})

export const ruleResolver = resolverOf<RuleFields>(async (values) => {
  // The first problem of a field is shown.
  const problems: Problems<RuleFields> = {}
  for (const { field, message } of issuesOf(values)) problems[field] ??= message
  problems.chats ??= chatsProblem(personNow(), 'rules.write', values.chats)
  problems.groups ??= await expressionProblem(values)
  return problems
})
