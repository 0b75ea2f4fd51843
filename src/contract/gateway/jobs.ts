import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, id, itemResponse, key, lineText, listResponse, queryInteger } from '../values.ts'
import { settingNames } from '../settings-derive.ts'
import { ChatChanges, ChatOutcome, maxChangedChats } from './chat-changes.ts'
import { jobFrame } from './job-frame.ts'
import { ChatsLeft, OnceDraft } from './once-jobs.ts'
import type { Right } from './rights.ts'

/**
 * Jobs: changes of many requests, which the gateway carries out, whatever becomes of the page that started them. Everybody of the account who may do
 * the same sees their progress and can pause and stop them. Times are milliseconds.
 */

/** What each kind needs in each of its chats, at the start and before each request. Presets begin theirs where they are turned on and ended (presets.ts). */
export const jobRights = {
  'messages-delete': 'messages.delete',
  'ban-changes': 'bans.write',
  'settings-of-chats': 'settings.write',
  'preset-on': 'presets.use',
  'preset-end': 'presets.use',
  posts: 'messages.write',
  'polls-create': 'polls.write',
  'polls-publish': 'polls.write',
  'polls-delete': 'polls.delete',
} as const satisfies Record<string, Right>
export type JobKind = keyof typeof jobRights
const Kind = z.enum(Object.keys(jobRights) as JobKind[])

/** Those that change settings, setting by setting: each has a result for every chat, and people decide about what is not simply saved. */
export const changesSettings = (kind: JobKind): boolean => kind === 'settings-of-chats' || kind === 'preset-on' || kind === 'preset-end'

/** As many as fit into one request, packed. */
export const maxJobMessages = 20_000
/** The same of bans and unbans, in all chats of a job. */
export const maxJobSteps = 10_000
export const maxJobChats = 200
/** Unfinished ones of an account. */
export const maxOpenJobs = 20

const packedUpTo = (max: number) => z.array(z.number().check(z.int())).check(z.maxLength(max))
const Packed = packedUpTo(maxJobMessages).check(z.minLength(1))
/** First and last address of each, packed. */
const PackedRanges = packedUpTo(2 * maxJobSteps).check(
  z.refine((ends) => ends.length % 2 === 0, { error: 'must have a last address for each first one' }),
)

const DeletionDraft = z
  .object({
    ...jobFrame,
    kind: z.literal('messages-delete'),
    chatId: id,
    /** Of the messages, newest first, each once; both packed. */
    ids: Packed,
    /** When each was posted, in seconds. */
    times: Packed,
  })
  .check(z.refine(({ ids, times }) => ids.length === times.length, { error: 'must have a time for each id', path: ['times'] }))
export type DeletionDraft = z.output<typeof DeletionDraft>

/** How the list of a chat changes (engine/bans/plan.ts). */
const StoredBanPlan = z.object({
  chatId: id,
  chatName: lineText(1000),
  bans: PackedRanges,
  unbans: PackedRanges,
  mayUnban: PackedRanges,
  rollsBack: boolean,
  wideOnce: boolean,
})
export type StoredBanPlan = z.output<typeof StoredBanPlan>

export const stepsIn = (plans: readonly Pick<StoredBanPlan, 'bans' | 'unbans'>[]) =>
  plans.reduce((sum, { bans, unbans }) => sum + (bans.length + unbans.length) / 2, 0)

const BanChangesDraft = z.object({
  ...jobFrame,
  kind: z.literal('ban-changes'),
  plans: z.array(StoredBanPlan).check(
    z.minLength(1),
    z.maxLength(maxJobChats),
    z.refine((plans) => stepsIn(plans) > 0 && stepsIn(plans) <= maxJobSteps, { error: `must be 1 to ${maxJobSteps} changes` }),
  ),
})
export type BanChangesDraft = z.output<typeof BanChangesDraft>

/** Without a base a change is written over whatever is there: only presets may. */
export const hasBases = ({ edits }: ChatChanges) => edits.every(({ base }) => base !== null)
export const baseMissing = 'must say what each setting was before'

const ChatChangesDraft = z.object({
  ...jobFrame,
  kind: z.literal('settings-of-chats'),
  changes: ChatChanges.check(z.refine(hasBases, { error: baseMissing })),
})
export type ChatChangesDraft = z.output<typeof ChatChangesDraft>

const JobDraft = z.discriminatedUnion('kind', [DeletionDraft, BanChangesDraft, ChatChangesDraft, OnceDraft])
export type JobDraft = z.output<typeof JobDraft>

/** `waiting`: it can be undone until `notBefore`, is behind another one, or is tried again. */
export const jobPhases = ['waiting', 'running', 'paused', 'ended'] as const
export type JobPhase = (typeof jobPhases)[number]
/** What was asked for; it takes effect before the next request. */
export const jobWishes = ['go', 'pause', 'stop'] as const
export type JobWish = (typeof jobWishes)[number]

/**
 * Why a job cannot go on: nobody who signed in with the account’s token is signed in any more, the person who started it was removed or may no longer do
 * it, the service refuses the token, or a mistake of ours. Anyone who may do the same can resume it, and it goes on in their name.
 */
export const pauseReasons = ['signed-out', 'removed', 'no-right', 'token-refused', 'fault'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** Why nothing gets through at the moment. */
const Trouble = z.object({ kind: z.string(), message: z.string() })

/** What became of the steps of a job: messages, bans and unbans, chats. */
const Counts = z.object({
  done: z.number(),
  failed: z.number(),
  unknown: z.number(),
  notTried: z.number(),
  /** Somebody else changed the same: it waits for a decision. */
  decide: z.optional(z.number()),
  /** The service answered that it is done, and holds something else. */
  notKept: z.optional(z.number()),
})
export type JobCounts = z.output<typeof Counts>

const job = {
  id: key,
  kind: Kind,
  title: z.string(),
  doneTitle: z.string(),
  /** Its first chat, and how many it is about. */
  chatId: id,
  chats: z.number(),
  place: z.string(),
  /** The name of who started it, or resumed it last. */
  by: z.string(),
  isOwn: boolean,
  phase: z.enum(jobPhases),
  wish: z.enum(jobWishes),
  pausedBecause: z.nullable(z.enum(pauseReasons)),
  notBefore: z.number(),
  /** How long it can be undone; 0: not any more. */
  holdMs: z.number(),
  total: z.number(),
  done: z.number(),
  /** All is sent, and what became of it is being read. */
  isChecking: boolean,
  trouble: z.nullable(Trouble),
  at: z.number(),
  endedAt: z.nullable(z.number()),
  /** Once it has ended. */
  counts: z.nullable(Counts),
  /** A step failed, so that all others were taken back. */
  isRolledBack: boolean,
}
const Job = z.object(job)
export type GatewayJob = z.output<typeof Job>

const MessagesLeft = z.object({
  kind: z.literal('messages-delete'),
  ids: z.array(z.number()),
  /** When they were posted, in seconds. */
  from: z.number(),
  to: z.number(),
})

/**
 * Why a step is not done. `refused`: by the service, with its words where it sent any. `unsafe`: not sent, because it would have unbanned other
 * addresses. `unconfirmed`: a very wide ban, which is sent once, had no answer. `unknown`: sent, and the list could not be read.
 */
export const banOutcomes = ['refused', 'unsafe', 'unconfirmed', 'unknown', 'notTried', 'rolledBack'] as const
export type BanOutcome = (typeof banOutcomes)[number]

const ChatBansLeft = z.object({
  chatId: id,
  chatName: z.string(),
  /** Whether all was taken back; null where nothing had to be. */
  rolledBack: z.nullable(boolean),
  mayUnban: z.array(z.number()),
  /** Steps with the same outcome, and the same words of the service; packed. */
  steps: z.array(z.object({ outcome: z.enum(banOutcomes), reason: z.string(), bans: z.array(z.number()), unbans: z.array(z.number()) })),
})
export type ChatBansLeft = z.output<typeof ChatBansLeft>
const BansLeft = z.object({ kind: z.literal('ban-changes'), chats: z.array(ChatBansLeft) })

const Left = z.discriminatedUnion('kind', [MessagesLeft, BansLeft, ChatsLeft])
export type JobLeft = z.output<typeof Left>

export const jobs = {
  jobList: endpoint('GET /jobs', 'signed-in', 'List unfinished jobs, and your own that have ended and were not dismissed, oldest first', {
    response: listResponse(Job),
  }),
  jobRead: endpoint('GET /jobs/{jobId}', 'signed-in', 'Read a job with what it is about, or with what it left', {
    response: itemResponse(
      z.object({
        ...job,
        /** Those that it deletes, packed; null once it has ended. */
        messages: z.nullable(z.array(z.number())),
        /** The settings that it changes. */
        changes: z.nullable(ChatChanges),
        /** What was not done. */
        left: z.nullable(Left),
      }),
    ),
  }),
  jobStart: endpoint('PUT /jobs/{jobId}', 'signed-in', 'Start a job under an id of your choice; the same again starts nothing more', {
    body: JobDraft,
    response: itemResponse(Job),
  }),
  jobResultList: endpoint(
    'GET /jobs/{jobId}/results',
    'signed-in',
    'List what became of the settings of each chat, in the order in which it was stored',
    {
      query: z.object({ after: z.optional(queryInteger) }),
      response: z.object({
        status: boolean,
        data: z.array(ChatOutcome),
        /** No more will come. */
        isEnded: boolean,
        /** Where the next results begin, and whether there are more now. */
        next: z.number(),
        hasMore: boolean,
      }),
    },
  ),
  jobDecide: endpoint(
    'POST /jobs/{jobId}/decide',
    'signed-in',
    'Decide about settings that are not simply saved: leave some as they are, and send others again',
    {
      body: z.object({
        leave: z.array(z.object({ chatId: id, settings: z.array(z.enum(settingNames)) })).check(z.maxLength(maxChangedChats)),
        /** The job goes on with these changes, of its chats alone. */
        send: z.nullable(z.object({ title: jobFrame.title, doneTitle: jobFrame.doneTitle, changes: ChatChanges })),
      }),
      response: itemResponse(Job),
    },
  ),
  jobChange: endpoint(
    'POST /jobs/{jobId}/change',
    'signed-in',
    'Pause, resume or stop a job, end its time to undo, undo it as long as nothing was sent, or dismiss one that has ended',
    {
      body: z.object({ to: z.enum(['pause', 'resume', 'stop', 'now', 'undo', 'dismiss']) }),
    },
  ),
}
