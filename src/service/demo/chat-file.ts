import { z } from 'zod/mini'
import { ChatDraft } from '#contract/chats.ts'
import { languages } from './people.ts'

/** The format of the files in chats/. Every moment in them is a duration before now, such as `2d 3h`, so that the demo is always fresh. */

const unitSeconds: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 }

/** Seconds from a text such as `12d 7h 30m`. */
const duration = z.pipe(
  z.string().check(z.regex(/^\d+[dhms](?: \d+[dhms])*$/)),
  z.transform((text) => text.split(' ').reduce((sum, part) => sum + Number(part.slice(0, -1)) * (unitSeconds[part.slice(-1)] ?? 0), 0)),
)

const ScriptedMessage = z.strictObject({
  ago: duration,
  /** Without a name the chat itself speaks, as `host` of its conversation. */
  by: z.optional(z.string()),
  text: z.string(),
})

const spam = {
  minutes: z.number(),
  /** How many messages each name sends. */
  authors: z.record(z.string(), z.number()),
  /** `{n}` stands for a random number, so that the messages differ a little. */
  texts: z.array(z.string()),
}
const SpamWave = z.strictObject({ ...spam, ago: duration })

const DemoPoll = z.strictObject({
  question: z.string(),
  /** Two to four answers with their votes. */
  answers: z.array(z.tuple([z.string(), z.number()])),
  createdAgo: duration,
  sentAgo: z.optional(duration),
  publishedAgo: z.optional(duration),
  deletedAgo: z.optional(duration),
})

export const ChatFile = z.strictObject({
  hash: z.string(),
  createdDaysAgo: z.number(),
  /** Where a chat was closed: its conversation and messages are that much older. */
  closedDaysAgo: z.optional(z.number()),
  // Strict, so that a mistyped name of a setting is an error.
  settings: z.strictObject(ChatDraft.shape),
  design: z.record(z.string(), z.string()),
  polls: z.array(DemoPoll),
  /** Addresses and ranges, `first` or `first-last`. */
  bans: z.array(z.string()),
  conversation: z.strictObject({
    host: z.string(),
    /** How much of the conversation is in which language; only the ratio between them means anything. */
    voices: z.array(z.strictObject({ language: z.enum(languages), share: z.number() })),
    startsAgo: duration,
    endsAgo: duration,
    exchanges: z.number(),
    pauseSeconds: z.tuple([z.number(), z.number()]),
  }),
  spam: z.array(SpamWave),
  /** A wave that begins this long after the product was started. */
  wave: z.optional(z.strictObject({ ...spam, after: duration })),
  incidents: z.array(ScriptedMessage),
  lastMessages: z.array(ScriptedMessage),
})

export type DemoPoll = z.output<typeof DemoPoll>
export type ChatFile = z.output<typeof ChatFile>
export type SpamWave = z.output<typeof SpamWave>
export type ScriptedMessage = z.output<typeof ScriptedMessage>
