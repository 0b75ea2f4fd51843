import { doOnce } from './once-jobs.ts'
import type { JobRun, JobResult, PresetJobInput } from './job-run.ts'
import type { ChatChanges } from '#contract/gateway/chat-changes.ts'
import {
  type BanChangesDraft,
  type BanOutcome,
  changesSettings,
  type DeletionDraft,
  type JobCounts,
  type JobDraft,
  type JobKind,
  stepsIn,
} from '#contract/gateway/jobs.ts'
import { unpack } from '#contract/gateway/pack.ts'
import { changeBans } from '#engine/bans/change-bans.ts'
import { banPort, leftOf, planIn } from '#engine/bans/plan.ts'
import { type ChatOrder, type ChatResult, stateOf, ordersIn } from '#engine/changes/chat-result.ts'
import { saveChats } from '#engine/changes/save-chats.ts'
import { deleteMessages } from '#engine/jobs/deletion/delete-messages.ts'
import { deletionPort } from '#engine/jobs/deletion/read-back.ts'
import type { StepState } from '#engine/jobs/step-ledger.ts'
import { chatsOf, type JobRow } from './session-of-job.ts'

/** What each kind of job does, and how that is stored. */

/** The ids of the messages that an unfinished job deletes, packed. */
export const messagesIn = ({ kind, input }: Pick<JobRow, 'kind' | 'input'>): number[] | null =>
  kind !== 'messages-delete' || input === '' ? null : (JSON.parse(input) as DeletionDraft).ids

/** Reasons are those of a service, which may be long. */
const maxReasonLength = 200

const storedState = ({ steps, tries, reasons }: StepState): string =>
  JSON.stringify({
    steps: Buffer.from(steps).toString('base64'),
    tries: Buffer.from(tries).toString('base64'),
    reasons: [...reasons].map(([step, reason]) => [step, reason.slice(0, maxReasonLength)]),
  })

function stateIn(text: string): StepState | undefined {
  if (text === '') return undefined
  const { steps, tries, reasons } = JSON.parse(text) as { steps: string; tries: string; reasons: [number, string][] }
  return {
    steps: new Uint8Array(Buffer.from(steps, 'base64')),
    tries: new Uint8Array(Buffer.from(tries, 'base64')),
    reasons: new Map(reasons),
  }
}

async function deleteAll({ job, call, save, ...run }: JobRun): Promise<JobResult> {
  const { chatId, ids, times } = JSON.parse(job.input) as DeletionDraft
  const input = { ids: Float64Array.from(unpack(ids)), times: Float64Array.from(unpack(times)) }
  const receipt = await deleteMessages({
    ...run,
    input,
    state: stateIn(job.state),
    save: (state) => save(storedState(state)),
    port: deletionPort(chatId, call),
    isContinued: true,
  })
  const { deleted, notDeleted, unknown, notTried } = receipt
  const left = new Set([...notDeleted.map(({ id }) => id), ...unknown, ...notTried])
  const leftTimes = Array.from(input.times).filter((_, index) => left.has(input.ids[index]!))
  return {
    counts: { done: deleted.length, failed: notDeleted.length, unknown: unknown.length, notTried: notTried.length },
    left:
      left.size === 0
        ? null
        : {
            kind: 'messages-delete',
            ids: [...left],
            from: leftTimes.reduce((one, other) => Math.min(one, other)),
            to: leftTimes.reduce((one, other) => Math.max(one, other)),
          },
  }
}

/** Nothing is saved in between: the lists themselves show what is done, and whoever goes on reads them. */
async function changeLists(all: JobRun): Promise<JobResult> {
  const { job, call, save: _, ...run } = all
  const plans = (JSON.parse(job.input) as BanChangesDraft).plans.map(planIn)
  const receipts = await changeBans({ ...run, plans, port: banPort(call) })
  const open = receipts.flatMap((receipt, index) => (receipt.unfinished.length > 0 ? [{ receipt, plan: plans[index]! }] : []))
  const outcomes = open.flatMap(({ receipt }) => receipt.unfinished.map(({ outcome }) => outcome))
  const count = (...wanted: BanOutcome[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length
  const isRolledBack = open.length > 0 && open.every(({ receipt }) => receipt.rolledBack)
  return {
    counts: {
      done: isRolledBack ? 0 : receipts.reduce((sum, { done }) => sum + done, 0),
      failed: count('refused', 'unsafe'),
      unknown: count('unknown', 'unconfirmed'),
      notTried: count('notTried', 'rolledBack'),
    },
    left: open.length === 0 ? null : { kind: 'ban-changes', chats: open.map(({ receipt, plan }) => leftOf(receipt, plan)) },
    isRolledBack,
  }
}

/** `state` of a job whose chats have all had their turn: what is left of it is only what somebody sends again. */
export const allHadTurn = 'all had their turn'

/** The settings that a job changes; null: another kind, or the end of a preset that has not begun, or has nothing to put back. */
export const changesIn = ({ kind, input }: Pick<JobRow, 'kind' | 'input'>): ChatChanges | null =>
  changesSettings(kind) ? (JSON.parse(input) as Pick<PresetJobInput, 'changes'>).changes : null

/** What a job that changes settings needs of `JobRun`. */
export type SettingsRun = Omit<JobRun, 'once' | 'callGateway'>

export async function saveSettings(run: SettingsRun): Promise<JobResult> {
  const { job, call, save, chats, preset, begin, sounds, control, onProgress, nowMs, ...pace } = run
  const changes = changesIn(job) ?? (preset && (await begin(preset)))
  const all = changes ? ordersIn(changes) : []
  const byChat = new Map(all.map((order) => [order.chatId, order]))
  const known = await sounds()
  const send = async (runId: string, orders: readonly ChatOrder[]) =>
    saveChats({
      ...pace,
      jobId: runId,
      orders,
      results: await chats.read(all),
      keep: (result) => chats.keep(byChat.get(result.chatId)!, result),
      ...(preset && { inTurn: preset.inTurn(chats.keep, (chatId) => byChat.get(chatId)!) }),
      send: call,
      sounds: known,
      control,
      onProgress: ({ done, heldBy }) => onProgress({ done, heldBy, isChecking: false }),
      now: nowMs,
    })
  if (job.state === '') {
    await send(job.id, all)
    await save(allHadTurn)
  }
  for (let decided = await chats.decided(); decided.orders.length > 0; decided = await chats.decided()) {
    // Where it was stopped, this only looks up what was sent.
    await send(String(decided.last), decided.orders)
    await chats.forgetDecided(decided.last)
  }
  return { counts: countsOf(job, all, await chats.read(all)), left: null }
}

/** What became of the chats of a job. @param orders the first one of each in which something is to be changed */
export function countsOf(job: Pick<JobRow, 'chats'>, orders: readonly ChatOrder[], results: ReadonlyMap<number, ChatResult>): JobCounts {
  const outcomes = orders.map((order) => {
    const result = results.get(order.chatId)
    const state = stateOf(order, result, false)
    return state === 'failed' && result?.failure?.isUnknown ? 'unknown' : state
  })
  const count = (wanted: (typeof outcomes)[number]) => outcomes.filter((outcome) => outcome === wanted).length
  return {
    done: count('saved') + chatsOf(job).length - orders.length,
    failed: count('failed'),
    unknown: count('unknown'),
    notTried: count('notSent'),
    decide: count('decide'),
    notKept: count('notKept'),
  }
}

export const jobRuns: Record<JobKind, (run: JobRun) => Promise<JobResult>> = {
  'messages-delete': deleteAll,
  'ban-changes': changeLists,
  'settings-of-chats': saveSettings,
  'preset-on': saveSettings,
  'preset-end': saveSettings,
  posts: doOnce,
  'polls-create': doOnce,
  'polls-publish': doOnce,
  'polls-delete': doOnce,
}

/** Whether what a job was to do is kept with what became of it: people decide about it, send it again and undo it. */
export const keepsInput = changesSettings

/** The ids of the chats of a job, and how many steps it has. */
export function extentOf(draft: JobDraft): { chats: number[]; total: number } {
  switch (draft.kind) {
    case 'messages-delete':
      return { chats: [draft.chatId], total: draft.ids.length }
    case 'ban-changes':
      return { chats: [...new Set(draft.plans.map(({ chatId }) => chatId))], total: stepsIn(draft.plans) }
    case 'settings-of-chats':
      return { chats: idsOf(draft.changes.chats), total: draft.changes.chats.length }
    default:
      return { chats: idsOf(draft.chats), total: draft.chats.length }
  }
}

const idsOf = (chats: readonly { chatId: number }[]) => chats.map(({ chatId }) => chatId)
