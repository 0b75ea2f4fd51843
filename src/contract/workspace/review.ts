import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, chatParams, doneResponse, itemResponse, listResponse } from '../values.ts'
import { key } from './key.ts'
import { Brake, ruleStates, SeenMessage } from './rules.ts'

/** What rules did with messages, and what people decide about it. Times are milliseconds, but those of messages are Unix seconds. */

/**
 * `matched`: of a rule in shadow that marks nothing. `marked`: waits for a decision. `held`: will be deleted at `due`. `deleting`: it is being deleted.
 * `deleted`: the service confirmed it. `gone`: it was not there any more. `spared`, `kept`: by a person. `unknown`: whether it was deleted could not be
 * read yet, which is tried again. `refused`: the service refused to delete it. `dropped`: the rule stopped before it was deleted.
 */
export const hitStates = [
  'matched',
  'marked',
  'held',
  'deleting',
  'deleted',
  'gone',
  'spared',
  'kept',
  'unknown',
  'refused',
  'dropped',
] as const
export type HitState = (typeof hitStates)[number]

/** Why a rule named a message, as the conditions that held: the icon is by `kind`, the words are complete. */
const Reason = z.object({ kind: z.string(), words: z.string() })

export const Hit = z.object({
  id: key,
  message: SeenMessage,
  chatName: z.string(),
  ruleId: key,
  ruleName: z.string(),
  /** The rule was in shadow: nothing happens by itself. */
  isShadow: boolean,
  ruleState: z.enum(ruleStates),
  /** The share of the rule’s decided messages that people agreed with, in percent; null: fewer than 10 are decided. */
  precision: z.nullable(z.number()),
  reasons: z.array(Reason),
  /** Messages of one chat that are nearly the same have the same one. */
  alike: z.string(),
  /** When the worker first saw it. */
  seenAt: z.number(),
  state: z.enum(hitStates),
  /** When it will be deleted; null: not held. While all rules are stopped the time does not run: then `leftMs` counts. */
  due: z.nullable(z.number()),
  leftMs: z.nullable(z.number()),
  /** When it reached its state, and the person who decided; '': nobody. */
  at: z.number(),
  by: z.string(),
  /** Why it was refused; ''. */
  note: z.string(),
})
export type Hit = z.output<typeof Hit>

const Review = z.object({
  /** When this was read, by the server’s clock. */
  at: z.number(),
  /** All rules are stopped since; null: they are on. */
  stopped: z.nullable(z.object({ at: z.number(), by: z.string() })),
  /** When a chat was last read for rules; null: never. */
  last: z.nullable(z.number()),
  /** By remaining time. */
  held: z.array(Hit),
  /** Newest first. */
  marked: z.array(Hit),
  /** There are more than these. */
  totals: z.object({ held: z.number(), marked: z.number() }),
  /** Who has the page open, and what they are looking at; without the reader. */
  people: z.array(z.object({ name: z.string(), hitId: z.nullable(key) })),
  /** Decisions since `since`, and how many of them agree with the rule. */
  today: z.object({ decided: z.number(), right: z.number() }),
  /** Decided in the last minute: what became of entries that others have open. */
  decided: z.array(Hit),
})
export type Review = z.output<typeof Review>

export const maxReviewEntries = 500
export const maxDecisions = 500

/** `delete`: now. `spare`: a held one stays. `keep`: a marked one stays. `undo`: takes back a decision that had no effect on the chat yet. */
export const decisions = ['delete', 'spare', 'keep', 'undo'] as const
export type ReviewDecision = (typeof decisions)[number]

/** `already`: somebody decided before, see `hit`. `tooLate`: it was deleted or is being deleted. */
const Decided = z.object({ id: key, outcome: z.enum(['done', 'already', 'tooLate', 'refused']), hit: z.nullable(Hit) })
export type Decided = z.output<typeof Decided>

/** `at`: when this was read, by the server’s clock. */
const ChatHits = z.object({ at: z.number(), hits: z.array(Hit) })
export type ChatHits = z.output<typeof ChatHits>

export const maxNamedRules = 3

const ReviewCount = z.object({
  /** When this was read, by the server’s clock. */
  at: z.number(),
  held: z.number(),
  marked: z.number(),
  /** When the next held message is deleted; null: none is held, or all rules are stopped. */
  due: z.nullable(z.number()),
  /** The rules that hold most. */
  byRule: z.array(z.object({ ruleName: z.string(), held: z.number() })),
  /** Rules that fell back, the last one first; `fellBack` counts all of them. */
  fellBack: z.number(),
  fellBackRules: z.array(z.object({ id: key, name: z.string(), at: z.number(), brake: Brake, limit: z.number() })),
})
export type ReviewCount = z.output<typeof ReviewCount>

/** What was decided about messages of a rule in a row, by one person; `by` '': nobody spared them in time. */
const LastDecision = z.object({
  at: z.number(),
  ruleName: z.string(),
  by: z.string(),
  deleted: z.number(),
  spared: z.number(),
  kept: z.number(),
})
export type LastDecision = z.output<typeof LastDecision>

const ms = z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/, 'must be a time'))]), z.transform(Number))

export const review = {
  reviewRead: endpoint({
    method: 'GET',
    path: '/review',
    summary: 'Read what rules hold and mark, in all chats',
    description: 'Who has only some chats sees those.',
    right: 'messages.read',
    query: z.object({ since: z.optional(ms) }),
    response: itemResponse(Review),
  }),
  reviewCount: endpoint({
    method: 'GET',
    path: '/review/count',
    summary: 'Count what rules hold and mark, and the rules that fell back',
    right: 'messages.read',
    response: itemResponse(ReviewCount),
  }),
  reviewLastList: endpoint({
    method: 'GET',
    path: '/review/decisions',
    summary: 'List the last decisions about what rules held and marked, newest first',
    right: 'messages.read',
    response: listResponse(LastDecision),
  }),
  reviewDecide: endpoint({
    method: 'POST',
    path: '/review/decisions',
    summary: 'Decide about messages that rules hold or mark',
    description: 'The first decision counts. Deleting counts against the person’s limit of an hour.',
    right: 'messages.delete',
    body: z.object({
      ids: z.array(key).check(z.minLength(1), z.maxLength(maxDecisions)),
      decision: z.enum(decisions),
    }),
    response: itemResponse(z.array(Decided)),
  }),
  reviewLook: endpoint({
    method: 'PUT',
    path: '/review/look',
    summary: 'Say what one is looking at',
    description: 'Others see it for 30 s.',
    right: 'messages.read',
    body: z.object({ hitId: z.nullable(key) }),
    response: doneResponse,
  }),
  chatHitList: endpoint({
    method: 'GET',
    path: '/chats/{chatId}/hits',
    summary: 'List what rules did with the messages of a chat',
    description: 'Newest first, at most 1,000. `from` and `to` are times of messages in Unix seconds.',
    right: 'messages.read',
    params: chatParams,
    query: z.object({ from: z.optional(ms), to: z.optional(ms) }),
    response: itemResponse(ChatHits),
  }),
}
