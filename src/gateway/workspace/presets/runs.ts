import type { Transaction } from 'kysely'
import type { PresetValues } from '#contract/presets/preset.ts'
import type { PresetChatState, PresetChoice } from '#contract/workspace/presets.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { GatewayDatabase } from '../handler.ts'
import { notifyPresetEnded } from '../notifications/events.ts'
import { lockPresets } from './chat-lock.ts'
import { forEach, type PresetContext } from './context.ts'
import { endIn } from './end.ts'
import { notFound } from '../../refusals.ts'
import { activeIn, nothing, openOnes, readOn, setChat, type StoredChat, type StoredOn } from './stored.ts'
import { turnOnIn } from './turn-on.ts'

/** Turning presets on and ending them, over all of their chats. Everything can be repeated: what is done already has no second effect. */

export interface NewOn {
  workspace: string
  id: string
  presetId: string
  name: string
  values: PresetValues
  at: number
  by: string
  /** null: no rule did. */
  ruleName: string | null
  until: number | null
  chatIds: readonly number[]
  /** Those of the chats for which the values are not the stored ones. */
  ownChatIds: readonly number[]
}

/**
 * Stores what is to be turned on, once for each id. In a chat that has the preset on already it is not turned on again, also where two people do it at
 * the same time. Resolves to null where no chat is left.
 * @param lend resolves to who answers for it (`lender_id` in tables.ts); what it throws refuses it
 * @param plan what is done in the same transaction
 */
export const createOn = (
  database: GatewayDatabase,
  { workspace, id, presetId, name, values, at, by, ruleName, until, chatIds, ownChatIds }: NewOn,
  lend: (trx: Transaction<SessionTables>, chatIds: readonly number[]) => Promise<string | null>,
  plan: (trx: Transaction<SessionTables>, chatIds: readonly number[]) => Promise<void>,
): Promise<StoredOn | null> =>
  database.transaction(async (trx) => {
    await lockPresets(trx, workspace)
    const stored = await readOn(trx, workspace, id)
    if (stored) return stored
    const active = await openOnes(trx, workspace)
    const chats = [...new Set(chatIds)].filter((chatId) => !activeIn(active, presetId, chatId))
    if (chats.length === 0) return null
    const lender_id = await lend(trx, chats)
    const ownChats = new Set(ownChatIds)
    const row = {
      workspace,
      id,
      preset_id: presetId,
      name,
      set_values: JSON.stringify(values),
      at,
      by,
      rule_name: ruleName,
      until,
    }
    await trx
      .insertInto('preset_on')
      .values({ ...row, ended_at: null, ended_by: '', kept: 0, finished: 0 })
      .execute()
    const none = {
      chat_name: '',
      message: '',
      sounds_at_risk: '[]',
      not_kept: '[]',
      undecided: 0,
      turned_on: null,
      copy_of: null,
      lender_id,
    }
    // PostgreSQL takes at most 65,535 values in one statement.
    for (let start = 0; start < chats.length; start += chunk)
      await trx
        .insertInto('preset_chat')
        .values(
          chats.slice(start, start + chunk).map((chat_id, index) => ({
            workspace,
            on_id: id,
            chat_id,
            position: start + index,
            state: 'waiting' as const,
            own: ownChats.has(chat_id) ? 1 : 0,
            ...none,
          })),
        )
        .execute()
    await plan(trx, chats)
    await deleteOldUses(trx, workspace, at)
    return readOn(trx, workspace, id)
  })

const chunk = 500

/** What a preset that has ended did is kept for so long. */
const keptMs = 90 * 24 * 60 * 60_000
/** Each new use deletes at most so many, so their number falls without a transaction that takes long. */
const deletedAtOnce = 20

async function deleteOldUses(trx: Transaction<SessionTables>, workspace: string, now: number): Promise<void> {
  const old = await trx
    .selectFrom('preset_on')
    .select('id')
    .where('workspace', '=', workspace)
    .where('finished', '=', 1)
    .where('at', '<', now - keptMs)
    .orderBy('at')
    .limit(deletedAtOnce)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  await trx.deleteFrom('preset_chat').where('workspace', '=', workspace).where('on_id', 'in', ids).execute()
  await trx.deleteFrom('preset_on').where('workspace', '=', workspace).where('id', 'in', ids).execute()
}

/** Turns a preset on where that is still to be done: in the chats that are `waiting`. */
export async function carryOutTurnOn(context: PresetContext, on: StoredOn, isIncluded: (chatId: number) => boolean): Promise<void> {
  const waiting = on.chats.filter(({ state, chatId }) => state === 'waiting' && isIncluded(chatId))
  await forEach(waiting, ({ chatId }) => turnOnIn(context, on, chatId))
  await settle(context, on.id)
  await context.cancelResuming(on.id)
}

const open: readonly PresetChatState[] = ['waiting', 'on', 'failed']

/** Marks the chats as to be ended; from then on nothing turns it on there. */
export const beginEnding = (
  { workspace, transaction, notify, nowMs, by, actingPerson }: PresetContext,
  id: string,
  chatIds: readonly number[],
): Promise<void> =>
  transaction(async (trx) => {
    for (let start = 0; start < chatIds.length; start += chunk)
      await trx
        .updateTable('preset_chat')
        .set({ ...nothing, state: 'ending' })
        .where('workspace', '=', workspace)
        .where('on_id', '=', id)
        .where('chat_id', 'in', chatIds.slice(start, start + chunk))
        .where('state', 'in', [...open, 'notEnded'])
        .execute()
    const on = await readOn(trx, workspace, id)
    if (!on || on.ended || on.chats.some(({ state }) => open.includes(state))) return
    await trx
      .updateTable('preset_on')
      .set({ ended_at: nowMs(), ended_by: by })
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    await notifyPresetEnded(notify, workspace, toldOf(on), { by, actingPerson }, trx)
  })

/** Ends a preset where that is still to be done: in the chats that are `ending`, and with choices where values are to be decided. */
export async function carryOutEnd(
  context: PresetContext,
  on: StoredOn,
  isIncluded: (chatId: number) => boolean,
  choices: readonly PresetChoice[],
): Promise<void> {
  const decided = new Set(choices.map(({ chatId }) => chatId))
  const isLeft = ({ state, chatId }: StoredOn['chats'][number]) => state === 'ending' || (state === 'decide' && decided.has(chatId))
  const left = on.chats.filter((chat) => isIncluded(chat.chatId) && isLeft(chat))
  await forEach(left, ({ chatId }) => endIn(context, on, chatId, choices))
  await settle(context, on.id)
}

/** Notes where nothing is left to do. */
const settle = ({ workspace, transaction, notify, nowMs, by, actingPerson, cancelTimer }: PresetContext, id: string): Promise<void> =>
  transaction(async (trx) => {
    const on = await readOn(trx, workspace, id)
    if (!on || on.isFinished || on.chats.some(({ state }) => state !== 'ended' && state !== 'gone')) return
    const ended = on.ended ? {} : { ended_at: nowMs(), ended_by: by }
    await trx
      .updateTable('preset_on')
      .set({ finished: 1, ...ended })
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .execute()
    await cancelTimer(trx, id)
    if (!on.ended) await notifyPresetEnded(notify, workspace, toldOf(on), { by, actingPerson }, trx)
  })

const toldOf = ({ id, name, chats }: StoredOn) => ({ id, name, chatIds: chats.map(({ chatId }) => chatId) })

/**
 * Where it could not be turned on or ended, that is to be done again. Resolves to what is stored now.
 * @param lend as in `createOn`, for the chats in which it is still to be turned on
 */
export const retryIn = (
  { workspace, transaction }: PresetContext,
  id: string,
  isIncluded: (chatId: number) => boolean,
  lend: (trx: Transaction<SessionTables>, chats: readonly StoredChat[]) => Promise<string | null>,
) =>
  transaction(async (trx) => {
    await lockPresets(trx, workspace)
    const on = await readOn(trx, workspace, id)
    const chats = on?.chats.filter(({ chatId }) => isIncluded(chatId)) ?? []
    const waiting = chats.filter(({ state }) => state === 'failed' || state === 'waiting')
    const lender_id = waiting.length === 0 ? null : await lend(trx, waiting)
    for (const { chatId, state } of chats) {
      const place = { workspace, chatId, onId: id }
      if (state === 'failed' || state === 'waiting') await setChat(trx, place, { state: 'waiting', lender_id }, ['failed', 'waiting'])
      if (state === 'notEnded') await setChat(trx, place, { state: 'ending' }, ['notEnded'])
    }
    const stored = await readOn(trx, workspace, id)
    if (!stored) throw notFound('This preset')
    return stored
  })
