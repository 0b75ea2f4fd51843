import type { Call, createEndpointClient } from '#contract/client.ts'
import type { JobLeft, JobCounts } from '#contract/gateway/jobs.ts'
import type { ChatResult, ChatOrder } from '#engine/changes/chat-result.ts'
import type { JobControl, Pace } from '#engine/jobs/request-scheduler.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import type { StepProgress } from '#engine/jobs/carry-out.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ChatChanges } from '#contract/gateway/chat-changes.ts'
import type { InTurn } from '#engine/changes/save-chats.ts'
import type { Query, Trx, GatewayDatabase } from '../database/database.ts'
import type { JobRow } from './session-of-job.ts'

/** What jobs use of the gateway's own endpoints: what goes on record with a change. */
export const ownEndpoints = { recordsWrite: gatewayApi.recordsWrite }

export type JobGatewayCall = ReturnType<typeof createEndpointClient<typeof ownEndpoints>>

export interface JobRun extends Pace {
  job: JobRow
  call: Call
  /** The gateway's own endpoints, as far as jobs use them (job-api.ts). */
  callGateway: JobGatewayCall
  /** JSON, as `state` of the job. */
  save: (state: string) => Promise<void>
  control: JobControl
  onProgress: (progress: Omit<StepProgress, 'total'>) => void
  chats: ChatResults
  /** null: the job changes no settings. */
  preset: PresetOfJob | null
  /** Stores what ending a preset is to put back, and resolves to it. */
  begin: (preset: PresetOfJob) => Promise<ChatChanges | null>
  once: OnceStore
  sounds: () => Promise<KnownSounds>
  nowMs: () => number
}

/** Where the results of chats are kept (chat-outcomes.ts). @param order the first one of the chat */
export interface ChatResults {
  read: (orders: readonly ChatOrder[]) => Promise<Map<number, ChatResult>>
  keep: (order: ChatOrder, result: ChatResult, within?: Within) => Promise<void>
  /** What was sent again and is not done. */
  decided: () => Promise<{ last: number; orders: ChatOrder[] }>
  forgetDecided: (last: number) => Promise<unknown>
}

export interface Within {
  transaction: GatewayDatabase['transaction']
  /** What else is written with it. */
  also?: (trx: Trx) => Promise<void>
}

/** What is known of the chats of a job that does something once in each, as JSON (once-jobs.ts). */
export interface OnceStore {
  read: () => Promise<Map<number, string>>
  /** Right before something is sent. */
  note: (chatId: number, record: string) => Promise<void>
  /** Once it is known what came of it, also where this gateway is about to stop. @param record '': nothing was sent */
  settle: (chatId: number, record: string) => Promise<void>
}

/** What came of a job. */
export interface JobResult {
  counts: JobCounts
  left: JobLeft | null
  isRolledBack?: boolean
}

/** What jobs that change settings need of presets (presets/preset-port.ts). */
export interface PresetPort {
  /** What surrounds their work on a chat, in which one job or preset at a time changes settings. */
  of: (job: JobRow, transaction: GatewayDatabase['transaction']) => PresetOfJob
  /** With a job that ended one goes what it has not put back: that stays as it is. */
  forget: (query: Query, job: Pick<JobRow, 'workspace' | 'kind' | 'input' | 'chats'>) => Promise<void>
  /** Somebody decided to leave these settings of a chat as they are. */
  leave: (
    trx: Trx,
    job: Pick<JobRow, 'workspace' | 'kind' | 'input'>,
    chats: readonly { chatId: number; settings: readonly SettingName[] }[],
  ) => Promise<void>
}

export interface PresetOfJob {
  /** What ending it puts back, by the chats as they are known at the start. Stores nothing. */
  endingOrders: (trx: Trx) => Promise<ChatOrder[]>
  /** @param firstOf the first order of a chat */
  inTurn: (keep: ChatResults['keep'], firstOf: (chatId: number) => ChatOrder) => InTurn
}

/** What is stored of a job that turns a preset on or ends it. */
export interface PresetJobInput {
  onId: string
  /** Of the preset. */
  name: string
  /** null: it is to be ended, and has not begun. */
  changes: ChatChanges | null
}

export const presetIn = ({ input }: Pick<JobRow, 'input'>) => JSON.parse(input) as PresetJobInput
