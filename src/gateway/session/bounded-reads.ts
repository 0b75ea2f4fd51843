import { sql, type Kysely, type Migration } from 'kysely'

/**
 * For reads of accounts that have much. Indexes without what has ended, which stays in its table, and with the chat, by which a person's rows are chosen
 * before they are read; and decisions about hits as counts.
 */
export const boundedReads: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index person_active on person (workspace) where removed is null`.execute(db)
    await sql`create index invitation_open on invitation (workspace) where accepted is null and revoked is null`.execute(db)
    await sql`create index scoped_token_valid on scoped_token (workspace) where revoked is null`.execute(db)
    await sql`create index planned_action_next on planned_action (workspace, due)`.execute(db)
    await sql`create index audit_chat_action on audit_line (workspace, chat_id, kind, action, line) where chat_id is not null`.execute(db)
    await sql`create index audit_action on audit_line (workspace, action, at) where kind = 'entry'`.execute(db)
    await sql`drop index drift_finding_state`.execute(db)
    await sql`create index drift_finding_at on drift_finding (workspace, state, at, chat_id, resource)`.execute(db)
    await sql`create index drift_finding_decided on drift_finding (workspace, state, decided_at, chat_id, resource)`.execute(db)
    await sql`create index drift_finding_severity on drift_finding (workspace, state, severity, chat_id, resource)`.execute(db)
    for (const name of ['rule_hit_queue', 'rule_hit_at', 'rule_hit_seen', 'rule_hit_decided'])
      await sql`drop index ${sql.ref(name)}`.execute(db)
    await sql`create index rule_hit_queue on rule_hit (workspace, state, seen_at, chat_id)`.execute(db)
    await sql`create index rule_hit_at on rule_hit (workspace, at, chat_id, state)`.execute(db)
    await sql`create index rule_hit_seen on rule_hit (workspace, rule_id, seen_at, chat_id)`.execute(db)
    await sql`create index rule_count_chat on rule_count (workspace, rule_id, kind, chat_id, since)`.execute(db)
    for (const chat of [sql`0`, sql`chat_id`])
      await sql`
        insert into rule_count (workspace, rule_id, chat_id, kind, since, hits)
        select workspace, rule_id, ${chat}, case when state in ('spared', 'kept') then 'wrong' else 'right' end, 0, count(*) from rule_hit
        where "by" != '' group by 1, 2, 3, 4`.execute(db)
    await sql`create index notification_delivery_state on notification_delivery (workspace, state, at)`.execute(db)
    await sql`create index notification_delivery_newest on notification_delivery (channel_id, opened, id)`.execute(db)
  },
}

/** With the chat too, by which the held hits of a person are chosen before they are read. */
export const heldReads: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index rule_hit_state`.execute(db)
    await sql`create index rule_hit_state on rule_hit (workspace, state, due, chat_id)`.execute(db)
  },
}
