import { allows } from '#contract/workspace/grant.ts'
import type { PresetOn, PresetUse } from '#contract/workspace/presets.ts'
import type { JobCounts } from '#contract/workspace/jobs.ts'
import type { Query } from '../../session/tables.ts'
import { leavesWork } from '../jobs/leased-jobs.ts'
import type { Member } from '../member.ts'
import type { LastUse, StoredOn } from './stored.ts'

/** What a person sees of presets that are on: what is in the chats of the grant. */

/** Who turned it on. The names of rules are for people who may see rules. */
export const shownBy = ({ by, ruleName }: Pick<StoredOn, 'by' | 'ruleName'>, member: Member | null): string =>
  ruleName !== null && allows(member, 'rules.read') ? `Rule “${ruleName}”` : by

/**
 * null: nothing of it.
 * @param endsByItself whether standing access is on
 * @param progress by id, of those whose job is still known
 */
export function viewOf(
  on: StoredOn,
  member: Member | null,
  endsByItself: boolean,
  progress: ReadonlyMap<string, PresetOn['progress']>,
): PresetOn | null {
  const { id, presetId, name, at, until } = on
  const open = on.chats.filter(({ isEnded }) => !isEnded)
  const chats = open.filter(({ chatId }) => allows(member, 'chats.read', chatId)).map(({ chatId, copyOf }) => ({ chatId, copyOf }))
  if (chats.length === 0) return null
  return {
    id,
    presetId,
    name,
    at,
    by: shownBy(on, member),
    until,
    endsByItself: endsByItself && until !== null,
    chats,
    progress: progress.get(id) ?? 'whole',
    isReduced: chats.length < open.length,
  }
}

/** What a person sees of the last use of a preset. */
export function useOf(use: LastUse, member: Member | null): PresetUse {
  const { presetId, at, chats, isEnded } = use
  return { presetId, at, by: shownBy(use, member), chats, isOn: !isEnded }
}

/** How far the jobs are that turn these presets on. */
export async function progressOf(query: Query, workspace: string, ids: readonly string[]): Promise<Map<string, PresetOn['progress']>> {
  if (ids.length === 0) return new Map()
  const jobs = query.selectFrom('job').select(['id', 'phase', 'counts']).where('workspace', '=', workspace).where('id', 'in', ids)
  return new Map(
    (await jobs.execute()).map(({ id, phase, counts }) => {
      if (phase === 'waiting' || phase === 'running') return [id, 'underWay']
      return [id, counts !== '' && !leavesWork(JSON.parse(counts) as JobCounts) ? 'whole' : 'part']
    }),
  )
}
