import type { Settings } from '#contract/settings-derive.ts'
import type { HoursQuestion, HoursSetting } from '#contract/gateway/hours.ts'
import type { Query } from '../database/database.ts'

/** What opening hours remember of a chat, see tables.ts. */

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
  query.selectFrom('hours_memory').selectAll().where('workspace', '=', workspace).where('chat_id', '=', chatId)

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
  await query
    .insertInto('hours_memory')
    .values({ workspace, chat_id: chatId, ...columns })
    .onConflict((conflict) => conflict.columns(['workspace', 'chat_id']).doUpdateSet(columns))
    .execute()
}

export const forget = (query: Query, workspace: string, chatId: number) =>
  query.deleteFrom('hours_memory').where('workspace', '=', workspace).where('chat_id', '=', chatId).execute()
