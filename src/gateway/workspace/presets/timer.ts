import type { Kysely } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'
import type { Planner } from '../../worker/planner.ts'
import type { StoredOn } from './stored.ts'
import { notedBy } from './tables.ts'

/** What Roomkeeper does for a preset where standing access is on: it ends it at its time, and turns it on where that was interrupted. */

type Timed = Pick<StoredOn, 'id' | 'name' | 'by' | 'until'> & { chatIds: readonly number[] }

/** The data of a planned action. */
export const resuming = 'resume'
/** Later than anything that is still under way in the gateway that began it. */
const resumeAfterMs = 2 * 60_000

export function presetTimer(planner: Planner, workspace: string) {
  const endKey = (key: string) => ({ workspace, kind: 'preset', key }) as const
  const resumeKey = (id: string) => endKey(`${resuming} ${id}`)
  return {
    cancelEnd: (id: string, query?: Kysely<SessionTables>) => planner.cancel(endKey(id), query),
    cancelResuming: (id: string) => planner.cancel(resumeKey(id)),
    setEnd: ({ id, name, by, until, chatIds }: Timed, query: Kysely<SessionTables>) => {
      if (until === null) return planner.cancel(endKey(id), query)
      const title = `End the preset “${name}”`
      return planner.plan({ ...endKey(id), due: until, title, note: notedBy(by), chatIds, data: '' }, query)
    },
    setResuming: ({ id, name, by, chatIds }: Omit<Timed, 'until'>, now: number, query: Kysely<SessionTables>) => {
      const title = `Turn on the preset “${name}” where that was interrupted`
      const due = now + resumeAfterMs
      return planner.plan({ ...resumeKey(id), due, title, note: notedBy(by), chatIds, data: resuming }, query)
    },
  }
}

/** Whether Roomkeeper may act for an account while nobody is signed in. */
export async function hasStandingAccess(query: Kysely<SessionTables>, workspace: string): Promise<boolean> {
  const row = await query
    .selectFrom('standing_access')
    .select(['since', 'token_rejected'])
    .where('workspace', '=', workspace)
    .executeTakeFirst()
  return row !== undefined && row.since !== null && row.token_rejected === 0
}
