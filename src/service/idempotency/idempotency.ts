import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ApiName } from '#contract/api.ts'
import { idempotencyKeyHours } from '#contract/own-service.ts'
import { equal, rowsWith } from '#db/rows.ts'
import type { Database } from '#db/open.ts'
import { Refusal, refusalBody } from '#http/refusal.ts'
import type { Context } from '../handler.ts'
import { badKey, keyReused } from '../refusals.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds } from '../times.ts'

/**
 * A request that is sent twice is carried out once (Idempotency-Key, draft-ietf-httpapi-idempotency-key-header-07). The response is stored in the same
 * transaction as the work, so that both are committed or neither is. A concurrent request with the same key waits for it.
 */

export interface IdempotentAnswer {
  status: number
  body: object
  /** Whether it is the stored response of an earlier request with the key. */
  replayed: boolean
}

interface KeyedRequest {
  /** The header as sent. */
  key: string
  name: ApiName
  /** The parsed input, which is the same however the request is written. */
  input: unknown
}

type Handle = (context: Context) => Promise<object>

const maxKeyLength = 255
const keyLifetimeSeconds = idempotencyKeyHours * 3600

/** Endpoints whose work is too long for one transaction. Their first decision is stored, and a repeated request completes the rest. */
const multiTransaction = new Set<ApiName>(['messageDeleteAll'])

/** Carries out the request, or returns the stored response. Rejects with `bad_idempotency_key` and `idempotency_key_reused`; other refusals are responses. */
export function answerIdempotently(context: Context, request: KeyedRequest, handle: Handle): Promise<IdempotentAnswer> {
  if (!/^[\x21-\x7e]+$/.test(request.key) || request.key.length > maxKeyLength) throw badKey(maxKeyLength)
  return multiTransaction.has(request.name)
    ? answerInTransactions(context, request, handle)
    : answerInOneTransaction(context, request, handle)
}

function answerInOneTransaction(context: Context, request: KeyedRequest, handle: Handle): Promise<IdempotentAnswer> {
  return context.database.serializable(async (trx) => {
    const stored = storedAnswer(await claim(trx, context, request))
    if (stored) return stored
    const answer = await withinSavepoint(trx, () => handle({ ...context, database: within(trx), decideOnce: (decide) => decide(trx) }))
    await store(trx, context, request, answer)
    return answer
  })
}

async function answerInTransactions(context: Context, request: KeyedRequest, handle: Handle): Promise<IdempotentAnswer> {
  const { database } = context
  const stored = storedAnswer(await database.serializable((trx) => claim(trx, context, request)))
  if (stored) return stored
  const decideOnce: Context['decideOnce'] = (decide) =>
    database.serializable(async (trx) => {
      const { decision } = await rowOf(trx, context, request)
      if (decision !== null) return decision
      const decided = await decide(trx)
      await updateRow(trx, context, request).set({ decision: decided }).execute()
      return decided
    })
  const answer = await toAnswer(() => handle({ ...context, decideOnce }))
  await store(database.query, context, request, answer)
  return answer
}

/** The row of the key, inserted if there is none. Until the transaction ends it blocks other requests with the same key. */
async function claim(trx: Transaction<Tables>, context: Context, request: KeyedRequest): Promise<Selectable<Tables['idempotency_key']>> {
  const time = toUnixSeconds(context.now())
  const row = { account_id: context.account, key: request.key, request: hashOf(request), time, status: null, answer: null, decision: null }
  await trx
    .deleteFrom('idempotency_key')
    .where(equal({ account_id: context.account, key: request.key }))
    .where('time', '<=', time - keyLifetimeSeconds)
    .execute()
  const inserted = await trx
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  const claimed = inserted ?? (await rowOf(trx, context, request))
  if (claimed.request !== row.request) throw keyReused()
  return claimed
}

const rowOf = (trx: Transaction<Tables>, { account }: Context, { key }: KeyedRequest) =>
  rowsWith(trx, 'idempotency_key', { account_id: account, key }).selectAll().executeTakeFirstOrThrow()

const updateRow = (query: Kysely<Tables>, { account }: Context, { key }: KeyedRequest) =>
  query.updateTable('idempotency_key').where('account_id', '=', account).where('key', '=', key)

const store = (query: Kysely<Tables>, context: Context, request: KeyedRequest, { status, body }: IdempotentAnswer) =>
  updateRow(query, context, request)
    .set({ status, answer: JSON.stringify(body) })
    .execute()

function storedAnswer({ status, answer }: Selectable<Tables['idempotency_key']>): IdempotentAnswer | null {
  // Only this service writes the column.
  return status === null || answer === null ? null : { status, body: JSON.parse(answer) as object, replayed: true }
}

/** A refusal is stored like any other response, after what was written before it is rolled back. */
function withinSavepoint(trx: Transaction<Tables>, handle: () => Promise<object>): Promise<IdempotentAnswer> {
  return toAnswer(async () => {
    await sql`savepoint before_work`.execute(trx)
    try {
      return await handle()
    } catch (error) {
      if (error instanceof Refusal) await sql`rollback to savepoint before_work`.execute(trx)
      throw error
    }
  })
}

async function toAnswer(handle: () => Promise<object>): Promise<IdempotentAnswer> {
  try {
    return { status: 200, body: await handle(), replayed: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: refusalBody(error), replayed: false }
  }
}

/** The database within a transaction: what would be a transaction of its own becomes part of this one. */
const within = (trx: Transaction<Tables>): Context['database'] => ({
  query: trx,
  serializable: (work) => work(trx),
  transaction: (work) => work(trx),
  // Not again by itself: after a failed statement the whole transaction begins anew.
  autocommit: (work) => work(trx),
})

const hashOf = ({ name, input }: KeyedRequest) =>
  createHash('sha256')
    .update(`${name} ${JSON.stringify(input)}`)
    .digest('hex')

/** Of one statement, besides others of the same second. */
const deletedAtOnce = 500

/** Deletes expired keys; others have the thread and the database between the steps. @param now milliseconds since 1970 */
export async function deleteExpiredKeys({ query }: Database<Tables>, now = Date.now()): Promise<void> {
  const expired = toUnixSeconds(now) - keyLifetimeSeconds
  const keys = query.selectFrom('idempotency_key').select('time').where('time', '<=', expired).orderBy('time')
  for (;;) {
    const last = await keys
      .offset(deletedAtOnce - 1)
      .limit(1)
      .executeTakeFirst()
    await query
      .deleteFrom('idempotency_key')
      .where('time', '<=', last?.time ?? expired)
      .execute()
    if (!last) return
    await setImmediate()
  }
}
