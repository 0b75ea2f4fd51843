import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Rule } from '../rules/rule.ts'
import { boolean, id, itemResponse, key, listResponse } from '../values.ts'

/** Stored rules, their states and backtests. rules/rule.ts defines what a rule is. Times are milliseconds. */

/**
 * `draft`: the rule does not run. `shadow`: its hits are stored, and nothing else happens. `live`: it acts. `fellBack`: it was live and reached a brake; it
 * is in shadow until somebody decides.
 */
export const ruleStates = ['draft', 'shadow', 'live', 'fellBack'] as const
export type RuleState = (typeof ruleStates)[number]

/**
 * The brake that a rule reached: see `brakes` of a rule. `chats`: its chats no longer exist. `fault`: one of its conditions cannot be tested. `lender`: the
 * person who started it may no longer run it. `cost`: it cost too much together with the other rules that run. `memory`, `time`: it took too much of it.
 */
export const Brake = z.enum(['perMinute', 'perHour', 'percent', 'chats', 'fault', 'lender', 'cost', 'memory', 'time'])
export type RuleBrake = z.output<typeof Brake>

/** They stop a rule, which is a draft then and costs nothing; the others put it into shadow. */
export const stopBrakes = ['lender', 'cost', 'memory', 'time'] as const satisfies RuleBrake[]
export type StopBrake = (typeof stopBrakes)[number]
export const isStopBrake = (brake: RuleBrake): brake is StopBrake => (stopBrakes as readonly RuleBrake[]).includes(brake)

const limitBrakes = new Set<RuleBrake>(['perMinute', 'perHour', 'percent'])

/** What a brake did to a rule. Paused, it runs in shadow until someone decides. */
export const brakedTitle = (name: string, brake: RuleBrake): string =>
  `“${name}” was ${isStopBrake(brake) ? 'stopped' : limitBrakes.has(brake) ? 'paused by a limit' : 'paused'}`

const deletions = (count: number) => (count === 1 ? '1 deletion' : `${count.toLocaleString('en')} deletions`)

const brakeWords: Record<RuleBrake, (limit: number) => string> = {
  perMinute: (limit) => `It reached its limit of ${deletions(limit)} a minute.`,
  perHour: (limit) => `It reached its limit of ${deletions(limit)} an hour.`,
  percent: (limit) => `It matched more than ${limit}% of the messages of the last hour.`,
  chats: () => 'None of its chats exists any more.',
  fault: () => 'One of its conditions can no longer be tested.',
  lender: () => 'The person who started it may no longer run it. It does not run until someone with the permissions starts it again.',
  cost: () => 'It costs too much together with the other rules that run.',
  memory: () => 'It took more memory than the rules of this server have.',
  time: () => 'It took too long to compare a message with it.',
}

/** Why a brake paused or stopped a rule, as a sentence. */
export const brakeInWords = ({ brake, limit }: { brake: RuleBrake; limit: number }): string => brakeWords[brake](limit)

const BacktestSummary = z.object({
  at: z.number(),
  by: z.string(),
  /** Messages that were read, and how many of them the rule matches. */
  read: z.number(),
  matched: z.number(),
  /** How many of the matches people kept. */
  kept: z.number(),
})
export type BacktestSummary = z.output<typeof BacktestSummary>

export const StoredRule = z.object({
  id: key,
  rule: Rule,
  /** Incremented by each save. If a live rule was edited, this is the version of its draft. */
  version: z.number(),
  savedAt: z.number(),
  savedBy: z.string(),
  state: z.enum(ruleStates),
  stateSince: z.number(),
  /** The version in shadow or live; null for a draft. An edited rule keeps running this version until the newer one replaces it. */
  running: z.nullable(z.object({ version: z.number(), rule: Rule, since: z.number() })),
  fellBack: z.nullable(z.object({ at: z.number(), brake: Brake, limit: z.number() })),
  /**
   * A running rule ignores a chat until its newest message was read, from which on it counts. Number of such chats; `chats: null`: the list of chats is
   * not read yet. null: it counts in all of its chats, or does not run.
   */
  starting: z.nullable(z.object({ chats: z.nullable(z.number()) })),
  /** The last complete backtest of this version; null: there is none. */
  backtest: z.nullable(BacktestSummary),
  /** Hits since `since` of the request, the same by hour, and all hits since it has been in its state. */
  hits: z.object({ today: z.number(), byHour: z.array(z.number()), inState: z.number() }),
  /** Decisions of people about its hits: `right` agree with the rule, `wrong` do not. */
  decided: z.object({ right: z.number(), wrong: z.number() }),
  /** What it did last; null: nothing yet. */
  last: z.nullable(z.object({ kind: z.enum(['matched', 'marked', 'held', 'deleted']), at: z.number(), count: z.number() })),
  /** Whether this person may change it, which needs the right in all of its chats. */
  canWrite: boolean,
})
export type StoredRule = z.output<typeof StoredRule>

/** At most 200. `since`: when reading failed first. */
export const UnreadChats = z.array(z.object({ chatId: id, since: z.number() }))

const Rules = z.object({
  /** The switch that stops all rules. */
  all: z.object({ isOn: boolean, at: z.nullable(z.number()), by: z.string() }),
  worker: z.object({
    /** `rejected`: the service refuses the token of standing access. `stopped`: no gateway runs the worker. */
    state: z.enum(['running', 'stopped', 'off', 'rejected']),
    /** When a chat was last read. */
    last: z.nullable(z.number()),
    /** Those of the reader's chats among them that cannot be read. */
    unread: UnreadChats,
  }),
  rules: z.array(StoredRule),
})
export type Rules = z.output<typeof Rules>

/** What people decided about a message: `deleted` and `kept` by hand, or nothing. */
export const verdicts = ['deleted', 'kept', 'none'] as const
export type Verdict = (typeof verdicts)[number]

/** Ranges of a text from `start` up to but not including `end`, in UTF-16 code units, ascending. */
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
  /** The period that was read, in milliseconds, and the matches in equally wide columns of it. */
  from: z.number(),
  to: z.number(),
  columns: z.array(z.number()),
  /** The authors with the most matches first, and the number of other authors with their matches. */
  authors: z.array(z.object({ name: z.string(), count: z.number() })),
  otherAuthors: z.object({ count: z.number(), matched: z.number() }),
  chats: z.array(z.object({ chatId: id, name: z.string(), count: z.number() })),
  chatsRead: z.number(),
  mostPerMinute: z.number(),
  mostPerHour: z.number(),
  /** Sample matches from the whole period; those that people kept come first. */
  samples: z.array(z.object({ ...SeenMessage.shape, verdict: z.enum(verdicts), by: z.string() })),
  /** Requests that were sent; 0 if the archive was read directly. */
  requests: z.number(),
  ms: z.number(),
})
export type BacktestResult = z.output<typeof BacktestResult>

/** One line of the answer of a backtest (application/x-ndjson). The last one is `done` or `failed`. */
export const BacktestLine = z.discriminatedUnion('kind', [
  /** It begins once others have ended. `place`: in the queue, from 1; sent when it changes, and repeated. */
  z.object({ kind: z.literal('waiting'), place: z.number() }),
  /** `of`: the total number of messages; null: not known. */
  z.object({ kind: z.literal('progress'), read: z.number(), matched: z.number(), of: z.nullable(z.number()) }),
  z.object({ kind: z.literal('done'), result: BacktestResult }),
  z.object({ kind: z.literal('failed'), message: z.string(), read: z.number() }),
])
export type BacktestLine = z.output<typeof BacktestLine>

/** The input of a backtest. `ruleId`: the stored rule for which a complete run is stored. */
export const BacktestRequest = z.object({
  rule: Rule,
  ruleId: z.optional(key),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(maxBacktestDays)),
})
export type BacktestRequest = z.output<typeof BacktestRequest>

const BacktestCost = z.object({
  /** 0: the archive is read directly. null: not known, because the service does not report the number of messages. */
  requests: z.nullable(z.number()),
  chats: z.number(),
  /** A backtest fails after this many requests. */
  maxRequests: z.number(),
})
export type BacktestCost = z.output<typeof BacktestCost>

const Version = z.object({ version: z.number(), rule: Rule, at: z.number(), by: z.string() })
export type RuleVersion = z.output<typeof Version>

/** What a chat joins or leaves with a label: a rule that runs, or a preset that people with the right turn on in its chats. */
const LabelUse = z.object({
  kind: z.enum(['liveRule', 'shadowRule', 'preset']),
  id: key,
  /** “A rule” or “A preset” for people who may not see it. */
  name: z.string(),
  labels: z.array(z.string()),
  /** Its single chats, as far as the person may see them. */
  chatIds: z.array(id),
})
export type LabelUse = z.output<typeof LabelUse>

const query = z.object({
  /** Midnight in the time zone of the reader, from which hits are counted. */
  since: z.optional(z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/, 'must be a time'))]), z.transform(Number))),
})
const version = z.number().check(z.int(), z.positive())

export const rules = {
  rulesRead: endpoint('GET /rules', 'rules.read', 'Read the rules with their states and hits', {
    description: 'People with only some chats see the rules about any of these chats.',
    query,
    response: itemResponse(Rules),
  }),
  labelUseList: endpoint('GET /label-uses', 'chats.label', 'List the running rules and the modes that are for chats with a label', {
    response: listResponse(LabelUse),
  }),
  ruleSave: endpoint('PUT /rules/{ruleId}', 'rules.write', 'Create a rule as a draft, or save a newer version of one', {
    description:
      'The id comes from the client, so that repeating the request has no effect. `seen` is the version that was edited, 0 for a new rule; if a newer one is stored, the request is refused as `changed_meanwhile`.',
    body: z.object({ rule: Rule, seen: z.number().check(z.int(), z.nonnegative()) }),
    response: itemResponse(StoredRule),
  }),
  ruleDelete: endpoint('DELETE /rules/{ruleId}', 'rules.write', 'Delete a rule', {
    description: 'Its pending messages are kept. Its changes stay in the audit log.',
  }),
  ruleVersionList: endpoint('GET /rules/{ruleId}/versions', 'rules.read', 'List the versions of a rule, newest first', {
    response: listResponse(Version),
  }),
  ruleSetState: endpoint('PUT /rules/{ruleId}/state', 'rules.write', 'Put a version of a rule in shadow or live, or stop it', {
    description:
      'Live needs a complete backtest of this version and, if the rule deletes, the permission to delete messages in all of its chats. The rule acts only on messages posted from then on.',
    body: z.object({ state: z.enum(['draft', 'shadow', 'live']), version }),
    response: itemResponse(StoredRule),
  }),
  rulesSwitch: endpoint('PUT /rules-switch', 'rules.write', 'Stop all rules, or start them again', {
    description: 'While they are stopped, pending messages stay pending and their countdown is paused.',
    body: z.object({ isOn: boolean }),
  }),
}

export const backtests = {
  backtestCost: endpoint('POST /rule-backtest-costs', 'rules.write', 'Estimate the requests of a backtest', {
    body: BacktestRequest,
    response: itemResponse(BacktestCost),
  }),
}

/** Not one of the endpoints above, because the answer is streamed line by line; closing the connection ends the backtest. Needs `rules.write`. */
export const backtestPath = '/rule-backtests'
