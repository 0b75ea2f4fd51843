import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, itemResponse } from '../values.ts'

/** What became of the opening hours of a chat. The timetable itself is a record of the kind `chat-hours` (record-kinds.ts). Times are milliseconds. */

/** The settings that opening hours change. */
export const hoursSettings = ['offline', 'offlineMessage', 'offlineShowForm'] as const
export type HoursSetting = (typeof hoursSettings)[number]

const value = z.union([z.string(), boolean])

export const HoursQuestion = z.object({
  /**
   * `changed`: somebody else changed these settings since, and their values stay. `sounds`: the service may reset these sounds with the change, so it
   * was not made. `gone`: the chat does not exist any more.
   */
  reason: z.enum(['changed', 'sounds', 'gone']),
  since: z.number(),
  values: z.array(z.object({ setting: z.enum(hoursSettings), theirs: value, ours: value })),
  sounds: z.array(z.string()),
})
export type HoursQuestion = z.output<typeof HoursQuestion>

const HoursStatus = z.object({
  /** `rejected`: the service refused the token of standing access. */
  standing: z.enum(['on', 'off', 'rejected']),
  /** The next change that is planned. */
  next: z.nullable(z.number()),
  /** When a change was due that is too late to be made without asking. */
  lateSince: z.nullable(z.number()),
  /** What needs a decision. */
  question: z.nullable(HoursQuestion),
  /** The preset that is on here and holds these settings: opening hours wait until it ends. */
  preset: z.nullable(z.string()),
})
export type HoursStatus = z.output<typeof HoursStatus>

/** `follow`: change them as the timetable says. `keep`: leave them until the next change of the timetable. */
const Choice = z.enum(['follow', 'keep'])

export const hours = {
  hoursRead: endpoint('GET /chats/{chatId}/hours', 'settings.read', 'Read what became of the opening hours of a chat', {
    response: itemResponse(HoursStatus),
  }),
  hoursDecide: endpoint(
    'POST /chats/{chatId}/hours/decision',
    'settings.write',
    'Decide about what someone else changed while opening hours were on',
    {
      body: z.object({ choice: Choice }),
    },
  ),
}
