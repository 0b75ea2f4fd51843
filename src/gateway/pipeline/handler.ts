import type { HandlerInput, Output } from '#contract/endpoint.ts'
import type { GatewayApi, GatewayEndpointName } from '#contract/gateway/api.ts'
import type { CompanyProvider } from '../company/provider.ts'
import type { AttemptLimiter } from '../server/attempt-limiter.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { SessionDescriber } from '../session/describe-session.ts'
import type { SessionRouteOptions } from '../session/require-session.ts'
import type { Keys } from '../session/seal.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import type { ServiceClient } from '../worker/service-client.ts'
import type { StandingStore } from '../worker/standing.ts'
import type { TaskOptions } from '../worker/task.ts'
import type { Deliver } from '../notifications/deliver.ts'
import type { ReceiverOptions } from '../notifications/receiver.ts'
import type { ProfileStore } from '../forward/service-profile.ts'
import type { BacktestSetup } from '../rules/backtest/remote-source.ts'
import type { PresetPort } from '../jobs/job-run.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { DeletionLimit } from '../limits/deletion-limit.ts'

/** What the handlers of all groups share. */
export interface HandlerOptions
  extends SessionRouteOptions, SessionDescriber, Pick<TaskOptions, 'database' | 'nowMs' | 'leaseNow' | 'notify' | 'matching'> {
  keys: Keys
  deletionLimit: DeletionLimit
  jobRunner: Pick<JobRunner, 'wake' | 'wishFor'>
  presetPort: PresetPort
  /** Calls the API for a person: `serviceClient({ workspace, token: session.token, actor: actorOf(c, session), cause })`. */
  serviceClient: ServiceClient
  knownSounds: (accountId: number) => Promise<KnownSounds>
  profiles: ProfileStore
  standing: StandingStore
  notifying: Notifying
  /** Where passkeys work. */
  origin: string
  /** Null where company sign-in is not set up. */
  company: CompanyProvider | null
  /** Null where no rules are run on the archive, as in some tests and benchmarks. */
  backtest: BacktestSetup | null
  /** Limits the tokens that one session may try. */
  confirmLimiter: AttemptLimiter
}

/** What the handlers of notifications share with what sends them. */
interface Notifying {
  isMailSetUp: boolean
  receivers: ReceiverOptions
  deliver: Deliver
  /** Looks at once what is due. */
  wake: () => void
}

/** Who asks. Nobody is signed in where anyone may ask. */
export interface SignedInRequest {
  c: RequestContext
  session: ActiveSession
  /** The account's identity (session/require-session.ts). Every query filters by it. */
  workspace: string
}

/** Where tables keep what is of one person; '' = whoever signs in with the account's token. */
export const ownKeyOf = ({ session, workspace }: Pick<SignedInRequest, 'session' | 'workspace'>) => ({
  workspace,
  person_id: session.member?.id ?? '',
})

type RequestOf<E> = E extends { right: 'anyone' } ? Pick<SignedInRequest, 'c'> : SignedInRequest

/** Carries out one endpoint. Session, right, step-up and input are checked before it runs; refusals are thrown. */
export type GatewayHandler<K extends GatewayEndpointName> = (
  request: HandlerInput<GatewayApi[K]> & RequestOf<GatewayApi[K]>,
) => Promise<Output<GatewayApi[K]>>

/** The handlers of a group of endpoints; without a group, of all. One that is missing does not compile. */
export type GatewayHandlers<Group = GatewayApi> = { [K in keyof Group & GatewayEndpointName]: GatewayHandler<K> }
