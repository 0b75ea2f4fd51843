import type { Kysely } from 'kysely'
import { notFound } from '../refusals.ts'
import type { SessionTables } from '../session/tables.ts'

/** What belongs to one person, whoever ends it. */

/** @param shortId as in paths */
export async function removePasskeyOf(query: Kysely<SessionTables>, personId: string, shortId: string): Promise<void> {
  const { numDeletedRows } = await query
    .deleteFrom('passkey')
    .where('person_id', '=', personId)
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('This passkey')
}

/** @param hash of the session; one that was replaced meanwhile is found as well */
export async function endSessionOf(query: Kysely<SessionTables>, personId: string, hash: string): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable('session')
    .set({ ended: 'session_ended' })
    .where('person_id', '=', personId)
    .where('ended', '=', '')
    .where((is) => is.or([is('hash', '=', hash), is('previous_hash', '=', hash)]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound('This session')
}

/** Whether a session goes on. @param hash of the session; one that was replaced meanwhile is found as well */
export async function isSignedIn(query: Kysely<SessionTables>, hash: string): Promise<boolean> {
  const row = await query
    .selectFrom('session')
    .leftJoin('person', 'person.id', 'session.person_id')
    .select('hash')
    .where('ended', '=', '')
    .where('removed', 'is', null)
    .where((is) => is.or([is('hash', '=', hash), is('previous_hash', '=', hash)]))
    .executeTakeFirst()
  return row !== undefined
}
