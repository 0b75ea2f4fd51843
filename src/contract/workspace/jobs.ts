import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, doneResponse, id, itemResponse, lineText, listResponse } from '../values.ts'
import { key } from './key.ts'
import type { Right } from './rights.ts'

/**
 * Jobs: changes of many requests, which the gateway carries out, whatever becomes of the page that started them. Everybody of the account who may do
 * the same sees their progress and can pause and stop them. Times are milliseconds.
 */

/** What each kind needs in its chat, at the start and before each request. */
export const jobRights = { 'messages-delete': 'messages.delete' } as const satisfies Record<string, Right>
export type JobKind = keyof typeof jobRights
const Kind = z.enum(['messages-delete'] satisfies JobKind[])

/** As many as fit into one request, packed. */
export const maxJobMessages = 20_000
/** Unfinished ones of an account. */
export const maxOpenJobs = 20
/** Nothing is sent for so long, so that it can still be undone. */
export const maxHoldMs = 60_000

/** Numbers that are near each other as their differences, which are shorter. */
export const pack = (values: Iterable<number>): number[] => {
  let before = 0
  return Array.from(values, (value) => {
    const difference = value - before
    before = value
    return difference
  })
}
export const unpack = (packed: readonly number[]): number[] => {
  let value = 0
  return packed.map((difference) => (value += difference))
}

const Packed = z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(maxJobMessages))

const JobDraft = z
  .object({
    kind: Kind,
    chatId: id,
    chatName: lineText(1000),
    holdMs: z.number().check(z.int(), z.minimum(0), z.maximum(maxHoldMs)),
    /** Of the messages, newest first, each once; both packed. */
    ids: Packed,
    /** When each was posted, in seconds. */
    times: Packed,
  })
  .check(z.refine(({ ids, times }) => ids.length === times.length, { error: 'must have a time for each id', path: ['times'] }))

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

const Counts = z.object({ deleted: z.number(), notDeleted: z.number(), unknown: z.number(), notTried: z.number() })

const job = {
  id: key,
  kind: Kind,
  chatId: id,
  chatName: z.string(),
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
}
const Job = z.object(job)
export type GatewayJob = z.output<typeof Job>

/** The messages that are left, and when they were posted, in seconds. */
const Left = z.object({ ids: z.array(z.number()), from: z.number(), to: z.number() })
export type JobLeft = z.output<typeof Left>

const params = z.object({ jobId: key })

export const jobs = {
  jobList: endpoint({
    method: 'GET',
    path: '/jobs',
    summary: 'List unfinished jobs, and your own that have ended and were not dismissed, oldest first',
    right: 'signed-in',
    response: listResponse(Job),
  }),
  jobRead: endpoint({
    method: 'GET',
    path: '/jobs/{jobId}',
    summary: 'Read a job with what it is about, or with what it left',
    right: 'signed-in',
    params,
    response: itemResponse(
      z.object({
        ...job,
        /** Of the messages that it deletes, packed; null once it has ended. */
        ids: z.nullable(z.array(z.number())),
        left: z.nullable(Left),
      }),
    ),
  }),
  jobStart: endpoint({
    method: 'PUT',
    path: '/jobs/{jobId}',
    summary: 'Start a job under an id of your choice; the same again starts nothing more',
    right: 'signed-in',
    params,
    body: JobDraft,
    response: itemResponse(Job),
  }),
  jobChange: endpoint({
    method: 'POST',
    path: '/jobs/{jobId}/change',
    summary: 'Pause, resume or stop a job, end its time to undo, undo it as long as nothing was sent, or dismiss one that has ended',
    right: 'signed-in',
    params,
    body: z.object({ to: z.enum(['pause', 'resume', 'stop', 'now', 'undo', 'dismiss']) }),
    response: doneResponse,
  }),
}
