import type { SettingName } from '#contract/settings.ts'
import type { ChatChanges } from '#contract/gateway/chat-changes.ts'
import type { ChatOrder } from '#engine/changes/chat-result.ts'
import type { InTurn } from '#engine/changes/save-chats.ts'
import type { Query, Trx, GatewayDatabase } from '../database/database.ts'
import type { ChatResults } from './kinds.ts'
import type { JobRow } from './session-of-job.ts'

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
