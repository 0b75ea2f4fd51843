import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import { fillPath, fillQuery, type Endpoint } from '#contract/endpoint.ts'
import { figure } from '../../test-figure.ts'
import { benchOn, makeDatabase, makeFolder, type Bench, type Call } from '../testing/databases.ts'
import { answerOf, newState, type ModelCall, type ModelAnswer, type ModelState } from './test-model.ts'
import { histories, type Move, type Step } from './test-steps.ts'
import { isProof } from '../../test-runs.ts'

/**
 * Random histories of the whole API on every engine of this machine at once, each answer compared with that of a model in memory. Of calls made at
 * the same time, some order has to explain every answer. MODEL_SEED repeats a run, MODEL_RUNS says how many: without it 6, with PROOF=1 all 500. MODEL_SHRINK=1 looks for the shortest history that fails.
 */

const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
const numRuns = Number(process.env['MODEL_RUNS'] ?? (isProof ? 500 : 6))

/** A history as seen by one engine. */
interface Side {
  bench: Bench
  call: Call
  /** In the order of creation, including deleted ones. */
  chats: number[]
  /** The possible states of the service after the responses so far: several where concurrent calls leave it open. */
  states: ModelState[]
  /** The last refusal as received: the model knows only its code. */
  refusal: unknown
}

const server = inject('postgresUrl')

describe('the service and its model', () => {
  const benches = [benchOn(makeFolder), ...(server ? [benchOn(() => makeDatabase(server))] : [])]
  let calls = 0
  let together = 0
  let runs = 0

  const engines = server ? `SQLite and ${inject('hasCitus') ? 'Citus' : 'PostgreSQL'}` : 'SQLite'
  it(`agree on ${engines}`, { timeout: 1_200_000 }, async () => {
    const property = fc.asyncProperty(histories, async ({ rooms, moves }) => {
      const run = ++runs
      const sides = await Promise.all(benches.map((bench) => newSide(bench, rooms, run)))
      let raced = false
      for (const move of moves) {
        calls += move.steps.length
        if (move.steps.length > 1) together += move.steps.length
        for (const side of sides) await play(side, move, run)
        // Until races end differently on the engines, all refuse the same calls with the same messages.
        raced ||= move.steps.length > 1
        if (!raced) for (const side of sides) expect(side.refusal).toEqual(sides[0]?.refusal)
      }
      for (const side of sides) await compareAll(side, run)
    })
    const outcome = await fc.check(property, { numRuns, seed, endOnFailure: process.env['MODEL_SHRINK'] !== '1' })
    if (isProof) {
      const words = `${runs} histories with ${calls} calls, ${together} of them at the same time as others, on ${benches.length} engines, seed ${seed}: ${outcome.failed ? 1 : 0} differences`
      figure('R18', !outcome.failed && benches.length === 2, words)
    }
    if (outcome.failed) throw new Error(`MODEL_SEED=${seed}\n${fc.stringify(outcome.counterexample)}`, { cause: outcome.errorInstance })
    expect(outcome.numRuns).toBe(numRuns)
  })
})

const start = Date.UTC(2026, 2, 4)

async function newSide(bench: Bench, rooms: number, run: number): Promise<Side> {
  bench.clock.now = start
  const other = await bench.newAccount()
  await other.call('PUT', '/account', { reservedName: `taken-${run}` })
  const { accountId, call } = await bench.newAccount(rooms)
  return { bench, call, chats: [], states: [newState(accountId, rooms, `taken-${run}`)], refusal: null }
}

/** Makes the calls and keeps the possible states that explain the responses. Throws when there is none. */
async function play(side: Side, { steps, seconds }: Move, run: number): Promise<ModelAnswer[]> {
  side.bench.clock.now += seconds * 1000
  const asks = steps.map((step) => modelCallOf(side, step, run))
  const actual = await Promise.all(asks.map((call) => send(side, call)))
  const moments = momentsOf(asks)
  const possible = side.states.flatMap((current) =>
    orders(moments.length).flatMap((order) => {
      const ordered = order.map((index) => moments[index]!)
      return worldAfter(current, ordered, asks, actual) ?? []
    }),
  )
  if (!possible.length) {
    const expected = steps.length === 1 ? answerOf(structuredClone(side.states[0]!), asks[0]!, actual[0]!) : 'no order explains it'
    throw new Error(`Asked ${JSON.stringify(asks)}\nheard ${JSON.stringify(actual)}\nexpected ${JSON.stringify(expected)}`)
  }
  side.states = [...new Map(possible.map((current) => [JSON.stringify(current), current])).values()]
  side.chats.push(...actual.flatMap(({ body: { chatId } }) => (typeof chatId === 'number' ? [chatId] : [])))
  return actual
}

/** When a call takes effect among those that are made at the same time. */
interface Moment {
  call: number
  /** The second moment of a call that has two. */
  isEnd?: boolean
}

/**
 * All messages are deleted in two moments: which ones is decided, then they are deleted. Calls between the two still see them, and messages
 * that are posted between the two are kept.
 */
const momentsOf = (asks: ModelCall[]): Moment[] =>
  asks.flatMap(({ name }, call) => (name === 'messageDeleteAll' && asks.length > 1 ? [{ call }, { call, isEnd: true }] : [{ call }]))

function worldAfter(current: ModelState, order: Moment[], asks: ModelCall[], actual: ModelAnswer[]): ModelState | null {
  const after = structuredClone(current)
  const decided = new Map<number, number>()
  const explains = ({ call, isEnd }: Moment) => {
    const asked = asks[call]!
    const chat = after.chats[Number(asked.params['chatId'])]
    if (isEnd) {
      const last = decided.get(call)
      if (chat && last !== undefined) chat.messages = chat.messages.filter(({ messageId }) => messageId > last)
      return last !== undefined
    }
    const isDeletion = order.some((moment) => moment.isEnd && moment.call === call)
    decided.set(call, chat?.lastMessage ?? 0)
    return isDeepStrictEqual(answerOf(isDeletion ? structuredClone(after) : after, asked, actual[call]!), actual[call])
  }
  return order.every(explains) ? after : null
}

function modelCallOf({ bench, chats }: Side, { name, chat, params, query, body, ids, bad }: Step, run: number): ModelCall {
  const { path }: Endpoint = api[name]
  const all: Record<string, unknown> = { ...params, chatId: chats[chat % chats.length] ?? 999_999_999 }
  const used = Object.fromEntries(Object.entries(all).filter(([key]) => path.includes(`{${key}}`)))
  const now = Math.floor(bench.clock.now / 1000)
  const wanted = body['reservedName']
  const reserved = typeof wanted === 'string' && wanted ? { reservedName: `${wanted}-${run}` } : {}
  const times = Object.fromEntries(['from', 'to'].flatMap((key) => (key in query ? [[key, start / 1000 + Number(query[key])]] : [])))
  return { name, params: used, query: { ...query, ...times }, body: { ...body, ...reserved }, ids, bad, now }
}

/** Normalises what the model does not predict: the account's secret, the text of `next`, the message of a refusal. */
async function send(side: Side, { name, params, query, body, ids }: ModelCall): Promise<ModelAnswer> {
  const endpoint: Endpoint = api[name]
  const answer = await side.call(
    endpoint.method,
    fillPath(endpoint.path, params) + fillQuery(query),
    endpoint.body && (name === 'messageDeleteSome' ? ids : body),
  )
  if (answer.status !== 200) {
    side.refusal = answer.body
    return { status: answer.status, body: { code: answer.body['code'] } }
  }
  const { next, ...rest } = answer.body
  const data = name === 'accountRead' ? { data: { ...(rest.data as object), tokenKey: undefined } } : {}
  return {
    status: 200,
    body: JSON.parse(JSON.stringify({ ...rest, ...data, ...(next !== undefined && { next: 'more' }) })) as ModelAnswer['body'],
  }
}

/** Reads everything at the end, of every chat that was ever created. */
async function compareAll(side: Side, run: number): Promise<void> {
  const of = (name: Step['name'], chat = 0): Move => ({
    steps: [{ name, chat, params: {}, query: name === 'messageList' ? { fast: true, limit: 500 } : {}, body: {}, ids: [], bad: false }],
    seconds: 0,
  })
  const ofAccount = (['accountRead', 'socialRead', 'chatList'] as const).map((name) => of(name))
  const ofChats = side.chats.flatMap((_, chat) => (['pollList', 'banList'] as const).map((name) => of(name, chat)))
  for (const move of [...ofAccount, ...ofChats]) await play(side, move, run)
  for (const [chat, chatId] of side.chats.entries()) {
    const [whole] = await play(side, of('messageList', chat), run)
    if (whole?.status === 200) expect(await inPagesOfTwo(side.call, chatId)).toEqual(whole.body['data'])
  }
}

/** All messages of a chat, page by page with `next`. */
async function inPagesOfTwo(call: Call, chatId: number): Promise<unknown[]> {
  const found: unknown[] = []
  let next: unknown
  do {
    const { body } = await call('GET', `/chats/${chatId}/messages${fillQuery({ fast: true, limit: 2, next })}`)
    found.push(...(body.data as unknown[]))
    next = body['next']
  } while (next !== undefined)
  return found
}

/** All permutations. */
const orders = (count: number): number[][] =>
  count === 0
    ? [[]]
    : orders(count - 1).flatMap((order) => order.map((_, at) => order.toSpliced(at, 0, count - 1)).concat([[...order, count - 1]]))
