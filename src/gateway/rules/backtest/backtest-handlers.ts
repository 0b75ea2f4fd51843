import { equal, upsert } from '#db/rows.ts'
import { actOfRule, allowsReach } from '#contract/gateway/reach.ts'
import type { BacktestRequest, BacktestResult, backtests } from '#contract/gateway/rules.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { listsOf } from '#engine/analysis/rules/rule-cost.ts'
import { isSignedIn } from '#gateway/access/person-details.ts'
import { actorOf } from '#gateway/audit/actor.ts'
import type { Query, Trx, GatewayDatabase } from '#gateway/database/database.ts'
import { grantNow } from '#gateway/lent/require-lender.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '#gateway/pipeline/handler.ts'
import { backtestsOff, noRight, ruleNotReady } from '#gateway/refusals.ts'
import { requireRuleCost, digestOf, type ListVersions, readListSizes, readWordLists } from '../cost.ts'
import { mayWriteRule, requireWritable } from '../read-rules.ts'
import { requireSound } from '../ready.ts'
import { readNow } from '#gateway/worker/lease.ts'
import { type ChatLabels, chatsOfRule, readChatLabels, readRules, type RuleRow } from '../store.ts'
import { createBacktests } from './backtests.ts'
import { type BacktestJob, maxBacktestRequests } from './remote-source.ts'

/** Runs a backtest; session, right and input are checked before. Throws a Refusal. */
export type RunBacktest = (request: SignedInRequest, input: BacktestRequest) => Promise<Response>

/** Beside the endpoints, because a backtest is answered in lines. */
export interface BacktestRuns {
  runBacktest: RunBacktest
  /** Ends all of them with a line that says so: the process is about to end. */
  stopBacktests: () => void
}

const daySeconds = 24 * 60 * 60

export function backtestHandlers(options: HandlerOptions): GatewayHandlers<typeof backtests> & BacktestRuns {
  const { database, upstream, serviceClient, nowMs, leaseNow, log, backtest: setup, matching } = options
  const { query } = database
  const running = createBacktests()

  /** The chat labels that a rule may refer to. Throws a Refusal unless the person may write rules in all chats of the rule. */
  async function labelsOf({ session, workspace }: SignedInRequest, rule: Rule): Promise<ChatLabels> {
    if (!allowsReach(session.member, actOfRule(rule))) throw noRight()
    return readChatLabels(query, workspace)
  }

  async function chatIdsOf({ c, session, workspace }: SignedInRequest): Promise<number[]> {
    if (!setup) throw backtestsOff()
    if (upstream.kind === 'bundled') return setup.chatIds(session.account.id)
    const call = serviceClient({ workspace, token: session.token, actor: actorOf(c, session), cause: { kind: 'hand' } })
    return (await call('chatList', {})).data.map(({ id }) => id)
  }

  function messagesOf({ c, session }: SignedInRequest): BacktestJob['messages'] {
    if (upstream.kind === 'bundled') return { kind: 'archive', accountId: session.account.id }
    const { address, maxAnswerMiB } = upstream
    return { kind: 'remote', address, maxAnswerMiB, token: session.token, actor: actorOf(c, session) }
  }

  return {
    stopBacktests: running.stop,

    backtestCost: async ({ body: { rule }, ...request }) => {
      const labels = await labelsOf(request, rule)
      const chats = chatsOfRule(rule, await chatIdsOf(request), labels).length
      return { status: true, data: { requests: upstream.kind === 'bundled' ? 0 : null, chats, maxRequests: maxBacktestRequests } }
    },

    runBacktest: async (request, { rule, ruleId, days }) => {
      if (!setup) throw backtestsOff()
      const { c, session, workspace } = request
      const size = await requireSound(matching, rule)
      await requireRuleCost(query, workspace, rule, size)
      const labels = await labelsOf(request, rule)
      const [stored] = ruleId === undefined ? [] : await readRules(query, workspace, ruleId)
      if (stored) requireWritable(session.member, stored, labels)
      // Before the words: a list that changes in between needs another backtest.
      const versions = await readListSizes(query, workspace)
      const lists = await readWordLists(query, workspace, listsOf(rule))
      if (lists.size < listsOf(rule).length) throw ruleNotReady('A word list of this rule no longer exists.')
      /** By a fresh read: it may wait and run for minutes. */
      const mayRun = async (trx: Query, stored?: RuleRow) => {
        const grant = await grantNow(trx, workspace, session.member)
        return grant !== undefined && allowsReach(grant, actOfRule(rule)) && (!stored || mayWriteRule(grant, stored))
      }
      const requireWrite = async (trx: Query, stored: RuleRow) => {
        if (!(await mayRun(trx, stored))) throw noRight()
      }
      const lostRight = async () => {
        if (!(await isSignedIn(query, session.hash))) return 'You are no longer signed in.'
        return (await mayRun(query)) ? null : 'You may no longer write rules in all of these chats.'
      }
      const to = Math.ceil(nowMs() / 1000)
      const job: BacktestJob = {
        workspace,
        rule,
        lists,
        labels,
        span: { from: to - days * daySeconds, to },
        database: setup.database,
        messages: messagesOf(request),
      }
      return running.answer({
        account: workspace,
        person: `${workspace} ${session.member?.id ?? session.hash}`,
        lostRight,
        start: (stop) => setup.startThread({ ...job, stop }),
        before: async (line) => {
          if (line.kind !== 'done' || ruleId === undefined) return
          const [at, by] = [await readNow(query, leaseNow), actorOf(c, session).who.name]
          await rememberBacktest(database, { workspace, ruleId, rule, lists: versions, result: line.result, at, by, requireWrite })
        },
        onError: (error) => log.error({ err: error, event: 'backtest' }, 'a backtest ended unexpectedly'),
      })
    },
  }
}

/** Per rule, because each edit of a rule is backtested. */
const maxRemembered = 50

interface Complete {
  workspace: string
  ruleId: string
  rule: Rule
  /** Of the lists with which it ran. */
  lists: ListVersions
  result: BacktestResult
  /** Milliseconds of the database's clock, and the display name of the person. */
  at: number
  by: string
  /** Throws a Refusal if the person may not change the stored rule now. */
  requireWrite: (trx: Trx, stored: RuleRow) => Promise<void>
}

/** Stores the summary of a complete backtest of a stored rule, which going live requires. */
export const rememberBacktest = (
  database: GatewayDatabase,
  { workspace, ruleId, rule, lists, result, at, by, requireWrite }: Complete,
): Promise<void> =>
  database.serializable(async (trx) => {
    const [stored] = await readRules(trx, workspace, ruleId)
    if (!stored) return
    await requireWrite(trx, stored)
    const { read, matched, kept } = result
    const key = { workspace, rule_id: ruleId, digest: digestOf(rule, lists) }
    await upsert(trx, 'rule_backtest', key, { at, by, read, matched, kept })
    const ofRule = equal({ workspace, rule_id: ruleId })
    const newest = trx.selectFrom('rule_backtest').select('at').where(ofRule).orderBy('at', 'desc')
    const oldest = await newest.offset(maxRemembered).limit(1).executeTakeFirst()
    if (!oldest) return
    await trx.deleteFrom('rule_backtest').where(ofRule).where('at', '<=', oldest.at).execute()
  })
