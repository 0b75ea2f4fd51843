import { z } from 'zod/mini'
import { BannedRange } from '../banned-ips.ts'
import { endpoint } from '../endpoint.ts'
import { boolean, id, itemResponse, key } from '../values.ts'
import type { Right } from './rights.ts'

/** Drift watch: what was changed from outside, that is, neither through this gateway nor by a program through its API. Times are milliseconds. */

/** What is watched, and what a person needs to see and to change it. */
export const driftResources = {
  settings: { label: 'Settings', read: 'settings.read', write: 'settings.write' },
  bans: { label: 'Bans', read: 'bans.read', write: 'bans.write' },
  polls: { label: 'Polls', read: 'polls.read', write: 'polls.write' },
  account: { label: 'Account', read: 'account.read', write: 'account.write' },
  social: { label: 'Social', read: 'social.read', write: 'social.write' },
} as const satisfies Record<string, { label: string; read: Right; write: Right }>
export type DriftResource = keyof typeof driftResources
export const driftResourceNames = Object.keys(driftResources) as DriftResource[]

export const driftSeverities = {
  severe: { label: 'Severe', about: 'lets people in, or removes protection' },
  notable: { label: 'Notable', about: 'changes what people see or can do' },
  minor: { label: 'Minor', about: 'sounds, buttons, wording' },
} as const
export type DriftSeverity = keyof typeof driftSeverities
export const driftSeverityNames = Object.keys(driftSeverities) as DriftSeverity[]

/** `over`: changed again since, here or from outside, so that there is nothing to decide. */
export const driftStates = ['open', 'put-back', 'accepted', 'over'] as const
export type DriftState = (typeof driftStates)[number]

/** How often the account is looked at, and how long a change may last without being seen. */
export const driftPeriodMs = 10 * 60_000

const Resource = z.enum(driftResourceNames)
const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const Range = z.object(BannedRange.shape)
/** A change of banned ranges. `before` and `after` are their number. */
const Ranges = z.object({ removed: z.array(Range), added: z.array(Range) })

const Finding = z.object({
  id: key,
  resource: Resource,
  severity: z.enum(driftSeverityNames),
  /** null: it belongs to no chat. */
  chatId: z.nullable(id),
  chatName: z.string(),
  /** A setting; a field of the profile, the social settings or the poll; `poll` where one was created or deleted; `ranges`. */
  field: z.string(),
  pollId: z.nullable(id),
  /** A poll's question. */
  subject: z.string(),
  before: Value,
  after: Value,
  ranges: z.nullable(Ranges),
  /** It was made between `since` and `at`. */
  since: z.number(),
  at: z.number(),
  /** How often it was changed from outside since it was `before`. */
  times: z.number(),
  state: z.enum(driftStates),
  decided: z.nullable(z.object({ at: z.number(), by: z.string() })),
  /** Whether this can be put back, and by this person. */
  canPutBack: boolean,
})
export type DriftFinding = z.output<typeof Finding>

const Ignored = z.object({
  id: key,
  resource: Resource,
  field: z.string(),
  /** null: in all chats. */
  chatId: z.nullable(id),
  chatName: z.string(),
  at: z.number(),
  by: z.string(),
})
export type IgnoredSetting = z.output<typeof Ignored>

const Watch = z.object({
  /** Standing access is on, so that somebody looks. */
  isOn: boolean,
  /** The service rejects the token of standing access. */
  isTokenRejected: boolean,
  /** null: not yet. */
  last: z.nullable(
    z.object({
      at: z.number(),
      chats: z.number(),
      /** The chats of the reader that were not checked as a whole. */
      unchecked: z.array(z.object({ id, name: z.string() })),
      /** Why it ended early, in words; ''. */
      note: z.string(),
    }),
  ),
  /** When it looks again; null: not planned. */
  next: z.nullable(z.number()),
  isRunning: boolean,
})
export type DriftWatch = z.output<typeof Watch>

const Drift = z.object({
  watch: Watch,
  /** The open ones, and the last of the others; newest first. */
  findings: z.array(Finding),
  /** There are more open ones: at most `maxDriftDecisions` are listed, and fewer where they are long. */
  isCut: boolean,
  ignored: z.array(Ignored),
})
export type Drift = z.output<typeof Drift>

/** Findings of one request. */
export const maxDriftDecisions = 500
const ids = z.array(key).check(z.minLength(1), z.maxLength(maxDriftDecisions))

/**
 * `asks`: it holds something else now than what was found, so somebody decides: `now` is what it holds. `unknown`: no answer arrived, and it could
 * not be read either.
 */
const PutBack = z.object({
  id: key,
  outcome: z.enum(['done', 'asks', 'failed', 'unknown']),
  now: z.nullable(Value),
  message: z.string(),
})
export type DriftPutBack = z.output<typeof PutBack>

export const drift = {
  driftRead: endpoint('GET /drift', 'settings.read', 'Read the outside changes', {
    description: 'Who has only some chats sees those. Each kind of change needs the permission to read what it is about.',
    response: itemResponse(Drift),
  }),
  driftCheck: endpoint('POST /drift/check', 'settings.read', 'Check for outside changes now'),
  driftAccept: endpoint('POST /drift/accept', 'settings.write', 'Accept outside changes', { body: z.object({ ids }) }),
  driftPutBack: endpoint('POST /drift/put-back', 'settings.write', 'Put back outside changes', {
    description: 'What holds another value now than the one that was found is left as it is, unless `overwrites`.',
    body: z.object({ ids, overwrites: boolean }),
    response: itemResponse(z.array(PutBack)),
  }),
  driftIgnore: endpoint('POST /drift/ignored', 'settings.write', 'Ignore outside changes of a setting, in this chat or in all', {
    body: z.object({ id: key, scope: z.enum(['chat', 'all']) }),
  }),
  driftUnignore: endpoint('DELETE /drift/ignored/{ignoredId}', 'settings.write', 'Report outside changes of a setting again'),
}
