import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxPresetChats, PresetValue } from '../presets/preset.ts'
import { boolean, id, itemResponse, listResponse } from '../values.ts'
import { key } from './key.ts'

/**
 * Presets that are on. Presets themselves are records of the kind `presets` (record-kinds.ts); the four built in (presets/built-in.ts) need no record.
 * Times are milliseconds. A person sees of all this what is in the chats of the grant, and of a chat only the settings that the preset names.
 */

const Name = z.string()

/**
 * `waiting`: to be turned on, or being turned on now. `failed`: it could not be turned on, see `message`. `ending`: to be ended, or being ended now.
 * `notEnded`: it could not be ended. `decide`: ended, but values were changed meanwhile and need a decision. `gone`: the chat was deleted.
 */
export const presetChatStates = ['waiting', 'on', 'failed', 'ending', 'notEnded', 'decide', 'ended', 'gone'] as const
export type PresetChatState = (typeof presetChatStates)[number]

const PresetChat = z.object({
  chatId: id,
  /** As it was when it was last read; '' where it could not be read yet. */
  name: z.string(),
  state: z.enum(presetChatStates),
  /** Why it failed; ''. */
  message: z.string(),
  /** The failure goes away where the person accepts that these sounds may be reset (`acceptRisks`). */
  soundsAtRisk: z.array(Name),
  /** Settings that the service did not keep as the preset has them. */
  notKept: z.array(Name),
  /** How many values need a decision. */
  undecided: z.number(),
  /** The chat that it was duplicated from while the preset was on there, so that it is put back as well; null: it is none. */
  copyOf: z.nullable(id),
})
export type PresetChat = z.output<typeof PresetChat>

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
  /** null: it is on. Otherwise it has ended, or is being ended, and what is not in the state `ended` or `gone` is left to do. */
  ended: z.nullable(z.object({ at: z.number(), by: z.string() })),
  /** Those of the person’s grant, in the order in which they were chosen. */
  chats: z.array(PresetChat),
  /** It has other chats as well, so the person cannot extend it. */
  isReduced: boolean,
})
export type PresetOn = z.output<typeof PresetOn>

const chatIds = z.array(id).check(z.minLength(1), z.maxLength(maxPresetChats))
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

/**
 * What ending means for a value. `back`: it is put back. `under`: another preset holds the setting, and puts the value back when it ends. `already`:
 * the chat holds what was there before. What the preset did not change is not listed. `decide`: somebody changed it meanwhile.
 */
export const endingKinds = ['back', 'under', 'already', 'decide'] as const

const EndingValue = z.object({
  setting: Name,
  kind: z.enum(endingKinds),
  /** In the chat, or what the preset over it found. */
  now: PresetValue,
  /** What the preset had set. */
  set: PresetValue,
  /** What was there before, and is put back. */
  before: PresetValue,
  /** The name of the preset that lies over it; ''. */
  over: z.string(),
  /** The last change by another cause that the audit log knows; null: none, so it was made outside of Roomkeeper. */
  changed: z.nullable(z.object({ at: z.number(), by: z.string() })),
})
export type EndingValue = z.output<typeof EndingValue>

const EndPreview = z.object({
  readAt: z.number(),
  chats: z.array(
    z.object({
      chatId: id,
      name: z.string(),
      /** Why it could not be read; ''. */
      message: z.string(),
      isGone: boolean,
      copyOf: z.nullable(id),
      values: z.array(EndingValue),
      soundsAtRisk: z.array(Name),
    }),
  ),
})
export type PresetEndPreview = z.output<typeof EndPreview>

const Choice = z.object({
  chatId: id,
  setting: z.string().check(z.maxLength(60)),
  /** The value that the person decided about. Where it is another one by now, the question is asked again. */
  seen: PresetValue,
  put: z.enum(['keep', 'back']),
})
export type PresetChoice = z.output<typeof Choice>

const TurnedOn = z.object({
  /** null: it is on in all of these chats already. */
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
  /** `on`: it is on still. `restored`: everything was put back. `kept`: somebody decided to keep values. `decide`: values need a decision. */
  state: z.enum(['on', 'restored', 'kept', 'decide']),
})
export type PresetUse = z.output<typeof Use>

const params = z.object({ onId: key })

export const presets = {
  presetOnList: endpoint({
    method: 'GET',
    path: '/presets-on',
    summary: 'List the presets that are on, or that have ended and left something to decide or to try again',
    right: 'chats.read',
    response: listResponse(PresetOn),
  }),
  presetUseList: endpoint({
    method: 'GET',
    path: '/presets-used',
    summary: 'List when each preset was used last',
    right: 'presets.use',
    response: listResponse(Use),
  }),
  presetPreview: endpoint({
    method: 'POST',
    path: '/preset-previews',
    summary: 'Read what turning a preset on would change',
    description: 'A fresh read of the chats. Names only the settings of the preset.',
    right: 'presets.use',
    body: z.object(what),
    response: itemResponse(Preview),
  }),
  presetTurnOn: endpoint({
    method: 'PUT',
    path: '/presets-on/{onId}',
    summary: 'Turn a preset on',
    description:
      'The id comes from the client, so that repeating the request has no effect but to go on where it was interrupted. Where it takes long, the answer comes before all chats are done, with some of them `waiting`. With the `version` of a preview it is refused as `changed_meanwhile` if the preset sets something else by now. In chats that the preset is not for it needs the right to change settings.',
    right: 'presets.use',
    params,
    body: z.object({ ...what, until, acceptRisks, version: z.optional(z.string().check(z.maxLength(100))) }),
    response: itemResponse(TurnedOn),
  }),
  presetRetry: endpoint({
    method: 'POST',
    path: '/presets-on/{onId}/retries',
    summary: 'Try again where a preset could not be turned on or ended',
    right: 'presets.use',
    params,
    body: z.object({ chatIds: z.optional(chatIds), acceptRisks }),
    response: itemResponse(PresetOn),
  }),
  presetExtend: endpoint({
    method: 'PUT',
    path: '/presets-on/{onId}/until',
    summary: 'Change until when a preset is on',
    description: 'Only for people who may use presets in all of its chats.',
    right: 'presets.use',
    params,
    body: z.object({ until }),
    response: itemResponse(PresetOn),
  }),
  presetEndPreview: endpoint({
    method: 'GET',
    path: '/presets-on/{onId}/end',
    summary: 'Read what ending a preset would put back, and what was changed meanwhile',
    right: 'presets.use',
    params,
    response: itemResponse(EndPreview),
  }),
  presetEnd: endpoint({
    method: 'POST',
    path: '/presets-on/{onId}/end',
    summary: 'End a preset',
    description:
      'In these chats, or in all of the person’s. Puts back what still holds the preset’s value. What somebody changed meanwhile stays until a choice says otherwise; without a choice the chat is in the state `decide`, and the same request with choices answers it.',
    right: 'presets.use',
    params,
    body: z.object({ chatIds: z.optional(chatIds), choices: z.array(Choice).check(z.maxLength(10_000)), acceptRisks }),
    response: itemResponse(PresetOn),
  }),
}
