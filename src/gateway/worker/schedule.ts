import { allows } from '#contract/gateway/grant.ts'
import { type Schedule, scheduleMs } from '#contract/gateway/schedule.ts'
import type { PlannedKind } from '#contract/gateway/standing-access.ts'
import { maxPageCharacters } from '#contract/values.ts'
import type { Member } from '../access/member.ts'
import { readTurns } from '../hours/read-turns.ts'
import { standingOf } from './budget.ts'
import { readByIds } from '../session/read-page.ts'
import { charactersOf, nextActionOf, readWorker, type StandingOptions, visible } from './read-standing.ts'

/** Rules check messages all the time, so they have no place in a schedule. */
const scheduled: readonly PlannedKind[] = ['preset', 'hours', 'drift']
/** What is about chats: whoever may turn on modes there may see it. */
const aboutChats: readonly PlannedKind[] = ['preset', 'hours']

const maxActions = 500

/** What will happen by itself in the chats of a person. @param viewer null: signed in with the account token */
export async function readSchedule(
  options: StandingOptions,
  workspace: string,
  viewer: Pick<Member, 'chats' | 'rights'> | null,
): Promise<Schedule> {
  const { database, tasks, nowMs } = options
  const { query } = database
  const at = nowMs()
  const { standing: access } = await standingOf(query, workspace)
  const planned = await query
    .selectFrom('planned_action')
    .select(['id', 'kind', 'key'])
    .where('workspace', '=', workspace)
    .where('kind', 'in', allows(viewer, 'standing.read') ? scheduled : aboutChats)
    .where('due', '<=', at + scheduleMs)
    .orderBy('due')
    .execute()
  const hours = await readTurns(query, {
    workspace,
    from: at,
    to: at + scheduleMs,
    chatIds: viewer === null || viewer.chats === 'all' ? null : new Set(viewer.chats),
    planned: new Map(planned.filter(({ kind }) => kind === 'hours').map(({ key, id }) => [key, id])),
  })
  // Each first turn is planned as well. It is listed once, with the other turns.
  const ofTurns = new Set(hours.map(({ actionId }) => actionId))
  const rows = await readByIds(
    planned.flatMap(({ id }) => (ofTurns.has(id) ? [] : [id])).slice(0, maxActions),
    (ids) => query.selectFrom('planned_action').selectAll().where('id', 'in', ids).execute(),
    charactersOf,
    maxPageCharacters / 2,
  )
  const worker = await readWorker(options)
  return {
    at,
    access,
    actions: visible(
      rows.map((row) => nextActionOf(row, tasks, worker, at)),
      viewer,
    ),
    hours,
  }
}
