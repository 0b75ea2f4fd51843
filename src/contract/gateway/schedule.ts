import { z } from 'zod/mini'
import { dayMs, hourMs } from '../hours/zone.ts'
import { endpoint } from '../endpoint.ts'
import { boolean, id, itemResponse, key } from '../values.ts'
import { NextAction } from './standing-access.ts'

/** What will happen by itself. Times are milliseconds. */

/** Today and the days after it, in any time zone. */
export const scheduleDays = 14
/** How far ahead it is read: clocks may go back meanwhile. */
export const scheduleMs = scheduleDays * dayMs + hourMs

/** When the opening hours of a chat take it online and offline. */
const ChatTurns = z.object({
  chatId: id,
  /** The time zone in which they are written. */
  zone: z.string(),
  /** Whether the first turn opens the chat. Each of the others does the opposite of the one before it. */
  opensFirst: boolean,
  turns: z.array(z.number()),
  /** The planned action of the first turn, by which it can be skipped; null: it is not planned. */
  actionId: z.nullable(key),
})
export type ChatTurns = z.output<typeof ChatTurns>

const Schedule = z.object({
  /** When this was read, by the server's clock. */
  at: z.number(),
  /** Whether Roomkeeper carries it out. `rejected`: the chat service refuses its token. */
  access: z.enum(['on', 'off', 'rejected']),
  /** Other actions, those that were missed and those that are being carried out. */
  actions: z.array(NextAction),
  hours: z.array(ChatTurns),
})
export type Schedule = z.output<typeof Schedule>

/** In the chats of the person. Checks of the whole account are only for people who may see background access. */
export const schedule = {
  scheduleRead: endpoint('GET /schedule', 'presets.use', 'Read what happens in the next two weeks', { response: itemResponse(Schedule) }),
}
