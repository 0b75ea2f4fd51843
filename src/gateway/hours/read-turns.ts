import { ChatHours } from '#contract/hours/timetable.ts'
import type { HoursQuestion } from '#contract/gateway/hours.ts'
import type { ChatTurns } from '#contract/gateway/schedule.ts'
import { equal } from '#db/rows.ts'
import { turnsBetween } from '#engine/hours/turns.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'
import type { Query } from '../database/database.ts'

/** The key of the planned action of a change. */
export const keyOfHours = (chatId: number, due: number) => `${chatId}@${due}`

/** @param question as plan-hours.ts stores it */
const hasChatGone = (question: string | null): boolean =>
  question !== null && question !== '' && (JSON.parse(question) as HoursQuestion).reason === 'gone'

/** So many timetables are read and computed at once. */
const step = 100

interface Turns {
  workspace: string
  from: number
  to: number
  /** null: all. */
  chatIds: ReadonlySet<number> | null
  /** The ids of planned actions by their keys. */
  planned: ReadonlyMap<string, string>
}

/** When opening hours take chats online and offline, without what a person has skipped. */
export async function readTurns(query: Query, { workspace, from, to, chatIds, planned }: Turns): Promise<ChatTurns[]> {
  const found: ChatTurns[] = []
  for (let last = 0; ;) {
    const rows = await query
      .selectFrom('record')
      .leftJoin('hours_memory', (join) =>
        join.onRef('hours_memory.workspace', '=', 'record.workspace').onRef('hours_memory.chat_id', '=', 'record.chat_id'),
      )
      .select(['record.chat_id', 'record.value', 'hours_memory.skipped', 'hours_memory.question'])
      .where(equal({ 'record.workspace': workspace, 'record.kind': 'chat-hours' }))
      .where('record.chat_id', '>', last)
      .orderBy('record.chat_id')
      .limit(step)
      .execute()
    for (const { chat_id: chatId, value, skipped, question } of rows) {
      if (chatIds && !chatIds.has(chatId)) continue
      const hours = ChatHours.safeParse(JSON.parse(value)).data
      if (!hours?.isOn || hasChatGone(question)) continue
      const { turns, opensFirst } = turnsBetween(hours, Math.max(from, skipped ?? 0), to)
      const actionId = planned.get(keyOfHours(chatId, turns[0] ?? 0)) ?? null
      if (turns.length > 0) found.push({ chatId, zone: hours.zone, opensFirst, turns, actionId })
    }
    if (rows.length < step) return found
    last = rows.at(-1)!.chat_id
    await yieldToEventLoop()
  }
}
