import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Rule } from '../rules/rule.ts'
import { boolean, doneResponse, id, itemResponse, listResponse } from '../values.ts'
import { key } from './key.ts'

/** Rules that watch chats. What a rule is stands in rules/rule.ts; here is what became of it. Times are milliseconds. */

/**
 * `draft`: nothing happens. `shadow`: what it would have done is written down, and nothing else happens. `live`: it acts. `fellBack`: it was live and
 * reached a brake; it is in shadow until somebody decides.
 */
export const ruleStates = ['draft', 'shadow', 'live', 'fellBack'] as const
export type RuleState = (typeof ruleStates)[number]

/** The brake that a rule reached: see `brakes` of a rule. `chats`: none of its chats exists any more. `fault`: one of its conditions cannot be tested. */
export const Brake = z.enum(['perMinute', 'perHour', 'percent', 'chats', 'fault'])
export type RuleBrake = z.output<typeof Brake>

const BacktestSummary = z.object({
  at: z.number(),
  by: z.string(),
  /** Messages that were read, and how many of them the rule names. */
  read: z.number(),
  matched: z.number(),
  /** Of those named, how many people kept. */
  kept: z.number(),
})
export type BacktestSummary = z.output<typeof BacktestSummary>

export const StoredRule = z.object({
  id: key,
  rule: Rule,
  /** Counts the saves. Of a live rule that was edited it is the draft beside it. */
  version: z.number(),
  savedAt: z.number(),
  savedBy: z.string(),
  state: z.enum(ruleStates),
  stateSince: z.number(),
  /** The version that is in shadow or live; null for a draft. An edited rule goes on with it until the newer version takes its place. */
  running: z.nullable(z.object({ version: z.number(), rule: Rule, since: z.number() })),
  fellBack: z.nullable(z.object({ at: z.number(), brake: Brake, limit: z.number() })),
  /** The last complete backtest of this version; null: there is none. */
  backtest: z.nullable(BacktestSummary),
  /** Messages that it named since `since` of the request, by hours from then on, and all since it is in its state. */
  hits: z.object({ today: z.number(), byHour: z.array(z.number()), inState: z.number() }),
  /** What people decided about messages that it named: `right` agree with it, `wrong` do not. */
  decided: z.object({ right: z.number(), wrong: z.number() }),
  /** What it did last; null: nothing yet. */
  last: z.nullable(z.object({ kind: z.enum(['matched', 'marked', 'held', 'deleted']), at: z.number(), count: z.number() })),
  /** Whether this person may change it: the right, in all of its chats. */
  canWrite: boolean,
})
export type StoredRule = z.output<typeof StoredRule>

const Rules = z.object({
  /** The switch that stops all rules. */
  all: z.object({ isOn: boolean, at: z.nullable(z.number()), by: z.string() }),
  worker: z.object({
    /** `rejected`: the service refuses the token of standing access. `stopped`: no gateway works on it. */
    state: z.enum(['running', 'stopped', 'off', 'rejected']),
    /** When a chat was last read. */
    last: z.nullable(z.number()),
    /** Chats that are read. */
    chats: z.number(),
    /** Of everything that runs on its own, in this minute. */
    requests: z.object({ used: z.number(), budget: z.number() }),
  }),
  /** Messages that are held now, in the chats of the reader. */
  held: z.number(),
  rules: z.array(StoredRule),
})
export type Rules = z.output<typeof Rules>

/** What people decided about a message: `deleted` and `kept` by hand, or nothing. */
export const verdicts = ['deleted', 'kept', 'none'] as const
export type Verdict = (typeof verdicts)[number]

/** Places in a text from `start` up to but not including `end`, in UTF-16 code units, ascending. */
const Highlights = z.array(z.object({ start: z.number(), end: z.number() }))

/** A message as a rule saw it. `time` is in Unix seconds, like everywhere in the API. */
export const SeenMessage = z.object({
  chatId: id,
  messageId: id,
  time: z.number(),
  userName: z.string(),
  text: z.string(),
  highlights: Highlights,
})
export type SeenMessage = z.output<typeof SeenMessage>

export const maxBacktestDays = 366
export const backtestSamples = 30

const BacktestResult = z.object({
  read: z.number(),
  matched: z.number(),
  deletedByHand: z.number(),
  kept: z.number(),
  notDecided: z.number(),
  /** Of the time that was read, in milliseconds; equally wide columns of matches. */
  from: z.number(),
  to: z.number(),
  columns: z.array(z.number()),
  /** Those with most matches first, and how many others there are with how many matches. */
  authors: z.array(z.object({ name: z.string(), count: z.number() })),
  otherAuthors: z.object({ count: z.number(), matched: z.number() }),
  chats: z.array(z.object({ chatId: id, name: z.string(), count: z.number() })),
  chatsRead: z.number(),
  mostPerMinute: z.number(),
  mostPerHour: z.number(),
  /** The first of them, spread over the time; those that people kept come before others. */
  samples: z.array(z.object({ ...SeenMessage.shape, verdict: z.enum(verdicts), by: z.string() })),
  /** Requests that it took; 0 where the archive was read directly. */
  requests: z.number(),
  ms: z.number(),
})
export type BacktestResult = z.output<typeof BacktestResult>

/** One line of the answer of a backtest (application/x-ndjson). The last one is `done` or `failed`. */
export const BacktestLine = z.discriminatedUnion('kind', [
  /** `of`: messages in all; null: not known. */
  z.object({ kind: z.literal('progress'), read: z.number(), matched: z.number(), of: z.nullable(z.number()) }),
  z.object({ kind: z.literal('done'), result: BacktestResult }),
  z.object({ kind: z.literal('failed'), message: z.string(), read: z.number() }),
])
export type BacktestLine = z.output<typeof BacktestLine>

/** What a backtest reads. `ruleId`: that of a stored rule, for which a complete run is remembered. */
export const BacktestRequest = z.object({
  rule: Rule,
  ruleId: z.optional(key),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(maxBacktestDays)),
})
export type BacktestRequest = z.output<typeof BacktestRequest>

const BacktestCost = z.object({
  /** 0: the archive is read directly. null: not known, because the service does not say how many messages there are. */
  requests: z.nullable(z.number()),
  chats: z.number(),
  /** Requests of a backtest at most; it says so where it stops there. */
  maxRequests: z.number(),
})
export type BacktestCost = z.output<typeof BacktestCost>

const Version = z.object({ version: z.number(), rule: Rule, at: z.number(), by: z.string() })
export type RuleVersion = z.output<typeof Version>

const params = z.object({ ruleId: key })
const query = z.object({
  /** Midnight of the reader, for what is counted by day. */
  since: z.optional(z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/, 'must be a time'))]), z.transform(Number))),
})
const version = z.number().check(z.int(), z.positive())

export const rules = {
  rulesRead: endpoint({
    method: 'GET',
    path: '/rules',
    summary: 'Read the rules, their states and what they did',
    description: 'Who has only some chats sees the rules that are about any of those.',
    right: 'rules.read',
    query,
    response: itemResponse(Rules),
  }),
  ruleSave: endpoint({
    method: 'PUT',
    path: '/rules/{ruleId}',
    summary: 'Create a rule as a draft, or save a newer version of one',
    description:
      'The id comes from the client, so that repeating the request has no effect. `seen` is the version that was edited, 0 for a new rule; where a newer one is stored, it is refused as `changed_meanwhile`.',
    right: 'rules.write',
    params,
    body: z.object({ rule: Rule, seen: z.number().check(z.int(), z.nonnegative()) }),
    response: itemResponse(StoredRule),
  }),
  ruleDelete: endpoint({
    method: 'DELETE',
    path: '/rules/{ruleId}',
    summary: 'Delete a rule',
    description: 'What it holds is spared. What it did stays in the audit log.',
    right: 'rules.write',
    params,
    response: doneResponse,
  }),
  ruleVersionList: endpoint({
    method: 'GET',
    path: '/rules/{ruleId}/versions',
    summary: 'List the versions of a rule, newest first',
    right: 'rules.read',
    params,
    response: listResponse(Version),
  }),
  ruleSetState: endpoint({
    method: 'PUT',
    path: '/rules/{ruleId}/state',
    summary: 'Put a version of a rule in shadow or live, or stop it',
    description:
      'Live needs a complete backtest of just this version, and the right to delete messages in all of its chats where it deletes. Only messages posted from then on are acted on.',
    right: 'rules.write',
    params,
    body: z.object({ state: z.enum(['draft', 'shadow', 'live']), version }),
    response: itemResponse(StoredRule),
  }),
  rulesSwitch: endpoint({
    method: 'PUT',
    path: '/rules-switch',
    summary: 'Stop all rules, or start them again',
    description: 'While they are stopped, held messages stay held and their time does not run.',
    right: 'rules.write',
    body: z.object({ isOn: boolean }),
    response: doneResponse,
  }),
}

export const backtests = {
  backtestCost: endpoint({
    method: 'POST',
    path: '/rule-backtest-costs',
    summary: 'Say what a backtest costs in requests',
    right: 'rules.write',
    body: BacktestRequest,
    response: itemResponse(BacktestCost),
  }),
}

/** Not one of the endpoints above, because its answer comes in lines while it runs; closing the connection ends it. Needs the right `rules.write`. */
export const backtestPath = '/rule-backtests'
