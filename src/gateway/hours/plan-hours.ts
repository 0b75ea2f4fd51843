import { type HoursState, nextChange, stateAt } from '#engine/hours/openings.ts'
import { ChatHours } from '#contract/hours/timetable.ts'
import { clockAt } from '#contract/hours/zone.ts'
import { actOfHours } from '#contract/gateway/reach.ts'
import { equal, remove, rowsWith, update, upsert } from '#db/rows.ts'
import { hoursSettings, type HoursQuestion, type HoursSetting } from '#contract/gateway/hours.ts'
import type { Query, Trx } from '../database/database.ts'
import { type PlannedAction, cancelAction, planAction } from '../worker/planner.ts'
import { keyOfHours } from './read-turns.ts'
import type { AfterWrite } from '../records/record-store.ts'
import { requireLender } from '../lent/require-lender.ts'
import { countRecords, lockRecords } from '../records/shares.ts'
import type { Settings } from '#contract/settings-derive.ts'

/** What opening hours remember of a chat (database/modes.ts). */

export type HoursValues = Pick<Settings, HoursSetting>

export interface HoursMemory {
  held: HoursValues | null
  before: Partial<HoursValues> | null
  attempt: Partial<HoursValues> | null
  question: HoursQuestion | null
  follows: boolean
  skipped: number
}

export const noMemory: HoursMemory = { held: null, before: null, attempt: null, question: null, follows: false, skipped: 0 }

const ofChat = (query: Query, workspace: string, chatId: number) =>
  rowsWith(query, 'hours_memory', { workspace, chat_id: chatId }).selectAll()

const parsed = (text: string): unknown => (text === '' ? null : JSON.parse(text))
const written = (value: object | null) => (value === null ? '' : JSON.stringify(value))

export async function readMemory(query: Query, workspace: string, chatId: number): Promise<HoursMemory> {
  const row = await ofChat(query, workspace, chatId).executeTakeFirst()
  if (!row) return noMemory
  const { held, before, attempt, question, follows, skipped } = row
  const values = { held: parsed(held), before: parsed(before), attempt: parsed(attempt), question: parsed(question) }
  // Only writeMemory() writes these columns, in this form.
  return { ...(values as Pick<HoursMemory, keyof typeof values>), follows: follows === 1, skipped }
}

export async function writeMemory(query: Query, workspace: string, chatId: number, change: Partial<HoursMemory>): Promise<void> {
  const { held, before, attempt, question, follows, skipped } = { ...(await readMemory(query, workspace, chatId)), ...change }
  const columns = {
    held: written(held),
    before: written(before),
    attempt: written(attempt),
    question: written(question),
    follows: follows ? 1 : 0,
    skipped,
  }
  await upsert(query, 'hours_memory', { workspace, chat_id: chatId }, columns)
}

const forget = (query: Query, workspace: string, chatId: number) => remove(query, 'hours_memory', { workspace, chat_id: chatId })

/** null: the chat has no opening hours, or they are off. */
export async function readHours(query: Query, workspace: string, chatId: number): Promise<ChatHours | null> {
  const row = await rowsWith(query, 'record', { workspace, kind: 'chat-hours', chat_id: chatId }).select('value').executeTakeFirst()
  const hours = row && ChatHours.safeParse(JSON.parse(row.value)).data
  return hours?.isOn ? hours : null
}

const timeIn = (zone: string, at: number) => {
  const { minute } = clockAt(zone, at)
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function titleOf(hours: ChatHours, due: number, { kind }: HoursState): string {
  if (kind === 'open') return 'Bring online'
  return stateAt(hours, due - 1).kind === 'open' ? 'Take offline' : 'Change the offline message'
}

const actionOf = (workspace: string, chatId: number, due: number, title: string, note: string): PlannedAction => ({
  workspace,
  kind: 'hours',
  key: keyOfHours(chatId, due),
  due,
  title,
  note,
  chatIds: [chatId],
  data: String(due),
})

/** The actions of a chat that are planned. */
const plannedFor = (query: Query, workspace: string, chatId: number) =>
  rowsWith(query, 'planned_action', { workspace, kind: 'hours' })
    .select(['workspace', 'kind', 'key', 'due'])
    .where('key', 'like', `${chatId}@%`)
    .execute()

/** Plans the next change, in place of another one in the future. An action is one change: a late one stays listed and asks, beside the next. */
export async function planNext(query: Query, nowMs: () => number, workspace: string, chatId: number): Promise<void> {
  const now = nowMs()
  const [hours, memory, planned] = await Promise.all([
    readHours(query, workspace, chatId),
    readMemory(query, workspace, chatId),
    plannedFor(query, workspace, chatId),
  ])
  const change = hours && memory.question?.reason !== 'gone' ? nextChange(hours, Math.max(now, memory.skipped)) : null
  const next =
    hours &&
    change &&
    actionOf(
      workspace,
      chatId,
      change.at,
      titleOf(hours, change.at, change.state),
      `Opening hours, ${timeIn(hours.zone, change.at)} in ${hours.zone}`,
    )
  for (const action of planned) if (action.due > now && action.key !== next?.key) await cancelAction(query, action)
  if (next && !planned.some(({ key }) => key === next.key)) await planAction(query, next)
}

/** After the timetable or what keeps it from being followed has changed: everything is planned anew, and what it says now is done at once. */
export async function planAgain(query: Query, nowMs: () => number, workspace: string, chatId: number): Promise<void> {
  for (const action of await plannedFor(query, workspace, chatId)) await cancelAction(query, action)
  const hours = await readHours(query, workspace, chatId)
  if (!hours) {
    await forget(query, workspace, chatId)
    return
  }
  const now = nowMs()
  await planAction(query, actionOf(workspace, chatId, now, 'Follow the opening hours', ''))
  await planNext(query, nowMs, workspace, chatId)
}

/** Plans what is missing, and with `isStart` also what another release or other rules of a time zone planned differently. */
export async function planAll(query: Query, nowMs: () => number, isStart: boolean): Promise<void> {
  const records = await rowsWith(query, 'record', { kind: 'chat-hours' }).select(['workspace', 'chat_id']).execute()
  const planned = await rowsWith(query, 'planned_action', { kind: 'hours' })
    .select(['workspace', 'chat_ids'])
    .where('due', '>', nowMs())
    .execute()
  const hasNext = new Set(planned.map(({ workspace, chat_ids }) => `${workspace} ${chat_ids}`))
  for (const { workspace, chat_id } of records)
    if (isStart || !hasNext.has(`${workspace} ${JSON.stringify([chat_id])}`)) await planNext(query, nowMs, workspace, chat_id)
}

/** Takes what was due before off the list: what the timetable says now was done. */
export async function dropEarlier(query: Query, nowMs: () => number, workspace: string, chatId: number, but: string): Promise<void> {
  for (const action of await plannedFor(query, workspace, chatId))
    if (action.due <= nowMs() && action.key !== but) await cancelAction(query, action)
}

/** Plans anew where a timetable was changed. Throws a Refusal where the right was taken away meanwhile: the hours go on under the name of the person. */
export const planChanged =
  (nowMs: () => number): AfterWrite =>
  async (query, { workspace, member }, kind, changed) => {
    if (kind !== 'chat-hours') return
    const chatIds = changed.flatMap(({ chatId }) => chatId ?? [])
    await requireLender(query, workspace, member, actOfHours(chatIds))
    for (const chatId of chatIds) await planAgain(query, nowMs, workspace, chatId)
  }

/** The name of a preset that is on in a chat and holds a setting of opening hours. */
export async function presetOver(query: Query, workspace: string, chatId: number): Promise<string | null> {
  const row = await query
    .selectFrom('preset_layer')
    .innerJoin('preset_on', (join) =>
      join.onRef('preset_on.workspace', '=', 'preset_layer.workspace').onRef('preset_on.id', '=', 'preset_layer.on_id'),
    )
    .select('preset_on.name')
    .where(equal({ 'preset_layer.workspace': workspace, 'preset_layer.chat_id': chatId }))
    .where('preset_layer.setting', 'in', hoursSettings)
    .orderBy('preset_layer.height', 'desc')
    .executeTakeFirst()
  return row?.name ?? null
}

interface TurnOff {
  workspace: string
  chatId: number
  /** The id of the person who is recorded for it; null: whoever signed in with the account's token. */
  by: string | null
  nowMs: number
}

/** Turns the opening hours of a chat off, which stays as it is: the timetable is kept. */
export async function turnOffHours(trx: Trx, { workspace, chatId, by, nowMs }: TurnOff): Promise<void> {
  const record = { workspace, kind: 'chat-hours', chat_id: chatId, key: 'hours' } as const
  const { value, changed_by } = await rowsWith(trx, 'record', record).select(['value', 'changed_by']).executeTakeFirstOrThrow()
  const off = JSON.stringify({ ...(JSON.parse(value) as object), isOn: false })
  const version = await lockRecords(trx, workspace, 1)
  await update(trx, 'record', record, { value: off, version, changed_at: Math.floor(nowMs / 1000), changed_by: by })
  const { kind } = record
  await countRecords(trx, workspace, kind, [{ writer: changed_by, json: value }], [{ writer: by, json: off }])
  await planAgain(trx, () => nowMs, workspace, chatId)
}
