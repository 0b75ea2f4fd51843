import type { GatewayDatabase } from './database/database.ts'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Wait } from '#engine/jobs/request-scheduler.ts'
import type { SoundName } from '#contract/settings-derive.ts'
import type { CompanySettings } from './company/provider.ts'
import type { ProfileStore } from './forward/service-profile.ts'
import type { Network } from './images/safe-fetch.ts'
import type { Recorder } from './metrics/recorder.ts'
import type { Drawer } from './server/drawer.ts'
import type { Bindings } from './server/request-context.ts'
import type { Demo } from './session/describe-session.ts'
import type { Keys } from './session/seal.ts'
import type { Sessions } from './session/sessions.ts'
import type { OnChange } from './audit/audited-calls.ts'
import type { BacktestSetup } from './rules/backtest/remote-source.ts'
import type { Matching } from './rules/matching/matching-thread.ts'
import type { MailSettings } from './notifications/deliver.ts'
import type { Tasks } from './worker/task.ts'

interface Service {
  fetch: (request: Request, options?: { onChange: OnChange }) => Response | Promise<Response>
}

export interface GatewayOptions {
  /** Our own service, or the base URL of a remote one without a trailing slash, and the largest answer that is read. */
  upstream: { service: Service } | { address: string; maxAnswerMiB?: number | undefined }
  /** The gateway's own tables. */
  database: GatewayDatabase
  /** Derived from the key file. */
  keys: Keys
  sessions: Sessions
  /** The address at which people open the dashboard, without a trailing slash. Passkeys work there and nowhere else. */
  origin: string
  /** The OpenID provider of the company; null or missing if there is none. */
  company?: CompanySettings | null
  /** What accounts have learned about remote services. */
  profiles: ProfileStore
  /** Every change is recorded. `withMessageTexts`: the texts of messages too. null: nothing is, which only tests and benchmarks need. */
  audit: { withMessageTexts: boolean; soundName: SoundName } | null
  /** The id of the database (db/installation.ts). */
  installation: string
  /** What runs on its own: other gateways may use this database; the name of this one, for people. */
  worker: { isShared: boolean; name: string }
  /** How e-mail is sent; null or missing if the operator has not set it up. */
  mail?: MailSettings | null
  /** Hosts inside to which notifications may be sent. */
  allowedHosts?: readonly string[]
  /** How rules are run on the archive; null or missing where they are not, which only tests and benchmarks need. */
  backtest?: BacktestSetup | null
  /** Missing: rules are compiled on the thread that answers requests, as in some tests. */
  matching?: Matching
  /** Kinds of work other than the product's own, which only tests need. */
  tasks?: Partial<Tasks>
  /** Null if no demo is offered. */
  demo: Demo | null
  /** Whether the database answers and accepts writes. */
  isHealthy: () => Promise<boolean>
  /** Whether this process should get requests; without it, whenever it is healthy. */
  isReady?: () => Promise<boolean>
  /** Draws pages; null or missing: their script does. */
  drawer?: Drawer | null
  /** The build's output, which contains index.html. */
  appFolder: string
  log: Logger
  /** Sign-ins per minute and address; half as many may fail. */
  signInLimit?: number
  /** Requests for the gateway's own endpoints in a minute, by person or session, and all requests of a scoped token. */
  requestLimit?: number
  /** What the service allows a token in a minute; missing: not known. */
  serviceLimit?: number | undefined
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[]
  /** The time in milliseconds. */
  nowMs?: () => number
  /** Milliseconds of a clock that nobody can set. */
  monotonicMs?: () => number
  wait?: Wait
  /** How long the HTML of a page waits for its data. */
  pageDataTimeoutMs?: number | undefined
  /** Reaches hosts of images, and receivers of notifications. */
  network?: Network
  /** Counts what happens; null or missing: nobody does. `routes`: the metrics are read here, and not on a port of their own. */
  metrics?: { recorder: Recorder; routes: Hono<Bindings> | null } | null
}
