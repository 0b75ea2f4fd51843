import type { Api, ApiName } from '#contract/api.ts'
import type { Handled, Output } from '#contract/endpoint.ts'
import type { Database } from '#db/open.ts'
import type { Tables } from './tables.ts'

export interface Context {
  database: Database<Tables>
  /** The id of the account that the token stands for. Every query on chats carries it. */
  account: number
  /** Milliseconds since 1970. */
  now: () => number
}

/** Does what one endpoint is for. The input is parsed and tidy; refusals are thrown. */
export type Handler<K extends ApiName> = (input: Handled<Api[K]>, context: Context) => Promise<Output<Api[K]>>

export type Handlers = { [K in ApiName]: Handler<K> }
