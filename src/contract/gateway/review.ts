import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, id, itemResponse, key, listResponse, queryInteger } from '../values.ts'
import { Brake, ruleStates, SeenMessage } from './rules.ts'

/** Hits of rules, and the decisions of people about them. Times are milliseconds, except those of messages (Unix seconds). */

/**
 * `matched`: the rule neither holds nor marks it. `marked`: waits for a decision. `held`: will be deleted at `due`. `deleting`: is
 * being deleted. `deleted`: the service confirmed the deletion. `gone`: the message no longer existed. `spared`, `kept`: by a person. `unknown`: the outcome
 * of the deletion could not be read yet, and will be read again. `refused`: the service refused to delete it. `dropped`: the rule was stopped before it was
 * deleted.
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

/** Why a rule matched a message: a condition that is met. `kind` selects the icon, `words` is the complete text. */
const Reason = z.object({ kind: z.string(), words: z.string() })

export const Hit = z.object({
  id: key,
  message: SeenMessage,
  chatName: z.string(),
  ruleId: key,
  /** “A rule”, without reasons and highlights, for people who may not see rules. */
  ruleName: z.string(),
  /** The rule was in shadow, so nothing happens without a decision. */
  isShadow: boolean,
  ruleState: z.enum(ruleStates),
  /** The share of the rule’s decided messages that people agreed with, in percent; null: fewer than 10 are decided. */
  precision: z.nullable(z.number()),
  reasons: z.array(Reason),
  /** Nearly identical messages of one chat have the same value. */
  alike: z.string(),
  /** When the worker first saw it. */
  seenAt: z.number(),
  state: z.enum(hitStates),
  /** When it will be deleted; null: not held, or all rules are stopped: then `leftMs` is the remaining time. */
  due: z.nullable(z.number()),
  leftMs: z.nullable(z.number()),
  /** When it reached its state, and the person who decided, or ''. */
  at: z.number(),
  by: z.string(),
  /** Why the service refused to delete it, or ''. */
  note: z.string(),
})
export type Hit = z.output<typeof Hit>

const Review = z.object({
  /** When this was read, by the server’s clock. */
  at: z.number(),
  /** When and by whom all rules were stopped; null: they are on. */
  stopped: z.nullable(z.object({ at: z.number(), by: z.string() })),
  /** When a chat was last read for rules; null: never. */
  last: z.nullable(z.number()),
  /** By remaining time. */
  held: z.array(Hit),
  /** Newest first. */
  marked: z.array(Hit),
  /** How many nobody has decided about yet; the lists may be shorter, and have those that are being deleted too. */
  totals: z.object({ held: z.number(), marked: z.number() }),
  /** Other people who have the page open, and the message they look at. */
  people: z.array(z.object({ name: z.string(), hitId: z.nullable(key) })),
  /** Decisions since `since`, and how many of them agree with the rule. */
  today: z.object({ decided: z.number(), right: z.number() }),
  /** Messages decided in the last minute, so that open pages can show the outcome. */
  decided: z.array(Hit),
})
export type Review = z.output<typeof Review>

export const maxReviewEntries = 500
export const maxDecisions = 500

/** `delete`: now. `spare`: a held message stays. `keep`: a marked message stays. `undo`: reverts a decision that had no effect on the chat yet. */
export const decisions = ['delete', 'spare', 'keep', 'undo'] as const
export type ReviewDecision = (typeof decisions)[number]

/** `already`: somebody else decided first, see `hit`. `tooLate`: it was deleted or is being deleted. */
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
  /** In each chat in which some wait. */
  byChat: z.array(z.object({ chatId: id, messages: z.number() })),
  /** When the next held message is deleted; null: none is held, or all rules are stopped. */
  due: z.nullable(z.number()),
  /** The number of rules that fell back, and the latest of them first. */
  fellBack: z.number(),
  fellBackRules: z.array(z.object({ id: key, name: z.string(), at: z.number(), brake: Brake, limit: z.number() })),
})
export type ReviewCount = z.output<typeof ReviewCount>

/** Consecutive decisions of one person about messages of one rule. `by` '': the holds expired without a decision. */
const LastDecision = z.object({
  at: z.number(),
  ruleName: z.string(),
  by: z.string(),
  deleted: z.number(),
  spared: z.number(),
  kept: z.number(),
})
export type LastDecision = z.output<typeof LastDecision>

export const review = {
  reviewRead: endpoint('GET /review', 'messages.read', 'Read the pending and marked messages of all chats', {
    description: 'People with only some chats see only the messages of these chats.',
    query: z.object({ since: z.optional(queryInteger) }),
    response: itemResponse(Review),
  }),
  reviewCount: endpoint(
    'GET /review/count',
    'messages.read',
    'Count the pending and marked messages, and the rules that were paused or stopped',
    {
      response: itemResponse(ReviewCount),
    },
  ),
  reviewLastList: endpoint(
    'GET /review/decisions',
    'messages.read',
    'List the last decisions about pending and marked messages, newest first',
    {
      response: listResponse(LastDecision),
    },
  ),
  reviewDecide: endpoint('POST /review/decisions', 'messages.delete', 'Decide about pending and marked messages', {
    description: 'The first decision counts. Deletions count towards the person’s hourly limit.',
    body: z.object({
      ids: z.array(key).check(z.minLength(1), z.maxLength(maxDecisions)),
      decision: z.enum(decisions),
    }),
    response: itemResponse(z.array(Decided)),
  }),
  reviewLook: endpoint('PUT /review/look', 'messages.read', 'Tell others which message you are looking at', {
    description: 'Others see it for 30 s.',
    body: z.object({ hitId: z.nullable(key) }),
  }),
  chatHitList: endpoint('GET /chats/{chatId}/hits', 'messages.read', 'List the hits of rules in a chat', {
    description: 'Newest first, at most 1,000, and fewer where they are long. `from` and `to` are times of messages in Unix seconds.',
    query: z.object({ from: z.optional(queryInteger), to: z.optional(queryInteger) }),
    response: itemResponse(ChatHits),
  }),
}
