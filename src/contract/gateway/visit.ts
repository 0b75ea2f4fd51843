import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, id, itemResponse, queryInteger } from '../values.ts'
import { auditKindNames, auditOutcomeNames, AuditWho } from './audit.ts'
import { Cause } from './cause.ts'

/** What others did since a person's last visit to Home. Times are milliseconds by the clock of the server. */

/** So many changes are looked at; of more it is only said that there are more. */
export const maxVisitChanges = 500
export const maxVisitLines = 6

const within = {
  /** The oldest and the newest. */
  from: z.number(),
  to: z.number(),
  /** In how many chats. */
  chats: z.number(),
}

/** What one person or program did to things of one kind, or Roomkeeper for one cause. */
const Line = z.object({
  who: AuditWho,
  /** Of the newest change. */
  cause: Cause,
  kind: z.enum(auditKindNames),
  ...within,
  /** The only one of them. */
  chatId: z.nullable(id),
  /** Its name as it was; '' where it was not known. */
  chatName: z.string(),
  /** By action and outcome. `count`: of messages, where they are deleted. */
  parts: z.array(z.object({ action: z.string(), outcome: z.enum(auditOutcomeNames), count: z.number() })),
})
export type VisitLine = z.output<typeof Line>

const Visit = z.object({
  /** Since when; null: this is the first visit, and nothing is listed. */
  since: z.nullable(z.number()),
  /** When this was read. */
  asOf: z.number(),
  /** Single changes. */
  count: z.number(),
  /** There are more: not all were looked at. */
  isAtLeast: boolean,
  /** The newest first. */
  lines: z.array(Line),
  /** Outside changes that were found; null: none. */
  outside: z.nullable(z.object({ count: z.number(), ...within })),
})
export type Visit = z.output<typeof Visit>

export const visits = {
  visitRead: endpoint('GET /me/visit', 'audit.read', 'Read what others did since one’s last visit to Home', {
    description: 'With the permissions of the audit log, without sign-ins. `since` continues a visit that was read before.',
    query: z.object({ since: z.optional(queryInteger) }),
    response: itemResponse(Visit),
  }),
  visitEnd: endpoint('PUT /me/visit', 'audit.read', 'Store up to when one has seen what others did', {
    body: z.object({ seen: z.number().check(z.int(), z.positive()) }),
  }),
}
