import type { Session } from '#contract/session.ts'
import { rowsWith, update } from '#db/rows.ts'
import type { ActiveSession } from '../session/sessions.ts'
import { type Notify, notifyTokenRefused } from '../notifications/notify.ts'
import type { Query } from '../database/database.ts'

type TeamOfSession = Extract<Session, { signedIn: true }>['team']

/** What the page knows of the team of its account; undefined where team access is off. */
export async function teamOf(query: Query, session: ActiveSession): Promise<TeamOfSession> {
  const { team, member, workspace } = session
  if (!team) return undefined
  const people = await activePeople(query, workspace).select(['name', 'role']).orderBy('joined').execute()
  return {
    person: member && { ...member, rights: [...member.rights] },
    people: people.length,
    owners: people.filter(({ role }) => role === 'owner').map(({ name }) => name),
    isTokenRejected: team.isTokenRejected,
    confirmWith: await confirmsWith(query, session),
  }
}

/** Those who were not removed. */
export const activePeople = (query: Query, workspace: string) => rowsWith(query, 'person', { workspace, removed: null })

/** The first Owner has no passkey at first, but knows the token. */
async function confirmsWith(query: Query, { member, method }: ActiveSession) {
  if (!member) return 'token'
  if (method === 'company') return 'company'
  const passkey = await rowsWith(query, 'passkey', { person_id: member.id }).select('id').limit(1).executeTakeFirst()
  return passkey ? 'passkey' : 'token'
}

/** Whether the sign-in page offers passkeys. */
export const hasAnyTeam = async (query: Query): Promise<boolean> =>
  (await query.selectFrom('team').where('since', 'is not', null).select('workspace').limit(1).executeTakeFirst()) !== undefined

/** How often it is recorded that the service still accepts the sealed token. */
const acceptedIntervalSeconds = 60 * 60

/**
 * Records whether the service accepted the sealed token of a team, where that is news. A call with a token that has been replaced meanwhile says nothing.
 * @param now Unix seconds
 */
export async function recordTokenAnswer(
  query: Query,
  { workspace, team }: ActiveSession,
  isAccepted: boolean,
  now: number,
  notify: Notify,
): Promise<void> {
  if (!team) return
  const isKnown = team.isTokenRejected !== isAccepted && now - (team.tokenChecked ?? 0) < acceptedIntervalSeconds
  if (isKnown) return
  const checked = { token_checked: now, token_rejected: isAccepted ? 0 : 1 }
  const updated = await update(query, 'team', { workspace, sealed_token: team.sealedToken }, checked)
  if (!isAccepted && !team.isTokenRejected && updated) await notifyTokenRefused(notify, workspace, 'Nobody can use the dashboard')
}
