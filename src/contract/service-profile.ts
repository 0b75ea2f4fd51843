import { z } from 'zod/mini'
import { isSettingName } from './settings-derive.ts'
import type { SettingName } from './settings.ts'
import { id } from './values.ts'

/**
 * How one service behaves where the API document does not say it: what "Learn this service" found out by writing to a temporary chat and reading back,
 * and what was seen since. Not part of the API document. A behaviour that is missing is not known.
 */

const seconds = z.number().check(z.int(), z.positive())
const messageCount = z.number().check(z.int(), z.positive(), z.maximum(1_000_000))

export const behaviours = {
  /** What an update makes of the settings that it does not name. */
  omittedSettings: z.enum(['kept', 'reset', 'emptied']),
  /** Whether an update has to name the chat. */
  updateWithoutName: z.enum(['accepted', 'refused']),
  /** Spaces at both ends of a text. */
  textEnds: z.enum(['kept', 'removed']),
  /** The same for the list of banned words, where a space at the start has a meaning. */
  wordFilterEnds: z.enum(['kept', 'removed']),
  /** `kept`: both ranges are listed. */
  overlappingBans: z.enum(['kept', 'merged', 'refused']),
  /** `kept`: listed twice. `merged`: accepted, and listed once. */
  sameBanTwice: z.enum(['kept', 'merged', 'refused']),
  /** Lifting one address inside a banned range: refused, cut out of the range, or the whole range is gone. `ignored`: accepted without an effect. */
  unbanPart: z.enum(['refused', 'split', 'whole', 'ignored']),
  /** Of messages that are read without `reverse`. */
  messageOrder: z.enum(['oldest first', 'newest first']),
  messageReverse: z.enum(['reverses', 'ignored']),
  /** The largest `limit` that is accepted, of those that were tried. */
  messageLimit: messageCount,
  /** The most messages that came in one answer; `isMost` where more were asked for and more followed. */
  messagesInAnswer: z.object({ count: messageCount, isMost: z.boolean() }),
  /** Deleting a message that is gone. */
  messageDeletedTwice: z.enum(['accepted', 'refused']),
}

export type Behaviours = { [K in keyof typeof behaviours]: z.output<(typeof behaviours)[K]> }
export type BehaviourName = keyof Behaviours
export const behaviourNames = Object.keys(behaviours) as BehaviourName[]

/** One behaviour, as it was found last. */
export interface Learned<Value> {
  value: Value
  /** Unix seconds. */
  at: number
  /** `tested`: by writing to a temporary chat. `seen`: in ordinary use. */
  from: 'tested' | 'seen'
  /** Since then something else was seen, so nothing relies on the value any more. Unix seconds. */
  contradicted?: number | undefined
}

const learned = <T extends z.ZodMiniType>(value: T) =>
  z.optional(z.object({ value, at: seconds, from: z.enum(['tested', 'seen']), contradicted: z.optional(seconds) }))

type LearnedBehaviours = { [K in BehaviourName]?: Learned<Behaviours[K]> | undefined }

const maxSoundPairs = 500

/** A text and a number. Not z.tuple, which nothing else needs and every first load would carry. */
const pairs = <Name extends string>(isName: (name: string) => boolean) =>
  z
    .array(
      z
        .array(z.union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()]))
        .check(
          z.refine(
            ([name, number, ...more]) => typeof name === 'string' && isName(name) && typeof number === 'number' && more.length === 0,
          ),
        ),
    )
    .check(z.maxLength(maxSoundPairs)) as unknown as z.ZodMiniType<[name: Name, number: number][]>

/** What a service has shown of its sounds, in confirmed writes alone. */
export const SoundEvidence = z.object({
  /** Each name that was written and changed a sound, with the number that was read back. */
  readBack: pairs<string>(() => true),
  /** Each sound that a save left out, with the number that it kept. */
  kept: pairs<SettingName>(isSettingName),
  /** Whether a save changed a sound that it left out. */
  resets: z.boolean(),
})
export type SoundEvidence = z.output<typeof SoundEvidence>

/** A run of "Learn this service" that has not ended: its temporary chat may exist. Written down before the chat is created. */
const LearningRun = z.object({
  /** The name of the temporary chat, which no other chat has. */
  chatName: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Known once the service confirmed that it was created. */
  chatId: z.nullable(id),
  /** Unix seconds. */
  started: seconds,
})
export type LearningRun = z.output<typeof LearningRun>

export const ServiceProfile = z.object({
  version: z.literal(1),
  /** When "Learn this service" ended last; null: never. Unix seconds. */
  learnedAt: z.nullable(seconds),
  behaviours: z.object(
    Object.fromEntries(behaviourNames.map((name) => [name, learned(behaviours[name])])),
  ) as unknown as z.ZodMiniType<LearnedBehaviours>,
  sounds: SoundEvidence,
  run: z.nullable(LearningRun),
})
export type ServiceProfile = z.output<typeof ServiceProfile>

export const nothingLearned: ServiceProfile = {
  version: 1,
  learnedAt: null,
  behaviours: {},
  sounds: { readBack: [], kept: [], resets: false },
  run: null,
}

/** Our own service, which has nothing to hide (docs/assumptions.md). Its sounds are in catalogue.json. */
export const bundledBehaviours: Behaviours = {
  omittedSettings: 'kept',
  updateWithoutName: 'accepted',
  textEnds: 'kept',
  wordFilterEnds: 'kept',
  overlappingBans: 'kept',
  sameBanTwice: 'refused',
  unbanPart: 'refused',
  messageOrder: 'oldest first',
  messageReverse: 'reverses',
  messageLimit: 500,
  messagesInAnswer: { count: 500, isMost: true },
  messageDeletedTwice: 'refused',
}

/** Most bytes of a profile. */
export const maxProfileBytes = 64 * 1024

/** The answer of GET and PUT /bff/service-profile. `revision` counts the writes; 0 and null where there was none. */
export const StoredProfile = z.object({ profile: z.nullable(ServiceProfile), revision: z.number() })
export type StoredProfile = z.output<typeof StoredProfile>

/** The body of PUT. @property revision of the profile that this one was made from */
export const ProfileDraft = z.object({ profile: ServiceProfile, revision: z.number().check(z.int(), z.minimum(0)) })

/** Refused with this code: another page wrote a profile since. */
export const profileChangedCode = 'profile_changed'
