import { allows } from '#contract/gateway/grant.ts'
import { type Schedule, scheduleMs } from '#contract/gateway/schedule.ts'
import type { NextAction, PlannedKind } from '#contract/gateway/standing-access.ts'
import { maxPageCharacters } from '#contract/values.ts'
import { rowsWith } from '#db/rows.ts'
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

type Viewing = Pick<Member, 'chats' | 'rights'> | null

/** What will happen by itself in the chats of a person. @param viewer null: signed in with the account token */
export async function readSchedule(options: StandingOptions, workspace: string, viewer: Viewing): Promise<Schedule> {
  const { query } = options.database
  const at = options.nowMs()
  const { standing: access } = await standingOf(query, workspace)
  const planned = await plannedUntil(options, workspace, viewer, at + scheduleMs)
  const hours = await readTurns(query, {
    workspace,
    from: at,
    to: at + scheduleMs,
    chatIds: viewer === null || viewer.chats === 'all' ? null : new Set(viewer.chats),
    planned: new Map(planned.filter(({ kind }) => kind === 'hours').map(({ key, id }) => [key, id])),
  })
  // Each first turn is planned as well. It is listed once, with the other turns.
  const ofTurns = new Set(hours.map(({ actionId }) => actionId))
  const ids = planned.flatMap(({ id }) => (ofTurns.has(id) ? [] : [id]))
  return { at, access, actions: await actionsOf(options, ids, viewer, at), hours }
}

/** What was not carried out in time and waits for a person; nothing while background access is off. */
export async function readMissed(options: StandingOptions, workspace: string, viewer: Viewing): Promise<NextAction[]> {
  const at = options.nowMs()
  if ((await standingOf(options.database.query, workspace)).standing !== 'on') return []
  const due = await plannedUntil(options, workspace, viewer, at)
  const actions = await actionsOf(
    options,
    due.map(({ id }) => id),
    viewer,
    at,
  )
  return actions.filter(({ state }) => state === 'late')
}

const plannedUntil = ({ database }: StandingOptions, workspace: string, viewer: Viewing, until: number) =>
  rowsWith(database.query, 'planned_action', { workspace, kind: allows(viewer, 'standing.read') ? scheduled : aboutChats })
    .select(['id', 'kind', 'key'])
    .where('due', '<=', until)
    .orderBy('due')
    .execute()

async function actionsOf(options: StandingOptions, ids: readonly string[], viewer: Viewing, at: number): Promise<NextAction[]> {
  const rows = await readByIds(
    ids.slice(0, maxActions),
    (some) => rowsWith(options.database.query, 'planned_action', { id: some }).selectAll().execute(),
    charactersOf,
    maxPageCharacters / 2,
  )
  const worker = await readWorker(options)
  return visible(
    rows.map((row) => nextActionOf(row, options.tasks, worker, at)),
    viewer,
  )
}
