import { createHash } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { z } from 'zod/mini'
import { builtInPresets, isBuiltInPreset } from '#contract/presets/built-in.ts'
import { Preset, PresetValue, usableValues, type PresetValues, type UnusableValue } from '#contract/presets/preset.ts'
import type { Layer } from '#engine/changes/stack.ts'
import type { GrantedChats } from '#contract/workspace/grant.ts'
import type { Reach } from '#contract/workspace/reach.ts'
import { reachOfPreset } from '#contract/workspace/record-kinds.ts'
import type { SessionTables } from '../../session/tables.ts'
import { fromJson } from '../member.ts'

/** What is stored about presets and those that are on. */

type Query = Kysely<SessionTables>
type OnRow = Selectable<SessionTables['preset_on']>
type ChatRow = Selectable<SessionTables['preset_chat']>

export interface StoredOn extends Pick<OnRow, 'id' | 'name' | 'at' | 'by' | 'until' | 'kept'> {
  presetId: string
  ruleName: string | null
  values: PresetValues
  ended: { at: number; by: string } | null
  isFinished: boolean
  chats: StoredChat[]
}

export interface StoredChat extends Pick<ChatRow, 'state' | 'message' | 'undecided'> {
  chatId: number
  name: string
  soundsAtRisk: string[]
  notKept: string[]
  turnedOn: number | null
  copyOf: number | null
  lenderId: string | null
  isOwn: boolean
}

export interface StoredLayer extends Layer {
  height: number
}

const Values = z.record(z.string(), z.unknown())
const Names = z.array(z.string())
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
  const row = await query
    .selectFrom('record')
    .select('value')
    .where('workspace', '=', workspace)
    .where('kind', '=', 'presets')
    .where('chat_id', '=', 0)
    .where('key', '=', presetId)
    .executeTakeFirst()
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

/** Those with something left to do, the last one first. */
export const openOnes = async (query: Query, workspace: string): Promise<StoredOn[]> =>
  withChats(query, workspace, await onRows(query, workspace).where('finished', '=', 0).execute())

/** Uses of each preset that are looked at for one in a chat of the person. */
const maxUses = 50

/** The last use of a preset. `chats`: how many of its chats the person sees. */
export type LastUse = Pick<StoredOn, 'presetId' | 'at' | 'by' | 'ruleName' | 'ended' | 'kept' | 'isFinished'> & { chats: number }

/** The last use of each preset in one of these chats, the last one first. Of presets that were deleted there is none. */
export async function lastUses(query: Query, workspace: string, chats: GrantedChats): Promise<LastUse[]> {
  const stored = await query.selectFrom('record').select('key').where('workspace', '=', workspace).where('kind', '=', 'presets').execute()
  const ids = new Set([...Object.keys(builtInPresets), ...stored.map(({ key }) => key)])
  const uses = await Promise.all([...ids].map((presetId) => lastUse(query, workspace, presetId, chats)))
  return uses.flat().toSorted((one, other) => other.at - one.at)
}

async function lastUse(query: Query, workspace: string, presetId: string, chats: GrantedChats): Promise<LastUse[]> {
  const newest = onRows(query, workspace).where('preset_id', '=', presetId).limit(maxUses)
  const visible = query
    .selectFrom('preset_chat')
    .where('preset_chat.workspace', '=', workspace)
    .where('preset_chat.on_id', '=', sql.ref<string>('used.id'))
    .$if(chats !== 'all', (rows) =>
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
    kept: row.kept,
    ended: row.ended_at === null ? null : { at: row.ended_at, by: row.ended_by },
    isFinished: row.finished === 1,
    chats: Number(row.chats),
  }))
}

const onRows = (query: Query, workspace: string) =>
  query.selectFrom('preset_on').selectAll().where('workspace', '=', workspace).orderBy('at', 'desc').orderBy('id')

async function withChats(query: Query, workspace: string, rows: OnRow[], chatId?: number): Promise<StoredOn[]> {
  if (rows.length === 0) return []
  const chats = await query
    .selectFrom('preset_chat')
    .selectAll()
    .where('workspace', '=', workspace)
    .where(
      'on_id',
      'in',
      rows.map(({ id }) => id),
    )
    .$if(chatId !== undefined, (found) => found.where('chat_id', '=', chatId!))
    .orderBy('position')
    .execute()
  const chatsOf = new Map(rows.map(({ id }) => [id, [] as StoredChat[]]))
  for (const chat of chats) chatsOf.get(chat.on_id)!.push(chatOf(chat))
  return rows.map((row) => ({
    id: row.id,
    presetId: row.preset_id,
    ruleName: row.rule_name,
    name: row.name,
    values: usableValues(fromJson(Values, row.set_values)).values,
    at: row.at,
    by: row.by,
    until: row.until,
    kept: row.kept,
    ended: row.ended_at === null ? null : { at: row.ended_at, by: row.ended_by },
    isFinished: row.finished === 1,
    chats: chatsOf.get(row.id)!,
  }))
}

const chatOf = (row: ChatRow): StoredChat => ({
  chatId: row.chat_id,
  name: row.chat_name,
  state: row.state,
  message: row.message,
  undecided: row.undecided,
  soundsAtRisk: fromJson(Names, row.sounds_at_risk),
  notKept: fromJson(Names, row.not_kept),
  turnedOn: row.turned_on,
  copyOf: row.copy_of,
  lenderId: row.lender_id,
  isOwn: row.own === 1,
})

/** The stacks of a chat by setting, the lowest layer first. */
export async function stacksOf(query: Query, workspace: string, chatId: number): Promise<Map<string, StoredLayer[]>> {
  const rows = await query
    .selectFrom('preset_layer')
    .selectAll()
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chatId)
    .orderBy('height')
    .execute()
  const stacks = new Map<string, StoredLayer[]>()
  for (const { setting, on_id, height, before, after } of rows) {
    const layer = { onId: on_id, height, before: fromJson(PresetValue, before), after: fromJson(PresetValue, after) }
    stacks.set(setting, [...(stacks.get(setting) ?? []), layer])
  }
  return stacks
}

/** The one that has this preset on in a chat, or is about to. */
export const activeIn = (active: readonly StoredOn[], presetId: string, chatId: number): StoredOn | undefined =>
  active.find((on) => on.presetId === presetId && on.chats.some((chat) => chat.chatId === chatId && holding.has(chat.state)))

const holding: ReadonlySet<StoredChat['state']> = new Set(['waiting', 'on', 'ending', 'notEnded'])

interface ChatPlace {
  workspace: string
  chatId: number
  onId: string
}

/** Writes the layers of one preset in a chat: new ones on top of all others. */
export async function writeLayers(
  trx: Transaction<SessionTables>,
  { workspace, chatId, onId }: ChatPlace,
  layers: readonly { setting: string; before: PresetValue; after: PresetValue; kept?: PresetValue }[],
): Promise<void> {
  const { top } = await trx
    .selectFrom('preset_layer')
    .select((is) => is.fn.max<number | null>('height').as('top'))
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  for (const { setting, before, after, kept } of layers) {
    const values = { before: JSON.stringify(before), kept: kept === undefined ? '' : JSON.stringify(kept) }
    await trx
      .insertInto('preset_layer')
      .values({ workspace, chat_id: chatId, setting, on_id: onId, height: (top ?? 0) + 1, after: JSON.stringify(after), ...values })
      .onConflict((conflict) => conflict.columns(['workspace', 'chat_id', 'setting', 'on_id']).doUpdateSet(values))
      .execute()
  }
}

/** Changes what a layer found. */
export const relink = (trx: Transaction<SessionTables>, { workspace, chatId, onId }: ChatPlace, setting: string, before: PresetValue) =>
  trx
    .updateTable('preset_layer')
    .set({ before: JSON.stringify(before) })
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chatId)
    .where('on_id', '=', onId)
    .where('setting', '=', setting)
    .execute()

/** @param settings undefined: all */
export async function deleteLayers(
  trx: Transaction<SessionTables>,
  { workspace, chatId, onId }: ChatPlace,
  settings?: readonly string[],
): Promise<void> {
  if (settings?.length === 0) return
  await trx
    .deleteFrom('preset_layer')
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chatId)
    .where('on_id', '=', onId)
    .$if(settings !== undefined, (rows) => rows.where('setting', 'in', settings!))
    .execute()
}

/** Of a chat about which there is nothing to say yet. */
export const nothing = { message: '', sounds_at_risk: '[]', not_kept: '[]', undecided: 0 }

/** What became of a chat. @param from only where it is in one of these states still */
export const setChat = (
  trx: Transaction<SessionTables>,
  { workspace, chatId, onId }: ChatPlace,
  changes: Partial<Omit<ChatRow, 'workspace' | 'on_id' | 'chat_id'>>,
  from?: readonly ChatRow['state'][],
) =>
  trx
    .updateTable('preset_chat')
    .set({ ...nothing, ...changes })
    .where('workspace', '=', workspace)
    .where('on_id', '=', onId)
    .where('chat_id', '=', chatId)
    .$if(from !== undefined, (rows) => rows.where('state', 'in', from!))
    .execute()
