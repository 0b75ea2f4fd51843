import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { itemResponse } from '../values.ts'
import { AuditEntry, AuditWho } from './audit.ts'
import { Cause } from './cause.ts'

/** The known versions of a chat's settings, from the audit log and from what drift watch saw. Times are milliseconds. */

/** Versions that drift watch saw are kept this long. The audit log has a retention of its own. */
export const versionDays = 400

/** In a page; each version is in one of two lists. */
export const maxVersions = 250

export const versionKinds = ['first', 'own', 'outside'] as const

const version = {
  /** `s` and a number: drift watch saw it. `a` and the line of an entry of the audit log: the settings right after that change. */
  id: z.string().check(z.regex(/^[as]\d{1,15}$/)),
  /** `first`: as drift watch found the chat. `own`: after a change through Roomkeeper. `outside`: as drift watch found it after a change from outside. */
  kind: z.enum(versionKinds),
  at: z.number(),
  /** Of a change from outside: it was made between this time and `at`. */
  from: z.nullable(z.number()),
}

const Version = z.object({
  ...version,
  /** Of an own change; null for those who may not see what everyone did. */
  who: z.nullable(AuditWho),
  cause: z.nullable(Cause),
  /** What changed with this version. */
  changes: AuditEntry.shape.changes,
})
export type ChatVersion = z.output<typeof Version>

const Versions = z.object({
  /** Newest first. The values of now are not among them: the page reads them from the service. */
  versions: z.array(Version),
  /** The `before` of the following page; null = this was the last. */
  next: z.nullable(z.string()),
  /** Since when drift watch sees changes from outside in this chat; null: it does not. */
  watchedSince: z.nullable(z.number()),
})
export type ChatVersions = z.output<typeof Versions>

const VersionValues = z.object({
  ...version,
  /**
   * The settings of that version, sounds by name where the name is known. A setting that is missing has not changed since as far as is known: its
   * value is the one of now.
   */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type ChatVersionValues = z.output<typeof VersionValues>

export const chatVersions = {
  versionList: endpoint('GET /chats/{chatId}/versions', 'settings.read', 'List the known versions of a chat’s settings, a page at a time', {
    description: 'A page can be empty and not the last.',
    query: z.object({ before: z.optional(z.string().check(z.regex(/^\d{1,16}-\d{1,16}$/))) }),
    response: itemResponse(Versions),
  }),
  versionRead: endpoint('GET /chats/{chatId}/versions/{versionId}', 'settings.read', 'Read the settings of a known version', {
    response: itemResponse(VersionValues),
  }),
}
