import type { Kysely } from 'kysely'
import type { Api, ApiName } from '#contract/api.ts'
import type { HandlerInput, Output } from '#contract/endpoint.ts'
import type { Database } from '#db/open.ts'
import type { TokenKeySeal } from './accounts/token-keys.ts'
import type { ChunkedList } from './lists/list-response.ts'
import type { Tables } from './tables.ts'

export interface Context {
  database: Pick<Database<Tables>, 'query' | 'serializable' | 'transaction' | 'autocommit'>
  /** The id of the account that the token belongs to. Every query on chats filters by it. */
  account: number
  /** Milliseconds since 1970. */
  now: () => number
  /** Without it, accounts have no token key. */
  tokenKeys: TokenKeySeal | undefined
  /** Memoized per Idempotency-Key: a repeated request reuses the first decision (idempotency/idempotency.ts). */
  decideOnce: (decide: (query: Kysely<Tables>) => Promise<number>) => Promise<number>
  /** The If-Match header as sent; undefined = the change is unconditional. */
  ifMatch: string | undefined
  /** Sets the ETag of the response. */
  setVersion: (version: string) => void
}

/** Implements one endpoint. The input is parsed; refusals are thrown. Lists are returned in chunks. */
export type Handler<K extends ApiName> = (input: HandlerInput<Api[K]>, context: Context) => HandlerResult<Output<Api[K]>>
type HandlerResult<Body> = Body extends { data: (infer Row)[] } ? ChunkedList<Row, Omit<Body, 'status' | 'count' | 'data'>> : Promise<Body>

export type Handlers = { [K in ApiName]: Handler<K> }
