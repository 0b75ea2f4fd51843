import { randomUUID } from 'node:crypto'
import { Failure, type Call, type CallName } from '#contract/client.ts'
import { isRecorded } from '#contract/recorded-change.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import { standingActs } from '#contract/gateway/standing-access.ts'
import { equal, insert, update } from '#db/rows.ts'
import type { Keys } from '../session/seal.ts'
import { noRecorder } from '../metrics/recorder.ts'
import { roomkeeper } from '../audit/record-done.ts'
import { notifyTokenRefused } from '../notifications/notify.ts'
import { admit } from './budget.ts'
import type { Lease } from './lease.ts'
import { NotSent, type NotSentReason } from './not-sent.ts'
import type { ServiceClient } from './service-client.ts'
import type { TaskOptions, Work } from './task.ts'
import type { PlannedAction } from './planner.ts'

export interface WorkOptions extends Pick<TaskOptions, 'database' | 'notify' | 'nowMs' | 'wait' | 'recorder'> {
  keys: Pick<Keys, 'unseal'>
  serviceClient: ServiceClient
  knownSounds: (accountId: number) => Promise<KnownSounds>
  lease: Lease
  /** Aborted when this process stops. */
  stopping: AbortSignal
}

/** The standing access under which an action runs. */
interface Standing {
  accountId: number
  sealedToken: string
}

/** If the service asks for a longer wait, the action ends and is started again afterwards. */
const maxWaitMs = 60_000
/** If the service does not say how long. */
const defaultPauseMs = 10_000
const maxPauseMs = 60 * 60_000
/** Waits are split into steps of this length, so that a lost lease is noticed. */
const stepMs = 1000
/** "Too many requests" in a row. */
const maxRefusals = 5
/** Shorter waits are not listed among past actions. */
const minListedPauseMs = 2000

/**
 * The services for one run of an action, and the reason if it was interrupted. After an interruption nothing more can be sent or stored.
 * @param number of the lease under which the run was started
 */
export function createWork(options: WorkOptions, action: PlannedAction, { accountId, sealedToken }: Standing, number: number) {
  const { database, keys, serviceClient, knownSounds, lease, notify, nowMs, wait, stopping, recorder = noRecorder } = options
  const { workspace, kind } = action
  let interrupted: NotSentReason | null = null

  function interrupt(why: NotSentReason): never {
    interrupted = why
    throw new NotSent(why)
  }

  function check(): void {
    if (interrupted) throw new NotSent(interrupted)
    if (stopping.aborted) interrupt('stopping')
    if (lease.number() !== number) interrupt('lease')
  }

  async function before(name: CallName): Promise<void> {
    // Nobody has consented to it. A mistake of ours: the action is tried again, and its failure is logged.
    if (isRecorded(name) && !standingActs[kind].some(({ sends }) => sends.includes(name)))
      throw new TypeError(`Standing access does not allow the work “${kind}” to send ${name}`)
    for (;;) {
      check()
      const admission = await database.transaction(async (trx) =>
        (await lease.lock(trx, number)) ? admit(trx, workspace, kind, nowMs()) : ({ kind: 'refused', why: 'lease' } as const),
      )
      if (admission.kind === 'sent') return recorder.workerRequest(kind)
      if (admission.kind === 'refused') interrupt(admission.why)
      if (admission.ms > maxWaitMs) interrupt('paused')
      await wait(Math.min(admission.ms, stepMs), stopping)
    }
  }

  const ofThisToken = { workspace, sealed_token: sealedToken }

  async function rejected(): Promise<void> {
    if (await update(database.query, 'standing_access', { ...ofThisToken, token_rejected: 0 }, { token_rejected: 1 }))
      await notifyTokenRefused(notify, workspace, 'Nothing runs in the background')
  }

  async function pause(seconds: number | undefined): Promise<void> {
    const ms = Math.min(seconds === undefined ? defaultPauseMs : Math.ceil(seconds * 1000), maxPauseMs)
    const at = nowMs()
    const { numUpdatedRows } = await database.query
      .updateTable('standing_access')
      .set({ paused_until: at + ms })
      .where(equal(ofThisToken))
      // If several requests are refused at once, only the first is listed.
      .where('paused_until', '<=', at)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n || ms < minListedPauseMs) return
    const title = `Waited ${Math.round(ms / 1000)} s`
    const note = 'The service answered “too many requests”'
    const past = { id: randomUUID(), workspace, kind, title, note, chat_ids: '[]', at }
    await insert(database.query, 'past_action', { ...past, outcome: 'waited', result: '' })
  }

  /** A call that waits when the service asks for it, and retries. */
  const withRetry = (call: Call): Call => {
    const send: Call = async (name, input, callOptions) => {
      for (let refusals = 1; ; refusals++) {
        try {
          return await call(name, input, callOptions)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          if (error.kind === 'signed-out') {
            await rejected()
            interrupt('rejected')
          }
          if (error.kind !== 'too-many-requests') throw error
          await pause(error.retryAfter)
          if (refusals === maxRefusals) interrupt('paused')
        }
      }
    }
    return send
  }

  const work: Work = {
    workspace,
    accountId,
    callFor: (cause) => {
      const token = keys.unseal('standing-token', workspace, sealedToken)
      if (token === null) interrupt('rejected')
      return withRetry(serviceClient({ workspace, token, actor: roomkeeper(), cause, before, check }))
    },
    sounds: () => knownSounds(accountId),
    transaction: (write) =>
      database.transaction(async (trx) => {
        check()
        if (!(await lease.lock(trx, number))) interrupt('lease')
        return write(trx)
      }),
  }
  return { work, interruptedBy: () => interrupted }
}
