import { z } from 'zod/mini'
import { maxChosenChats } from '../chat-choice.ts'
import { endpoint } from '../endpoint.ts'
import { PresetValue } from '../presets/preset.ts'
import { boolean, id, itemResponse, key, listResponse } from '../values.ts'

/**
 * Presets that are on. Presets themselves are records of the kind `presets` (record-kinds.ts); the four built in (presets/preset.ts) need no record.
 * Times are milliseconds. A person sees of all this what is in the chats of the grant, and of a chat only the settings that the preset names.
 */

const Name = z.string()

const PresetChat = z.object({
  chatId: id,
  /** The chat that it was duplicated from while the preset was on there, so that it is put back as well; null: it is none. */
  copyOf: z.nullable(id),
})

export const PresetOn = z.object({
  id: key,
  presetId: key,
  /** As the preset was called when it was turned on. */
  name: z.string(),
  at: z.number(),
  /** Who turned it on. */
  by: z.string(),
  /** null: until somebody ends it. */
  until: z.nullable(z.number()),
  /** Whether Roomkeeper ends it at that time by itself, for which standing access has to be on. Otherwise somebody has to end it. */
  endsByItself: boolean,
  /** Those of the person’s grant, in the order in which they were chosen. */
  chats: z.array(PresetChat),
  /** Whether it is on in all of its chats: being turned on, only in some (the job of the same id says where and why not), or in all. */
  progress: z.enum(['underWay', 'part', 'whole']),
  /** It has other chats as well, so the person cannot extend it. */
  isReduced: boolean,
})
export type PresetOn = z.output<typeof PresetOn>

const chatIds = z.array(id).check(z.minLength(1), z.maxLength(maxChosenChats))
const what = {
  presetId: key,
  /** Values in place of those that are stored. Needs the right to change the settings of all of these chats. */
  values: z.optional(z.record(z.string().check(z.maxLength(60)), PresetValue)),
  chatIds,
}
/** Sounds whose names are not known and that the service may reset are reset, rather than nothing being written (docs/assumptions.md row 4). */
const acceptRisks = z.optional(boolean)
const until = z.nullable(z.number().check(z.int(), z.positive()))

const PreviewChat = z.object({
  chatId: id,
  name: z.string(),
  /** Why it could not be read; ''. */
  message: z.string(),
  isGone: boolean,
  /** This preset is on there already, so it is not turned on again. */
  alreadyOn: z.nullable(z.object({ id: key, by: z.string(), until: z.nullable(z.number()) })),
  /** Of each setting of the preset: what the chat holds now, and what the preset sets. A value that is the same already is here too. */
  values: z.array(z.object({ setting: Name, now: PresetValue, set: PresetValue })),
  /** Sounds of the preset that stay as they are: the chat’s own has no known name, so it could not be put back. */
  cannotPutBack: z.array(Name),
  soundsAtRisk: z.array(Name),
})
export type PresetPreviewChat = z.output<typeof PreviewChat>

const Preview = z.object({
  readAt: z.number(),
  name: z.string(),
  /** Of what it sets. */
  version: z.string(),
  /** Whether Roomkeeper would end it by itself: standing access is on. */
  endsByItself: boolean,
  /** What is left out: settings that this release does not know, or values that they do not take. */
  unusable: z.array(z.object({ setting: z.string(), isKnown: boolean })),
  chats: z.array(PreviewChat),
})

const TurnedOn = z.object({
  /** null: it is on in all of these chats already. Otherwise the job of the same id turns it on, chat by chat (jobs.ts). */
  on: z.nullable(PresetOn),
  /** Left out, because this preset is on there already. */
  alreadyOn: z.array(z.object({ chatId: id, id: key, by: z.string() })),
})

/** The last time that a preset was used. */
const Use = z.object({
  presetId: key,
  at: z.number(),
  by: z.string(),
  chats: z.number(),
  isOn: boolean,
})
export type PresetUse = z.output<typeof Use>

export const presets = {
  presetOnList: endpoint('GET /presets-on', 'chats.read', 'List the modes that are on', { response: listResponse(PresetOn) }),
  presetUseList: endpoint('GET /presets-used', 'presets.use', 'List when each mode was used last', { response: listResponse(Use) }),
  presetPreview: endpoint('POST /preset-previews', 'presets.use', 'Read what turning a mode on would change', {
    description: 'A fresh read of the chats. Names only the settings of the mode.',
    body: z.object(what),
    response: itemResponse(Preview),
  }),
  presetTurnOn: endpoint('PUT /presets-on/{onId}', 'presets.use', 'Turn a mode on', {
    description:
      'The id comes from the client, so that the same request again has no effect. The job of the same id changes the chats. With the `version` of a preview it is refused as `changed_meanwhile` if the mode sets something else by now. In chats that the mode is not for it needs the permission to change settings.',
    body: z.object({ ...what, until, acceptRisks, version: z.optional(z.string().check(z.maxLength(100))) }),
    response: itemResponse(TurnedOn),
  }),
  presetExtend: endpoint('PUT /presets-on/{onId}/until', 'presets.use', 'Change until when a mode is on', {
    description: 'Only for people who may use modes in all of its chats.',
    body: z.object({ until }),
    response: itemResponse(PresetOn),
  }),
  presetEnd: endpoint('PUT /presets-on/{onId}/ends/{jobId}', 'presets.use', 'End a mode', {
    description:
      'In these chats, or in all of the person’s. The job of this id, of your choice, puts back what still holds the mode’s value. What someone changed meanwhile stays until someone decides otherwise.',
    body: z.object({ chatIds: z.optional(chatIds) }),
    /** null: it has ended there already. */
    response: itemResponse(z.object({ jobId: z.nullable(key) })),
  }),
}
