import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Rule } from '#contract/rules/rule.ts'
import { identityHeader } from '#contract/session.ts'
import { maxBudget } from '#contract/gateway/standing-access.ts'
import type { RuleState } from '#contract/gateway/rules.ts'
import type { DatabaseLocation } from '#db/open.ts'
import { createApp } from '#service/app.ts'
import { sql } from 'kysely'
import { noRecorder } from '#gateway/metrics/recorder.ts'
import { createKeys } from '#gateway/session/seal.ts'
import { startGateway } from '#gateway/testing/gateway.ts'
import { presetPort } from '#gateway/presets/preset-port.ts'
import { planAction } from '#gateway/worker/planner.ts'
import type { Task } from '#gateway/worker/task.ts'
import { matchingHere } from '../matching/matching-host.ts'
import { storeRule } from '../review/test-hits.ts'
import { rulesTask } from './rules-task.ts'
import { pauseMs } from './round.ts'
import { rulesWatch } from '../store.ts'

/** A gateway with standing access whose rules watch chats of the built-in service. Time is virtual: tests and waits of the worker advance it. */

/** Replaces the answer of the service to a request. */
export type Disturb = (request: Request, answer: () => Promise<Response>) => Promise<Response> | Response

interface Post {
  text?: string
  userName?: string
  userId?: number
  /** Seconds before now. */
  ago?: number
}

export async function startRulesWork(
  location: DatabaseLocation,
  { budget = maxBudget, matching = matchingHere(), serviceAheadMs = 0 } = {},
) {
  const keys = createKeys(randomBytes(32))
  const clock = { wall: Date.now(), monotonic: 0, serviceAheadMs }
  const nowMs = () => clock.wall
  const serviceNowMs = () => clock.wall + clock.serviceAheadMs
  const monotonicMs = () => clock.monotonic
  const state: { disturb: Disturb | null; sent: { at: number; method: string; path: string; ids: number[] }[] } = {
    disturb: null,
    sent: [],
  }
  /** Clocks are read in whole milliseconds. */
  const passTime = (time: number) => {
    const ms = Math.ceil(time)
    clock.wall += ms
    clock.monotonic += ms
  }
  const wait = async (ms: number) => {
    await setImmediate()
    // While deletions are running, their own waits advance the clock.
    if (ms !== pauseMs) passTime(ms)
  }
  let service: ReturnType<typeof createApp> | undefined
  const upstream = {
    service: {
      fetch: async (request: Request, options?: object): Promise<Response> => {
        const { pathname, search } = new URL(request.url)
        const body: unknown = request.method === 'POST' ? await request.clone().json() : null
        const ids = Array.isArray(body) ? (body as number[]) : request.method === 'DELETE' ? [Number(pathname.split('/').at(-1))] : []
        state.sent.push({ at: clock.wall, method: request.method, path: pathname + search, ids })
        const answer = async () => service!.fetch(request, options)
        return state.disturb ? state.disturb(request, answer) : answer()
      },
    },
  }
  let task: Task | undefined
  const counted: unknown[][] = []
  const recorder = {
    ...noRecorder,
    ruleHits: (...args: unknown[]) => void counted.push(args),
    ruleAction: (...args: unknown[]) => void counted.push(args),
  }
  const lazy: Task = {
    lateAfterMs: Infinity,
    get maxAheadMs() {
      return task!.maxAheadMs ?? Infinity
    },
    run: (action, work) => task!.run(action, work),
    skipped: async (action, trx) => (await task!.skipped?.(action, trx)) ?? null,
  }
  const gateway = await startGateway(
    { keys, upstream, nowMs, monotonicMs, wait, tasks: { rules: lazy } },
    'url' in location ? location : undefined,
  )
  const { database, query, accountId, worker, token, notify } = gateway
  service = createApp({ database, now: serviceNowMs, rateLimit: 10_000_000 })
  const messages = database.query
  const own = database as unknown as Parameters<typeof rulesTask>[0]['database']
  /** Like a restart of the process: drops everything in memory. */
  const restart = () => {
    // The clock of PostgreSQL cannot be moved, and these tests move time.
    const leaseNow = () => sql<number>`cast(${nowMs()} as bigint)`
    task = rulesTask({
      database: own,
      presetPort: presetPort({ query, leaseNow, nowMs }),
      notify,
      matching,
      nowMs,
      monotonicMs,
      leaseNow,
      wait,
      recorder,
    })
  }
  restart()
  const { cookie } = await gateway.signIn({ token, keep: true })
  const workspace = gateway.pageHeaders(cookie)[identityHeader]
  const standing = {
    workspace,
    account_id: accountId,
    since: clock.wall,
    turned_on_by: 'Kim',
    sealed_token: keys.seal('standing-token', workspace, token),
    token_rejected: 0,
    budget,
    paused_until: 0,
  }
  await query.insertInto('standing_access').values(standing).execute()
  await messages.updateTable('account').set({ plan_rooms: 1000 }).where('id', '=', accountId).execute()

  async function createChat(name: string): Promise<number> {
    const answer = await gateway.call(cookie, 'POST', '/chats', { name })
    return ((await answer.json()) as { chatId: number }).chatId
  }
  /** Posts a message. Resolves to its id. */
  async function post(
    chatId: number,
    { text = 'cheap tickets', userName = 'TicketFast', userId = 7, ago = 0 }: Post = {},
  ): Promise<number> {
    const { last_message_id: id } = await messages
      .updateTable('chat')
      .set((is) => ({ last_message_id: is('last_message_id', '+', 1) }))
      .where('id', '=', chatId)
      .returning('last_message_id')
      .executeTakeFirstOrThrow()
    const time = Math.floor(serviceNowMs() / 1000) - ago
    await messages
      .insertInto('message')
      .values({ chat_id: chatId, id, time, user_id: userId, user_name: userName, image: null, text })
      .execute()
    return id
  }
  /** The ids of the messages that a chat still has. */
  const remaining = async (chatId: number) =>
    (await messages.selectFrom('message').select('id').where('chat_id', '=', chatId).orderBy('id').execute()).map(({ id }) => id)

  /** Starts a rule now, and wakes the worker. */
  async function start(id: string, rule: Rule, state: RuleState = 'live', version = 1) {
    await storeRule(query, { workspace, id, rule, state, since: clock.wall, version })
    await wake()
  }
  const wake = () => planAction(query, rulesWatch(workspace, clock.wall))
  /** Rounds of the worker, one a second. */
  async function work(seconds = 1) {
    for (let second = 0; second < seconds; second++) {
      passTime(1000)
      await worker.tick()
      await worker.settled()
    }
  }
  const hits = () =>
    query.selectFrom('rule_hit').selectAll().where('workspace', '=', workspace).orderBy('message_id').orderBy('chat_id').execute()
  const states = async () => (await hits()).map(({ message_id, state: one }) => [message_id, one])
  const ruleState = async (id: string) =>
    (await query.selectFrom('rule').select('state').where('workspace', '=', workspace).where('id', '=', id).executeTakeFirst())?.state
  const notifications = async () =>
    await query.selectFrom('notification').select(['event', 'title', 'text']).where('workspace', '=', workspace).orderBy('at').execute()
  /** Answers a request as the service does. */
  const serve = async (request: Request): Promise<Response> => service.fetch(request)
  /** Releases the lease, so that the next test does not wait until it expires. */
  const close = async () => {
    await worker.stop()
    // On PostgreSQL the tests share a database, and the worker of the next test would continue this work.
    for (const table of ['planned_action', 'past_action', 'standing_access', 'preset_on', 'rule'] as const)
      await query.deleteFrom(table).where('workspace', '=', workspace).execute()
    await gateway.close()
  }
  return {
    ...gateway,
    workspace,
    cookie,
    state,
    counted,
    clock,
    messages,
    passTime,
    restart,
    createChat,
    post,
    remaining,
    serve,
    start,
    wake,
    work,
    hits,
    states,
    ruleState,
    notifications,
    close,
  }
}

export type TestRulesWork = Awaited<ReturnType<typeof startRulesWork>>
