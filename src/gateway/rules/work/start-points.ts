import { z } from 'zod/mini'
import type { Message } from '#contract/messages.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import type { Query } from '#gateway/database/database.ts'
import { fromJson } from '#gateway/access/member.ts'
import type { RunningRule } from '../store.ts'
import type { ChatCursor } from '#engine/messages/read-messages.ts'
import { rowsWith } from '#db/rows.ts'
import type { StartPoint, Watch, WatchedChat } from './watch.ts'

type Started = Pick<WatchedChat, 'starts'>
type RunningStart = Pick<RunningRule, 'id' | 'start'>

export const hasStarted = ({ starts }: Started, { id, start }: RunningStart): boolean => starts.get(id)?.start === start

/** Whether a message was posted after the rule was started. */
export function countsFor({ starts }: Started, { id, start }: RunningStart, { time, messageId }: Message): boolean {
  const point = starts.get(id)
  if (point?.start !== start) return false
  return time > point.time || (time === point.time && !point.ids.includes(messageId))
}

/** The points of the rules of a chat. Those that have none yet start after the newest message; points of other rules are dropped. */
export function startPoints({ starts }: Started, rules: readonly RunningStart[], { time, ids }: ChatCursor): Map<string, StartPoint> {
  const noted = (rule: RunningStart) => (hasStarted({ starts }, rule) ? starts.get(rule.id)! : { start: rule.start, time, ids })
  return new Map(rules.map((rule) => [rule.id, noted(rule)]))
}

/** As JSON, for each rule in how many chats it still waits; null: not known yet. */
export function startingIn(watch: Watch): string | null {
  if (!watch.isOn || watch.chosenFor === '') return null
  const waiting = new Map(watch.rules.map((rule) => [rule.id, { start: rule.start, chats: 0 }]))
  for (const chat of watch.chats.values()) for (const rule of chat.rules) if (!hasStarted(chat, rule)) waiting.get(rule.id)!.chats++
  return JSON.stringify(Object.fromEntries(waiting))
}

const Starting = z.record(z.string(), z.object({ start: z.string(), chats: z.number() }))

/** What a rule that was started waits for; null: nothing. */
export async function readStarting(query: Query, workspace: string): Promise<(rule: RunningStart) => StoredRule['starting']> {
  const row = await rowsWith(query, 'rule_watch', { workspace }).select('starting').executeTakeFirst()
  const starting = fromJson(Starting, row?.starting ?? '{}')
  return ({ id, start }) => {
    const known = starting[id]
    if (known?.start !== start) return { chats: null }
    return known.chats === 0 ? null : { chats: known.chats }
  }
}
