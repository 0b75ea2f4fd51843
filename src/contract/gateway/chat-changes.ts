import { z } from 'zod/mini'
import { failureKinds } from '../client.ts'
import { isUnnamedSound, settingNames, settingsWrite } from '../settings-derive.ts'
import { id, lineText } from '../values.ts'
import { unpack } from './pack.ts'

/** Changes of settings in many chats, and what became of them, as they are sent and stored. */

/** In one job. */
export const maxChangedChats = 2000

const SettingName = z.enum(settingNames)
const Value = z.union([z.string(), z.number(), z.boolean()])

const Edit = z
  .object({
    setting: SettingName,
    /** What was on the screen when it was edited; null: it is written over whatever is there. */
    base: z.nullable(Value),
    value: Value,
    /** The chats that it is made in, by their place in the list; packed. */
    chats: z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(maxChangedChats)),
  })
  .check(
    z.refine(({ setting, value }) => !isUnnamedSound(setting, value) && settingsWrite[setting].safeParse(value).success, {
      error: 'is not valid',
      path: ['value'],
    }),
  )

/** The same edit of thousands of chats is there once. */
export const ChatChanges = z
  .object({
    chats: z
      .array(
        z.object({
          chatId: id,
          chatName: lineText(1000),
          /** Sounds that the person knows to be left out, so that the service may reset them. */
          acceptedRisks: z._default(z.array(SettingName), []),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxChangedChats)),
    edits: z.array(Edit).check(z.minLength(1), z.maxLength(maxChangedChats * settingNames.length)),
  })
  .check(
    z.refine(({ chats }) => new Set(chats.map(({ chatId }) => chatId)).size === chats.length, {
      error: 'must name each chat once',
      path: ['chats'],
    }),
    z.refine(({ chats, edits }) => edits.every((edit) => unpack(edit.chats).every((index) => index >= 0 && index < chats.length)), {
      error: 'must be made in chats of the list',
      path: ['edits'],
    }),
  )
export type ChatChanges = z.output<typeof ChatChanges>

const named = <T extends z.ZodMiniType>(what: T) => z._default(z.array(what), [])

/** What became of the changes of one chat. What is not there is empty. */
export const ChatOutcome = z.object({
  chatId: id,
  /** What it came to last. Milliseconds. */
  at: z.number(),
  tries: z.number(),
  /** Saved as they were ordered: from the value on the screen to the new one. */
  asOrdered: named(SettingName),
  /** Saved otherwise: the value before the first write, and the new one. */
  applied: z._default(z.partialRecord(SettingName, z.object({ before: Value, after: Value })), {}),
  conflicts: named(z.object({ name: SettingName, base: Value, mine: Value, theirs: Value })),
  notKept: named(z.object({ name: SettingName, intended: Value, kept: Value })),
  /** Sounds that a save would leave out and the service may reset. Nobody was asked about them, so nothing was written. */
  sounds: named(SettingName),
  /** Why nothing, or not everything, was saved: a failure without what only the request knew. */
  failure: z._default(
    z.nullable(
      z.object({
        /** `stopped`: the job was, before the service said what came of it. `gone`: the chat was deleted. */
        kind: z.enum([...failureKinds, 'stopped', 'gone']),
        /** The words of the service, and of the gateway; '' where there are none. */
        serviceMessage: z.string(),
        reason: z.string(),
        /** It was sent, and whether it took effect could not be found out. */
        isUnknown: z.boolean(),
      }),
    ),
    null,
  ),
  /** Settings that stay as they are: somebody decided so, or nothing of them is to be changed in this chat. */
  left: named(SettingName),
})
export type ChatOutcome = z.output<typeof ChatOutcome>
/** As it is sent and stored. */
export type PackedOutcome = z.input<typeof ChatOutcome>
