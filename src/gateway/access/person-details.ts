import type { PersonDetails } from '#contract/gateway/people.ts'
import { equal, remove, rowsWith } from '#db/rows.ts'
import { notFound } from '../refusals.ts'
import type { Query } from '../database/database.ts'
import { deviceName } from '#contract/device-name.ts'
import { personOf } from './read-team.ts'
import { activePeople } from './team-of-session.ts'

/** A person with passkeys and sessions. @param ownHash of the session that asks  @param now Unix seconds */
export async function readPersonDetails(
  query: Query,
  workspace: string,
  personId: string,
  ownHash: string,
  now: number,
): Promise<PersonDetails> {
  const person = await activePeople(query, workspace).where('id', '=', personId).selectAll().executeTakeFirst()
  if (!person) throw notFound('This person')
  const passkeys = await rowsWith(query, 'passkey', { person_id: personId }).selectAll().orderBy('added').execute()
  const codes = await rowsWith(query, 'recovery_code', { person_id: personId, used: null }).select('hash').execute()
  const sessions = await rowsWith(query, 'session', { person_id: personId, ended: '' })
    .where('ends', '>', now)
    .where((is) => is(is('last_seen', '+', is.ref('idle_seconds')), '>', now))
    .selectAll()
    .orderBy('last_seen', 'desc')
    .execute()
  return {
    ...personOf(person, passkeys.length, now),
    passkeyList: passkeys.map(({ short_id, name, added, last_used }) => ({ id: short_id, name, added, lastUsed: last_used })),
    recoveryCodesLeft: codes.length,
    sessions: sessions.map(({ hash, agent, address, created, last_seen }) => ({
      id: hash,
      device: deviceName(agent),
      address,
      signedIn: created,
      lastUsed: last_seen,
      isThisOne: hash === ownHash,
    })),
  }
}

/** @param shortId as in paths */
export async function removePasskeyOf(query: Query, personId: string, shortId: string): Promise<void> {
  if (!(await remove(query, 'passkey', { person_id: personId, short_id: shortId }))) throw notFound('This passkey')
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
