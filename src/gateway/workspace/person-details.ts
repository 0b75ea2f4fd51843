import type { PersonDetails } from '#contract/workspace/people.ts'
import { equal } from '#db/equal.ts'
import { notFound } from '../refusals.ts'
import type { Query } from '../session/tables.ts'
import { deviceName } from './device-name.ts'
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
  const passkeys = await query.selectFrom('passkey').where('person_id', '=', personId).selectAll().orderBy('added').execute()
  const codes = await query.selectFrom('recovery_code').where('person_id', '=', personId).where('used', 'is', null).select('hash').execute()
  const sessions = await query
    .selectFrom('session')
    .where(equal({ person_id: personId, ended: '' }))
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
