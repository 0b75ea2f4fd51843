import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Notes who lends what goes on. Earlier releases kept only names: of what is under way, a person of that name who is still there lends it; an open
 * invitation of anybody else is revoked, and so is a token whose creator was removed.
 */
export const lent: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, column] of [
      ['invitation', 'inviter_id'],
      ['rule', 'started_by'],
      ['preset_on', 'person_id'],
    ] as const)
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
    const personNamed = (workspace: string, name: string) => sql`(
      select min(id) from person where person.workspace = ${sql.ref(workspace)} and person.name = ${sql.ref(name)} and person.removed is null
    )`
    await sql`update invitation set inviter_id = ${personNamed('invitation.workspace', 'invitation.invited_by')}`.execute(db)
    await sql`update invitation set revoked = created
      where invited_by <> '' and inviter_id is null and accepted is null and revoked is null`.execute(db)
    await sql`update rule set started_by = (
      select ${personNamed('v.workspace', 'v.by')} from rule_version v
      where v.workspace = rule.workspace and v.rule_id = rule.id and v.version = rule.running_version
    ) where running_version is not null`.execute(db)
    await sql`update scoped_token set revoked = created where revoked is null and exists (
      select 1 from person where person.id = scoped_token.creator_id and person.removed is not null
    )`.execute(db)
  },
}
