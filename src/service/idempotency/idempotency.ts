import { createHash } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ApiName } from '#contract/api.ts'
import { idempotencyKeyHours } from '#contract/own-service.ts'
import type { Database } from '#db/open.ts'
import { Refusal, refusalBody } from '#http/refusal.ts'
import type { Context } from '../handler.ts'
import { badKey, keyReused } from '../refusals.ts'
import type { IdempotencyKeyTable, Tables } from '../tables.ts'
import { toSeconds } from '../times.ts'

/**
 * The same act sent twice, done once (Idempotency-Key, draft-ietf-httpapi-idempotency-key-header-07). The answer is kept in the very transaction that
 * does the work, so that nothing can come between them; who sends the same key meanwhile waits for it.
 */

export interface Answered {
  status: number
  body: object
  /** Given before, to an earlier request with the key. */
  replayed: boolean
}

interface Act {
  /** As sent. */
  key: string
  name: ApiName
  /** Parsed: what the request says, however it is written. */
  input: unknown
}

type Handle = (context: Context) => Promise<object>

const mostCharacters = 255
const life = idempotencyKeyHours * 3600

/** Acts of many commits. What they decided at first is kept instead, and a repetition does the rest: nobody can wait for all of it in one transaction. */
const inSteps = new Set<ApiName>(['messageDeleteAll'])

/** Does the act, or gives the answer of the first time. Rejects with `bad_idempotency_key` and `idempotency_key_reused`; other refusals are answers. */
export function answerOnce(context: Context, act: Act, handle: Handle): Promise<Answered> {
  if (!/^[\x21-\x7e]+$/.test(act.key) || act.key.length > mostCharacters) throw badKey(mostCharacters)
  return inSteps.has(act.name) ? answerInSteps(context, act, handle) : answerInOneCommit(context, act, handle)
}

function answerInOneCommit(context: Context, act: Act, handle: Handle): Promise<Answered> {
  return context.database.serializable(async (trx) => {
    const given = answerOf(await claim(trx, context, act))
    if (given) return given
    const answered = await withinSavepoint(trx, () => handle({ ...context, database: within(trx), once: (decide) => decide(trx) }))
    await keep(trx, context, act, answered)
    return answered
  })
}

async function answerInSteps(context: Context, act: Act, handle: Handle): Promise<Answered> {
  const { database } = context
  const given = answerOf(await database.serializable((trx) => claim(trx, context, act)))
  if (given) return given
  const once: Context['once'] = (decide) =>
    database.serializable(async (trx) => {
      const { decision } = await rowOf(trx, context, act)
      if (decision !== null) return decision
      const decided = await decide(trx)
      await change(trx, context, act).set({ decision: decided }).execute()
      return decided
    })
  const answered = await settled(() => handle({ ...context, once }))
  await keep(database.query, context, act, answered)
  return answered
}

/** The row of the key, made if there is none. Until the transaction ends nobody else gets past this with the same key. */
async function claim(trx: Transaction<Tables>, context: Context, act: Act): Promise<Selectable<IdempotencyKeyTable>> {
  const time = toSeconds(context.now())
  const row = { account_id: context.account, key: act.key, request: hashOf(act), time, status: null, answer: null, decision: null }
  await trx
    .deleteFrom('idempotency_key')
    .where('account_id', '=', context.account)
    .where('key', '=', act.key)
    .where('time', '<=', time - life)
    .execute()
  const made = await trx
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  const held = made ?? (await rowOf(trx, context, act))
  if (held.request !== row.request) throw keyReused()
  return held
}

const rowOf = (trx: Transaction<Tables>, { account }: Context, { key }: Act) =>
  trx.selectFrom('idempotency_key').selectAll().where('account_id', '=', account).where('key', '=', key).executeTakeFirstOrThrow()

const change = (query: Kysely<Tables>, { account }: Context, { key }: Act) =>
  query.updateTable('idempotency_key').where('account_id', '=', account).where('key', '=', key)

const keep = (query: Kysely<Tables>, context: Context, act: Act, { status, body }: Answered) =>
  change(query, context, act)
    .set({ status, answer: JSON.stringify(body) })
    .execute()

function answerOf({ status, answer }: Selectable<IdempotencyKeyTable>): Answered | null {
  // Only this service writes the column.
  return status === null || answer === null ? null : { status, body: JSON.parse(answer) as object, replayed: true }
}

/** A refusal is an answer like any other, once what was written before it is taken back. */
function withinSavepoint(trx: Transaction<Tables>, handle: () => Promise<object>): Promise<Answered> {
  return settled(async () => {
    await sql`savepoint before_work`.execute(trx)
    try {
      return await handle()
    } catch (error) {
      if (error instanceof Refusal) await sql`rollback to savepoint before_work`.execute(trx)
      throw error
    }
  })
}

async function settled(handle: () => Promise<object>): Promise<Answered> {
  try {
    return { status: 200, body: await handle(), replayed: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: refusalBody(error), replayed: false }
  }
}

/** The database as it is within a transaction: what would be a change of its own is part of this one. */
const within = (trx: Transaction<Tables>): Context['database'] => ({
  query: trx,
  serializable: (work) => work(trx),
  transaction: (work) => work(trx),
  // Not again by itself: after a failed statement the whole transaction begins anew.
  autocommit: (work) => work(trx),
})

const hashOf = ({ name, input }: Act) =>
  createHash('sha256')
    .update(`${name} ${JSON.stringify(input)}`)
    .digest('hex')

/** Drops the keys that are too old to count. @param now milliseconds since 1970 */
export async function forgetKeys({ query }: Database<Tables>, now = Date.now()): Promise<void> {
  await query
    .deleteFrom('idempotency_key')
    .where('time', '<=', toSeconds(now) - life)
    .execute()
}
