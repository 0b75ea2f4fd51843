import type { Query } from '../../session/tables.ts'
import type { Planner } from '../../worker/planner.ts'
import type { StoredOn } from './stored.ts'
import { notedBy } from './tables.ts'

type Timed = Pick<StoredOn, 'id' | 'name' | 'by' | 'until'> & { chatIds: readonly number[] }

/** The end of a preset at its time, where standing access is on. */
export function presetTimer(planner: Planner, workspace: string) {
  const keyOf = (key: string) => ({ workspace, kind: 'preset', key }) as const
  return {
    cancelEnd: (id: string, query?: Query) => planner.cancel(keyOf(id), query),
    setEnd: ({ id, name, by, until, chatIds }: Timed, query: Query) => {
      if (until === null) return planner.cancel(keyOf(id), query)
      const title = `End the preset “${name}”`
      return planner.plan({ ...keyOf(id), due: until, title, note: notedBy(by), chatIds, data: '' }, query)
    },
  }
}

/** Whether Roomkeeper may act for an account while nobody is signed in. */
export async function hasStandingAccess(query: Query, workspace: string): Promise<boolean> {
  const row = await query
    .selectFrom('standing_access')
    .select(['since', 'token_rejected'])
    .where('workspace', '=', workspace)
    .executeTakeFirst()
  return row !== undefined && row.since !== null && row.token_rejected === 0
}
