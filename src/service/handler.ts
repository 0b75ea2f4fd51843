import type { Api, ApiName } from '#contract/api.ts'
import type { HandlerInput, Output } from '#contract/endpoint.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#db/open.ts'
import type { Listing } from './lists/chunked-list.ts'
import type { Tables } from './tables.ts'

export interface Context {
  database: Pick<Database<Tables>, 'query' | 'serializable' | 'transaction' | 'autocommit'>
  /** The id of the account that the token stands for. Every query on chats carries it. */
  account: number
  /** Milliseconds since 1970. */
  now: () => number
  /** What an act in steps decides as it begins: where the same request comes again with its key, it gets what was decided then (idempotency/idempotency.ts). */
  once: (decide: (query: Kysely<Tables>) => Promise<number>) => Promise<number>
  /** The versions for one of which the change is meant, as sent; undefined = whatever is there. */
  ifMatch: string | undefined
  /** Tells the version of what the answer is about. */
  tell: (version: string) => void
}

/** Does what one endpoint is for. The input is parsed and tidy; refusals are thrown. Lists are answered in parts. */
export type Handler<K extends ApiName> = (input: HandlerInput<Api[K]>, context: Context) => Answer<Output<Api[K]>>
type Answer<Body> = Body extends { data: (infer Row)[] } ? Listing<Row, Omit<Body, 'status' | 'count' | 'data'>> : Promise<Body>

export type Handlers = { [K in ApiName]: Handler<K> }
