import { ownCost } from '#engine/analysis/rules/rule-cost.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { allows, allowsEverywhere } from '#contract/gateway/grant.ts'
import { actOfLiveRule, actOfRule, allowsReach } from '#contract/gateway/reach.ts'
import { UnreadChats, type rules, type StoredRule } from '#contract/gateway/rules.ts'
import { rowsWith } from '#db/rows.ts'
import { noRight, notFound } from '../refusals.ts'
import type { Query, Trx } from '../database/database.ts'
import { readNow } from '../worker/lease.ts'
import { planAction } from '../worker/planner.ts'
import { actorOf } from '../audit/actor.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { requireLender } from '../lent/require-lender.ts'
import { fromJson } from '../access/member.ts'
import { requireRuleCost } from './cost.ts'
import { deleteRule, saveRule, setRuleState } from './change-rules.ts'
import { labelsFor, readLabelUses, requireWritable, readStoredRules, readVersions } from './read-rules.ts'
import { requireRunnable, requireSound, requireTestable } from './ready.ts'
import { switchRules } from './switch.ts'
import { readSwitch, readVersion, type RuleRow, rulesWatch } from './store.ts'

/** Rules: reading, saving, starting and stopping them. */
export function ruleHandlers(options: HandlerOptions): GatewayHandlers<typeof rules> {
  const { database, standing, nowMs, leaseNow, matching } = options
  const { query } = database
  type Request = Pick<SignedInRequest, 'c' | 'session' | 'workspace'>
  const readerOf = ({ session: { member }, workspace }: Request) => ({ workspace, member })

  /** The common input of changes: the person, the time, and the check whether the person may change the stored rule. */
  async function changeOf(request: Request, ruleId: string) {
    const { c, session, workspace } = request
    const labels = await labelsFor(query, readerOf(request))
    const requireWrite = (before: RuleRow) => requireWritable(session.member, before, labels)
    const now = await readNow(query, leaseNow)
    return { workspace, ruleId, by: actorOf(c, session).who.name, personId: session.member?.id ?? null, now, requireWrite }
  }

  async function ruleResponse(request: Request, ruleId: string): Promise<{ status: true; data: StoredRule }> {
    const now = await readNow(query, leaseNow)
    const [rule] = await readStoredRules(query, readerOf(request), { now, ruleId })
    if (!rule) throw notFound('This rule')
    return { status: true, data: rule }
  }

  const wake = (workspace: string, trx: Query = query) => planAction(trx, rulesWatch(workspace, nowMs()))

  async function workerOf({ session, workspace }: Request) {
    const watch = await rowsWith(query, 'rule_watch', { workspace }).selectAll().executeTakeFirst()
    return {
      state: await standing.workerState(workspace),
      last: watch?.last ?? null,
      unread: fromJson(UnreadChats, watch?.unread ?? '[]').filter(({ chatId }) => allows(session.member, 'rules.read', chatId)),
    }
  }

  return {
    rulesRead: async (request) => {
      const reader = readerOf(request)
      const now = await readNow(query, leaseNow)
      const [all, worker, list] = await Promise.all([
        readSwitch(query, request.workspace),
        workerOf(request),
        readStoredRules(query, reader, { now, since: request.query.since }),
      ])
      return { status: true, data: { all, worker, rules: list } }
    },

    labelUseList: async (request) => ({ status: true, data: await readLabelUses(query, readerOf(request)) }),

    ruleSave: async ({ params: { ruleId }, body: { rule, seen }, ...request }) => {
      if (!allowsReach(request.session.member, actOfRule(rule))) throw noRight()
      const size = await requireSound(matching, rule)
      const own = await requireRuleCost(query, request.workspace, rule, size)
      const change = await changeOf(request, ruleId)
      await saveRule(database, { ...change, rule, own, seen })
      return ruleResponse(request, ruleId)
    },

    ruleDelete: async ({ params: { ruleId }, ...request }) => {
      const change = await changeOf(request, ruleId)
      await deleteRule(database, change)
      return { status: true }
    },

    ruleVersionList: async ({ params: { ruleId }, ...request }) => {
      const versions = await readVersions(query, readerOf(request), ruleId)
      if (versions.length === 0) throw notFound('This rule')
      return { status: true, data: versions }
    },

    ruleSetState: async ({ params: { ruleId }, body: { state, version }, ...request }) => {
      const change = await changeOf(request, ruleId)
      const stored = state === 'draft' ? null : await readVersion(query, request.workspace, { id: ruleId, version })
      // Before the transaction, which must not wait for the rules of others.
      const size = stored ? await requireTestable(matching, stored) : 0
      const requireReady = async (trx: Trx, rule: Rule) => {
        await requireLender(trx, request.workspace, request.session.member, state === 'live' ? actOfLiveRule(rule) : actOfRule(rule))
        const own = ownCost(rule, size)
        await requireRunnable(trx, { ...readerOf(request), ruleId, rule, own, isLive: state === 'live' })
        await wake(request.workspace, trx)
      }
      await setRuleState(database, { ...change, state, version, requireReady })
      return ruleResponse(request, ruleId)
    },

    rulesSwitch: async ({ body: { isOn }, ...request }) => {
      const { c, session, workspace } = request
      // The switch affects every chat.
      if (!allowsEverywhere(session.member, 'rules.write')) throw noRight()
      await switchRules(database, { workspace, isOn, by: actorOf(c, session).who.name, now: await readNow(query, leaseNow) })
      if (isOn) await wake(workspace)
      return { status: true }
    },
  }
}
