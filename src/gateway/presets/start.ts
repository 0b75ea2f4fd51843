import type { PresetValues } from '#contract/presets/preset.ts'
import { soundSettings } from '#contract/settings-derive.ts'
import { invalid } from '#http/refusal.ts'
import { packOrders } from '#engine/changes/chat-result.ts'
import { inParts } from '#engine/group-by.ts'
import { insert, remove, rowsWith, update } from '#db/rows.ts'
import type { Query, Trx, GatewayDatabase } from '../database/database.ts'
import type { TaskOptions } from '../worker/task.ts'
import { cancelAction, planAction } from '../worker/planner.ts'
import type { PresetJobInput } from '../jobs/job-run.ts'
import { type StartedBy, insertJob, requireRoom } from '../jobs/start-job.ts'
import { notifyPresetEnded, notifyPresetOn } from '../notifications/notify.ts'
import { lockPresets } from './chat-lock.ts'
import { type StoredOn, activeIn, openOnes, readOn } from './stored.ts'
import { notedBy } from '../database/modes.ts'

/** Turning presets on and ending them: what is to be so is stored here, once, and a job changes the chats (preset-port.ts). */

export type StartOptions = Pick<TaskOptions, 'notify' | 'nowMs'> & { database: Pick<GatewayDatabase, 'transaction'> }

interface Starter {
  startedBy: StartedBy
  /** The name, for everyone who sees the preset. */
  by: string
  /** Who is not notified of it, as in NewNotification. */
  actingPerson: string | null
}

export interface NewOn extends Starter {
  workspace: string
  /** Also that of its job. */
  id: string
  presetId: string
  name: string
  values: PresetValues
  /** null: no rule did. */
  ruleName: string | null
  until: number | null
  chatIds: readonly number[]
  /** Those of the chats for which the values are not the stored ones. */
  ownChatIds: readonly number[]
  /** Sounds that the service may reset are accepted to be reset. */
  acceptsRisks: boolean
}

/**
 * Turns a preset on, once for each id. In a chat that has it on already it is not turned on again, also where two people do it at the same time. Resolves
 * to null where no chat is left.
 * @param require throws a Refusal where it may not be turned on any more
 */
export const startTurningOn = (
  { database, notify, nowMs }: StartOptions,
  draft: NewOn,
  require: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<StoredOn | null> =>
  database.transaction(async (trx) => {
    const { workspace, id, presetId, name, values, by, actingPerson, ruleName, until } = draft
    await lockPresets(trx, workspace)
    const stored = await readOn(trx, workspace, id)
    if (stored) return stored
    const active = await openOnes(trx, workspace)
    const chatIds = [...new Set(draft.chatIds)].filter((chatId) => !activeIn(active, presetId, chatId))
    if (chatIds.length === 0) return null
    await require(trx)
    const at = nowMs()
    const on = { workspace, id, preset_id: presetId, name, set_values: JSON.stringify(values), at, by, rule_name: ruleName, until }
    await insert(trx, 'preset_on', { ...on, ended_at: null })
    // PostgreSQL takes at most 65,535 values in one statement.
    const chats = chatIds.map((chat_id, position) => ({ workspace, on_id: id, chat_id, position, copy_of: null, is_ended: 0 }))
    for (const some of inParts(chats)) await insert(trx, 'preset_chat', some)
    const acceptedRisks = draft.acceptsRisks ? [...soundSettings] : []
    const changes = packOrders(chatIds.map((chatId) => ({ chatId, chatName: '', base: {}, changes: values, acceptedRisks })))
    const job = { workspace, id, kind: 'preset-on', chatIds, total: chatIds.length } as const
    // What a rule does is bounded by how often it may.
    if (draft.startedBy.method !== 'standing') await requireRoom(trx, job)
    const words = { title: `Turning on “${name}”`, done_title: `“${name}” is on`, place: chatsIn(chatIds.length) }
    const input: PresetJobInput = { onId: id, name, changes }
    const ownChatIds = draft.ownChatIds.filter((chatId) => chatIds.includes(chatId))
    if (!(await insertJob(trx, { ...job, ...words, ownChatIds, hold_ms: 0, input, at }, draft.startedBy)))
      throw invalid({ onId: ['is the id of another job'] })
    await planEnd(trx, workspace, { id, name, by, until, chatIds })
    await notifyPresetOn(notify, workspace, { id, name, chatIds }, { by, actingPerson }, trx)
    await deleteOldUses(trx, workspace, at)
    return readOn(trx, workspace, id)
  })

export const chatsIn = (count: number) => (count === 1 ? '1 chat' : `${count} chats`)

interface NewEnd extends Starter {
  workspace: string
  onId: string
  jobId: string
  /** Of its chats, those in which it ends. */
  isIncluded: (chatId: number) => boolean
  /** Only if this is still the time of its end. Milliseconds. */
  due?: number
}

/**
 * Ends a preset: from then on nothing turns it on there, and a job puts back what it changed. Repeated, it has no effect. Resolves to whether there was
 * anything to end.
 */
export const startEnding = (
  { database, notify, nowMs }: StartOptions,
  { workspace, onId, jobId, isIncluded, due, startedBy, by, actingPerson }: NewEnd,
): Promise<boolean> =>
  database.transaction(async (trx) => {
    await lockPresets(trx, workspace)
    const on = await readOn(trx, workspace, onId)
    const open = on?.chats.filter(({ isEnded }) => !isEnded).map(({ chatId }) => chatId) ?? []
    const chatIds = open.filter(isIncluded)
    if (!on || chatIds.length === 0) return false
    // It was extended a moment ago.
    if (due !== undefined && (on.until === null || on.until > due)) return false
    const { name } = on
    const at = nowMs()
    const job = { workspace, id: jobId, kind: 'preset-end', chatIds, total: chatIds.length } as const
    const words = { title: `Ending “${name}”`, done_title: `“${name}” has ended`, place: chatsIn(chatIds.length) }
    const input: PresetJobInput = { onId, name, changes: null }
    if (!(await insertJob(trx, { ...job, ...words, hold_ms: 0, input, at }, startedBy)))
      throw invalid({ jobId: ['is the id of another job'] })
    for (const some of inParts(chatIds)) await update(trx, 'preset_chat', { workspace, on_id: onId, chat_id: some }, { is_ended: 1 })
    if (chatIds.length < open.length) return true
    await update(trx, 'preset_on', { workspace, id: onId }, { ended_at: at })
    // Nothing more is turned on: what the job has not come to yet stays as it is. Where it waits for somebody, it goes on for whoever ends the preset.
    const again = { ...startedBy, own_chats: '[]', phase: 'waiting', wish: 'go', paused_because: '', not_before: 0, trouble: '' } as const
    await update(trx, 'job', { workspace, id: onId, phase: ['waiting', 'paused'] }, again)
    // The action of the worker ends by itself, and is tried again as long as it has not.
    if (startedBy.method !== 'standing') await cancelAction(trx, { workspace, kind: 'preset', key: onId })
    await notifyPresetEnded(notify, workspace, { id: onId, name, chatIds: on.chats.map(({ chatId }) => chatId) }, { by, actingPerson }, trx)
    return true
  })

/** What a preset that has ended did is kept for so long. */
const keptMs = 90 * 24 * 60 * 60_000
/** Each new use deletes at most so many, so their number falls without a transaction that takes long. */
const deletedAtOnce = 20

async function deleteOldUses(trx: Trx, workspace: string, now: number): Promise<void> {
  const old = await rowsWith(trx, 'preset_on', { workspace })
    .select('id')
    .where('ended_at', '<', now - keptMs)
    .orderBy('ended_at')
    .limit(deletedAtOnce)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  for (const table of ['preset_layer', 'preset_chat'] as const) await remove(trx, table, { workspace, on_id: ids })
  await remove(trx, 'preset_on', { workspace, id: ids })
}

type Timed = Pick<StoredOn, 'id' | 'name' | 'by' | 'until'> & { chatIds: readonly number[] }

/** Plans the end of a preset at its time, where standing access is on. */
export async function planEnd(query: Query, workspace: string, { id, name, by, until, chatIds }: Timed): Promise<void> {
  const end = { workspace, kind: 'preset', key: id } as const
  if (until === null) return cancelAction(query, end)
  return planAction(query, { ...end, due: until, title: `End the mode “${name}”`, note: notedBy(by), chatIds, data: '' })
}
