import { equal } from '#db/equal.ts'
import { notFound } from '../refusals.ts'
import type { Query } from '../session/tables.ts'

/** What belongs to one person, whoever ends it. */

/** @param shortId as in paths */
export async function removePasskeyOf(query: Query, personId: string, shortId: string): Promise<void> {
  const { numDeletedRows } = await query
    .deleteFrom('passkey')
    .where(equal({ person_id: personId, short_id: shortId }))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('This passkey')
}

/** @param hash of the session; one that was replaced meanwhile is found as well */
export async function endSessionOf(query: Query, personId: string, hash: string): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable('session')
    .set({ ended: 'session_ended' })
    .where(equal({ person_id: personId, ended: '' }))
    .where((is) => is.or([is('hash', '=', hash), is('previous_hash', '=', hash)]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound('This session')
}

/** Whether a session goes on. @param hash of the session; one that was replaced meanwhile is found as well */
export async function isSignedIn(query: Query, hash: string): Promise<boolean> {
  const row = await query
    .selectFrom('session')
    .leftJoin('person', 'person.id', 'session.person_id')
    .select('hash')
    .where(equal({ ended: '', removed: null }))
    .where((is) => is.or([is('hash', '=', hash), is('previous_hash', '=', hash)]))
    .executeTakeFirst()
  return row !== undefined
}
