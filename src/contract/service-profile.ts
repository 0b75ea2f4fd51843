import { z } from 'zod/mini'
import { isSettingName } from './settings-derive.ts'
import type { SettingName } from './settings.ts'
import { id } from './values.ts'

/**
 * How one service behaves where the API document does not say so: what "Learn this service" found out by writing to a temporary chat and reading it
 * back, and what was observed since. A behaviour that is missing is not known.
 */

const seconds = z.number().check(z.int(), z.positive())
const messageCount = z.number().check(z.int(), z.positive(), z.maximum(1_000_000))

export const behaviours = {
  /** What an update does to settings that it leaves out. */
  omittedSettings: z.enum(['kept', 'reset', 'emptied']),
  /** Whether an update without `name` is accepted. */
  updateWithoutName: z.enum(['accepted', 'refused']),
  /** Leading and trailing spaces of a text. */
  textEnds: z.enum(['kept', 'removed']),
  /** The same for the word filter, where a leading space has a meaning. */
  wordFilterEnds: z.enum(['kept', 'removed']),
  /** `kept`: both ranges are listed. */
  overlappingBans: z.enum(['kept', 'merged', 'refused']),
  /** `kept`: listed twice. `merged`: accepted and listed once. */
  sameBanTwice: z.enum(['kept', 'merged', 'refused']),
  /** Unbanning one address of a banned range. `split`: the rest stays banned. `whole`: the whole range is unbanned. `ignored`: accepted without effect. */
  unbanPart: z.enum(['refused', 'split', 'whole', 'ignored']),
  /** Without `reverse`. */
  messageOrder: z.enum(['oldest first', 'newest first']),
  messageReverse: z.enum(['reverses', 'ignored']),
  /** The largest accepted `limit` among those tried. */
  messageLimit: messageCount,
  /** The most messages in one answer; `isMost` where more were requested and more followed. */
  messagesInAnswer: z.object({ count: messageCount, isMost: z.boolean() }),
  /** Deleting a message that was already deleted. */
  messageDeletedTwice: z.enum(['accepted', 'refused']),
}

export type Behaviours = { [K in keyof typeof behaviours]: z.output<(typeof behaviours)[K]> }
export type BehaviourName = keyof Behaviours
export const behaviourNames = Object.keys(behaviours) as BehaviourName[]

/** A behaviour as it was last observed. */
export interface Learned<Value> {
  value: Value
  /** Unix seconds. */
  at: number
  /** `tested`: by writing to a temporary chat. `seen`: in ordinary use. */
  from: 'tested' | 'seen'
  /** When a different behaviour was observed since, so that nothing relies on this value. Unix seconds. */
  contradicted?: number | undefined
}

const learned = <T extends z.ZodMiniType>(value: T) =>
  z.optional(z.object({ value, at: seconds, from: z.enum(['tested', 'seen']), contradicted: z.optional(seconds) }))

type LearnedBehaviours = { [K in BehaviourName]?: Learned<Behaviours[K]> | undefined }

const maxSoundPairs = 500

/** A text and a number. Not z.tuple: nothing else needs it, and it would be part of every first load. */
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

/** What confirmed writes have shown about the sounds of a service. */
export const SoundEvidence = z.object({
  /** Names whose writing changed a sound, with the number that was read back. */
  readBack: pairs<string>(() => true),
  /** Sounds that a save left out, with the number that was kept. */
  kept: pairs<SettingName>(isSettingName),
  /** Whether a save changed a sound that was left out. */
  resets: z.boolean(),
})
export type SoundEvidence = z.output<typeof SoundEvidence>

/** A run of "Learn this service" that has not ended: its temporary chat may exist. Stored before the chat is created. */
const LearningRun = z.object({
  /** The unique name of the temporary chat. */
  chatName: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Known once the service confirmed that it was created. */
  chatId: z.nullable(id),
  /** Unix seconds. */
  started: seconds,
})
export type LearningRun = z.output<typeof LearningRun>

export const ServiceProfile = z.object({
  version: z.literal(1),
  /** When "Learn this service" last ended; null = never. Unix seconds. */
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

/** Our own service (docs/assumptions.md). Its sounds are in catalogue.json. */
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

export const maxProfileBytes = 64 * 1024

/** The response of GET and PUT /bff/service-profile. `revision` counts the writes; 0 and null before the first. */
export const StoredProfile = z.object({ profile: z.nullable(ServiceProfile), revision: z.number() })
export type StoredProfile = z.output<typeof StoredProfile>

/** The body of PUT. @property revision of the profile that this one is based on */
export const ProfileDraft = z.object({ profile: ServiceProfile, revision: z.number().check(z.int(), z.minimum(0)) })

/** The code of the refusal when another page has written a profile since. */
export const profileChangedCode = 'profile_changed'
