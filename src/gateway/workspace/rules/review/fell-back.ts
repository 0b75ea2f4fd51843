import type { Kysely } from 'kysely'
import type { SessionTables } from '../../../session/tables.ts'
import { allows } from '#contract/workspace/grant.ts'
import type { Member } from '../../member.ts'

/** Rules that fell back to shadow and wait for a decision: only for who may see rules, and of those about some chats only in these. */
export async function countFellBack(
  query: Kysely<SessionTables>,
  { workspace, member }: { workspace: string; member: Member | null },
): Promise<number> {
  if (!allows(member, 'rules.read')) return 0
  const rows = await query.selectFrom('rule').select('id').where('workspace', '=', workspace).where('state', '=', 'fellBack').execute()
  return rows.length
}
