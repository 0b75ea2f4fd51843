import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { z } from 'zod/mini'
import {
  builtInPresets,
  isBuiltInPreset,
  Preset,
  PresetValue,
  usableValues,
  type PresetValues,
  type UnusableValue,
} from '#contract/presets/preset.ts'
import type { Layer } from '#engine/changes/stack.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { Reach } from '#contract/gateway/reach.ts'
import { reachOfPreset } from '#contract/gateway/record-kinds.ts'
import { groupBy } from '#engine/group-by.ts'
import { remove, rowsWith, update } from '#db/rows.ts'
import type { Query, GatewayTables, Trx } from '../database/database.ts'
import { fromJson } from '../access/member.ts'

/** What is stored about presets and those that are on. */

type OnRow = Selectable<GatewayTables['preset_on']>
type ChatRow = Selectable<GatewayTables['preset_chat']>

export interface StoredOn extends Pick<OnRow, 'id' | 'name' | 'at' | 'by' | 'until'> {
  presetId: string
  ruleName: string | null
  values: PresetValues
  isEnded: boolean
  chats: ReturnType<typeof chatOf>[]
}

const Values = z.record(z.string(), z.unknown())
/** Of a preset that another release has stored. */
const StoredPreset = z.object({ ...Preset.shape, values: Values, chats: z.unknown(), minutes: z.unknown() })

export interface FoundPreset {
  name: string
  values: PresetValues
  unusable: UnusableValue[]
  /** Where it may be turned on without the right to change settings. */
  reach: Reach
}

/** What a preset is called and sets in this release; null where there is none. A stored one replaces the built-in one of the same id. */
export async function findPreset(query: Query, workspace: string, presetId: string): Promise<FoundPreset | null> {
  const row = await rowsWith(query, 'record', { workspace, kind: 'presets', chat_id: 0, key: presetId }).select('value').executeTakeFirst()
  const stored = row && StoredPreset.safeParse(JSON.parse(row.value)).data
  const preset = stored ?? (isBuiltInPreset(presetId) ? builtInPresets[presetId] : null)
  return preset && { name: preset.name, ...usableValues(preset.values), reach: reachOfPreset(preset, presetId) }
}

/** Changes with what a preset is called and sets, so that what is turned on is what a preview showed. */
export const versionOf = ({ name, values }: Pick<FoundPreset, 'name' | 'values'>): string =>
  createHash('sha256')
    .update(JSON.stringify([name, values]))
    .digest('base64url')

/** One that is on, or was. @param chatId only this one of its chats: there may be thousands */
export async function readOn(query: Query, workspace: string, id: string, chatId?: number): Promise<StoredOn | null> {
  const [found] = await withChats(query, workspace, await onRows(query, workspace).where('id', '=', id).execute(), chatId)
  return found ?? null
}

/** Those that are on, the last one first. */
export const openOnes = async (query: Query, workspace: string): Promise<StoredOn[]> =>
  withChats(query, workspace, await onRows(query, workspace).where('ended_at', 'is', null).execute())

/** Uses of each preset that are looked at for one in a chat of the person. */
const maxUses = 50

/** The last use of a preset. `chats`: how many of its chats the person sees. */
export type LastUse = Pick<StoredOn, 'presetId' | 'at' | 'by' | 'ruleName' | 'isEnded'> & { chats: number }

/** The last use of each preset in one of these chats, the last one first. Of presets that were deleted there is none. */
export async function lastUses(query: Query, workspace: string, chats: GrantedChats): Promise<LastUse[]> {
  const stored = await rowsWith(query, 'record', { workspace, kind: 'presets' }).select('key').execute()
  const ids = new Set([...Object.keys(builtInPresets), ...stored.map(({ key }) => key)])
  const uses = await Promise.all([...ids].map((presetId) => lastUse(query, workspace, presetId, chats)))
  return uses.flat().toSorted((one, other) => other.at - one.at)
}

async function lastUse(query: Query, workspace: string, presetId: string, chats: GrantedChats): Promise<LastUse[]> {
  const newest = onRows(query, workspace).where('preset_id', '=', presetId).limit(maxUses)
  const visible = rowsWith(query, 'preset_chat', { workspace, on_id: sql.ref<string>('used.id') }).$if(chats !== 'all', (rows) =>
    chats.length === 0 ? rows.where((is) => is.lit(false)) : rows.where('chat_id', 'in', chats as number[]),
  )
  const rows = await query
    .selectFrom(newest.as('used'))
    .selectAll()
    .select(visible.select((is) => is.fn.countAll<number | string>().as('chats')).as('chats'))
    .where((is) => is.exists(visible.select('chat_id')))
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(1)
    .execute()
  return rows.map((row) => ({
    presetId,
    at: row.at,
    by: row.by,
    ruleName: row.rule_name,
    isEnded: row.ended_at !== null,
    chats: Number(row.chats),
  }))
}

const onRows = (query: Query, workspace: string) =>
  rowsWith(query, 'preset_on', { workspace }).selectAll().orderBy('at', 'desc').orderBy('id')

async function withChats(query: Query, workspace: string, rows: OnRow[], chatId?: number): Promise<StoredOn[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const chats = await rowsWith(query, 'preset_chat', { workspace, on_id: ids })
    .selectAll()
    .$if(chatId !== undefined, (found) => found.where('chat_id', '=', chatId!))
    .orderBy('position')
    .execute()
  const chatsOf = groupBy(chats, ({ on_id }) => on_id)
  return rows.map((row) => ({
    id: row.id,
    presetId: row.preset_id,
    ruleName: row.rule_name,
    name: row.name,
    values: usableValues(fromJson(Values, row.set_values)).values,
    at: row.at,
    by: row.by,
    until: row.until,
    isEnded: row.ended_at !== null,
    chats: (chatsOf.get(row.id) ?? []).map(chatOf),
  }))
}

const chatOf = ({ chat_id, copy_of, is_ended }: ChatRow) => ({ chatId: chat_id, copyOf: copy_of, isEnded: is_ended === 1 })

/** The stacks of a chat by setting, the lowest layer first. */
export async function stacksOf(query: Query, workspace: string, chatId: number): Promise<Map<string, Layer[]>> {
  const rows = await rowsWith(query, 'preset_layer', { workspace, chat_id: chatId }).selectAll().orderBy('height').execute()
  const layerOf = ({ on_id, before, after }: (typeof rows)[number]): Layer => {
    return { onId: on_id, before: fromJson(PresetValue, before), after: fromJson(PresetValue, after) }
  }
  return new Map([...groupBy(rows, ({ setting }) => setting)].map(([setting, layers]) => [setting, layers.map(layerOf)]))
}

/** The one that has this preset on in a chat. */
export const activeIn = (active: readonly StoredOn[], presetId: string, chatId: number): StoredOn | undefined =>
  active.find((on) => on.presetId === presetId && on.chats.some((chat) => chat.chatId === chatId && !chat.isEnded))

export interface ChatPlace {
  workspace: string
  chatId: number
  onId: string
}

/**
 * Writes the layers of one preset in a chat: new ones on top of all others. Where the chat held the value already, what is known of an earlier try, which
 * may have set it, stays.
 */
export async function writeLayers(
  trx: Trx,
  { workspace, chatId, onId }: ChatPlace,
  layers: readonly { setting: string; before: PresetValue; after: PresetValue }[],
): Promise<void> {
  const { top } = await rowsWith(trx, 'preset_layer', { workspace, chat_id: chatId })
    .select((is) => is.fn.max<number | null>('height').as('top'))
    .executeTakeFirstOrThrow()
  for (const { setting, before, after } of layers)
    await trx
      .insertInto('preset_layer')
      .values({
        workspace,
        chat_id: chatId,
        setting,
        on_id: onId,
        height: (top ?? 0) + 1,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .onConflict((conflict) => {
        const own = conflict.columns(['workspace', 'chat_id', 'setting', 'on_id'])
        return before === after ? own.doNothing() : own.doUpdateSet({ before: JSON.stringify(before) })
      })
      .execute()
}

/** Changes what a layer found. Resolves to whether it is there. */
export const relink = (trx: Trx, { workspace, chatId, onId }: ChatPlace, setting: string, before: PresetValue): Promise<boolean> =>
  update(trx, 'preset_layer', { workspace, chat_id: chatId, on_id: onId, setting }, { before: JSON.stringify(before) })

/** Whether a preset is on in a chat; until the transaction ends, nobody ends it there. */
export const holdOn = (trx: Trx, { workspace, chatId, onId }: ChatPlace): Promise<boolean> =>
  update(trx, 'preset_chat', { workspace, on_id: onId, chat_id: chatId, is_ended: 0 }, { is_ended: 0 })

export async function deleteLayers(trx: Trx, { workspace, chatId, onId }: ChatPlace, settings: readonly string[]): Promise<void> {
  if (settings.length === 0) return
  await remove(trx, 'preset_layer', { workspace, chat_id: chatId, on_id: onId, setting: settings })
}
