import { z } from 'zod/mini'
import { activityKinds, type ActivityKind } from '../activity.ts'
import { endpoint } from '../endpoint.ts'
import { serviceName, serviceNameFirst } from '../provider-names.ts'
import { outcomes } from '../recorded-change.ts'
import { boolean, id, itemResponse, pathId, queryInteger, text } from '../values.ts'
import { Cause } from './cause.ts'
import { roleNames } from './role-names.ts'

/** The audit log: who changed what in an account, through this gateway. Times are milliseconds. */

export const auditKinds = { ...activityKinds, team: 'Team', access: 'Sign-in' } as const
export type AuditKind = keyof typeof auditKinds
export const auditKindNames = Object.keys(auditKinds) as AuditKind[]

export const isActivityKind = (kind: AuditKind): kind is ActivityKind => Object.hasOwn(activityKinds, kind)

export const auditOutcomes = { running: 'Running', ...outcomes } as const
export type AuditOutcome = keyof typeof auditOutcomes
export const auditOutcomeNames = Object.keys(auditOutcomes) as AuditOutcome[]
const Outcome = z.enum(auditOutcomeNames)

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const FieldChange = z.object({ name: z.string(), before: z.optional(Value), after: z.optional(Value) })

export const whoKinds = ['person', 'token', 'program', 'roomkeeper'] as const
export const AuditWho = z.object({
  /** `token`: signed in with the account's token. `program`: with a token of our own service, or with a scoped token (scoped-tokens.ts). `roomkeeper`: the gateway by itself. */
  kind: z.enum(whoKinds),
  /** Of the person; of a program's token. */
  id: z.optional(z.string()),
  /** As it was then. A token's is its label. */
  name: z.string(),
  /** Of a person, and of a scoped token. */
  role: z.optional(z.enum(roleNames)),
})
export type AuditWho = z.output<typeof AuditWho>

const entry = {
  /** The number of the line that was written before the change was sent. */
  id,
  at: z.number(),
  who: AuditWho,
  from: z.object({
    /** '' where it is unknown, or where the reader may not see it. */
    address: z.string(),
    /** Browser and system, such as "Firefox on Linux". */
    device: z.string(),
    /** How the session began; `api` for a program. */
    method: z.enum(['token', 'demo', 'passkey', 'company', 'recovery', 'api', '']),
  }),
  chatId: z.nullable(z.number()),
  /** The chat's name as it was; '' where it was not known, or where no chat is meant. */
  chatName: z.string(),
  /** A name of `recorded` (activity.ts) or of `gatewayActions`. A later release may have written one that this one does not know. */
  action: z.string(),
  kind: z.enum(auditKindNames),
  subject: z.string(),
  /** What identifies it within its chat. */
  target: z.record(z.string(), z.union([z.string(), z.number()])),
  changes: z.array(FieldChange),
  /** How many messages a deletion names; 1 for everything else. */
  count: z.number(),
  /** `unknown`: no answer arrived, or this gateway ended before it came. */
  outcome: Outcome,
  /** What the service answered, or what kept it from answering; '' where it is done. */
  message: z.string(),
  cause: Cause,
  /** The entry that undid this one. */
  undoneBy: z.nullable(z.object({ id, at: z.number(), name: z.string() })),
}

export const AuditEntry = z.object(entry)
export type AuditEntry = z.output<typeof AuditEntry>

/** The lines of one workspace are a chain: each holds the SHA-256 of the one before. It is checked continuously, a part at a time. */
const Chain = z.object({
  /** The first line that does not match; null = unbroken. */
  brokenAt: z.nullable(id),
  /** The last line that was checked; 0 = none. */
  checkedTo: z.number(),
  /** When it was checked last; null = not yet. */
  checked: z.nullable(z.number()),
})
export type AuditChain = z.output<typeof Chain>

export const stepKinds = {
  written: 'Written before sending',
  get sent() {
    return `Sent to ${serviceName()}`
  },
  get confirmed() {
    return `${serviceNameFirst()} confirmed it`
  },
  refused: 'Refused',
  unanswered: 'No answer',
  found: 'Looked up later',
} as const

const Step = z.object({
  at: z.number(),
  kind: z.enum(Object.keys(stepKinds) as (keyof typeof stepKinds)[]),
  /** What belongs to it, such as `PUT /chats/5`; ''. */
  note: z.string(),
  /** The line that holds it; null for one that has none of its own. */
  line: z.nullable(z.number()),
})
export type AuditStep = z.output<typeof Step>

export const AuditEntryDetails = z.object({
  ...entry,
  steps: z.array(Step),
  /** All lines of the entry, the one written before sending first, with their SHA-256 in hexadecimal. */
  lines: z.array(z.object({ line: id, sha256: z.string() })),
  chain: Chain,
})
export type AuditEntryDetails = z.output<typeof AuditEntryDetails>

export const maxAuditPageSize = 200
/** Entries that one page looks at for filters that no index answers. */
export const maxAuditScan = 10_000

const filters = {
  /** The id of a person; `token`, or `program` for all programs; `program:` and the id of a token. */
  person: z.optional(z.string().check(z.maxLength(80))),
  chat: z.optional(pathId),
  kind: z.optional(z.enum(auditKindNames)),
  action: z.optional(z.string().check(z.maxLength(50))),
  outcome: z.optional(Outcome),
  from: z.optional(queryInteger),
  /** Not included. */
  to: z.optional(queryInteger),
  /** Entries that changed this field. */
  field: z.optional(z.string().check(z.maxLength(60))),
  /** Words that occur in the subject, the chat's name or the person's name. */
  text: z.optional(text(200)),
}
const AuditQuery = z.object({
  ...filters,
  /** Entries older than this one. */
  before: z.optional(pathId),
  limit: z.optional(
    z.pipe(
      pathId,
      z.transform((value) => Math.min(value, maxAuditPageSize)),
    ),
  ),
})
export type AuditQuery = z.output<typeof AuditQuery>
const AuditFilters = z.object(filters)
export type AuditFilters = z.output<typeof AuditFilters>

/** Newest first. A page may hold fewer entries than asked for, even none, while `next` is given: the search continues there. */
const Page = z.object({
  entries: z.array(AuditEntry),
  /** The `before` of the following page; null = this was the last. */
  next: z.nullable(id),
})
export type AuditPage = z.output<typeof Page>

const Count = z.object({
  /** Entries that match the filters. */
  matching: z.number(),
  /** There may be more: counting ended early. */
  isAtLeast: boolean,
  /** All entries that the reader may see; null where that would have to be counted. */
  all: z.nullable(z.number()),
  chain: Chain,
})
export type AuditCount = z.output<typeof Count>

export const audit = {
  auditList: endpoint('GET /audit', 'audit.read', 'Read the audit log, a page at a time', {
    description:
      'Who has only some chats sees the entries of those chats. Sign-ins, changes of people and addresses are for those who may see people.',
    query: AuditQuery,
    response: itemResponse(Page),
  }),
  auditCount: endpoint('GET /audit/count', 'audit.read', 'Count entries, and read whether the chain is whole', {
    query: AuditFilters,
    response: itemResponse(Count),
  }),
  auditRead: endpoint('GET /audit/lines/{line}', 'audit.read', 'Read one entry with its steps', {
    response: itemResponse(AuditEntryDetails),
  }),
  myAuditList: endpoint('GET /me/audit', 'signed-in', 'Read what one did oneself, a page at a time', {
    query: AuditQuery,
    response: itemResponse(Page),
  }),
  myAuditCount: endpoint('GET /me/audit/count', 'signed-in', 'Count one’s own entries, and read whether the chain is whole', {
    query: AuditFilters,
    response: itemResponse(Count),
  }),
  myAuditRead: endpoint('GET /me/audit/lines/{line}', 'signed-in', 'Read one of one’s own entries with its steps', {
    response: itemResponse(AuditEntryDetails),
  }),
}
