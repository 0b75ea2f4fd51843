import { type Kysely, type Migration, type Transaction, sql } from 'kysely'
import { migrate } from '#db/migrate.ts'
import { type CompanyTables, type TeamTables, companyIdentity, team } from './team.ts'
import { type WorkerTables, pastActionResult, worker } from './worker.ts'
import { type AuditTables, auditTables } from './audit.ts'
import { type DriftTables, drift } from './drift.ts'
import { type HoursTables, hoursMemory } from './hours.ts'
import { type JobTables, jobChats, jobOwnChats, jobTables } from './jobs.ts'
import { lent } from './lent.ts'
import { type LimitTables, deletion } from './limits.ts'
import { type NotificationTables, channelLender, channelShown, noQuietHours, notificationBy, notificationTables } from './notifications.ts'
import { type PresetTables, presetByRule, presetJobs, presetLender, presetTables } from './presets.ts'
import { type RecordTables, noRecordMoves, record, recordShare } from './records.ts'
import { ruleCount } from './rule-counts.ts'
import { type RuleTables, ruleCost, ruleHitAuthorId, ruleHitUser, rules } from './rules.ts'
import { type RuleWorkTables, ruleStart, ruleUnread, ruleWork } from './rule-work.ts'
import { type ScopedTokenTables, scopedToken } from './tokens.ts'

import { serviceProfile, session, sessionConfirmed, sessionPeople, type SessionTables, tokenEntered } from './session.ts'

/**
 * For reads of accounts that have much. Indexes without what has ended, which stays in its table, and with the chat, by which a person's rows are chosen
 * before they are read; and decisions about hits as counts.
 */
const boundedReads: Migration = {
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
const heldReads: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index rule_hit_state`.execute(db)
    await sql`create index rule_hit_state on rule_hit (workspace, state, due, chat_id)`.execute(db)
  },
}

/** All tables of the gateway. What a part keeps, and its first migration, are in its file beside this one. */
export interface GatewayTables
  extends
    SessionTables,
    TeamTables,
    RecordTables,
    AuditTables,
    LimitTables,
    JobTables,
    CompanyTables,
    DriftTables,
    WorkerTables,
    PresetTables,
    HoursTables,
    RuleTables,
    RuleWorkTables,
    NotificationTables,
    ScopedTokenTables {}

/** Where the tables are read and written; `Trx`: within a transaction. */
export type Query = Kysely<GatewayTables>
export type Trx = Transaction<GatewayTables>

const migrations: Record<string, Migration> = {
  '0001-session': session,
  '0002-fresh-token': tokenEntered,
  '0003-service-profile': serviceProfile,
  '0004-session-people': sessionPeople,
  '0005-team': team,
  '0006-record': record,
  '0007-session-confirmed': sessionConfirmed,
  '0008-audit': auditTables,
  '0009-deletion': deletion,
  '0010-company-identity': companyIdentity,
  '0011-drift': drift,
  '0012-worker': worker,
  '0013-presets': presetTables,
  '0014-past-action-result': pastActionResult,
  '0015-hours': hoursMemory,
  '0016-rules': rules,
  '0018-rule-work': ruleWork,
  '0019-notifications': notificationTables,
  '0020-rule-hit-user': ruleHitUser,
  '0021-scoped-token': scopedToken,
  '0022-rule-hit-author-id': ruleHitAuthorId,
  '0023-lent': lent,
  '0024-rule-cost': ruleCost,
  '0025-rule-count': ruleCount,
  '0026-rule-start': ruleStart,
  '0027-record-share': recordShare,
  '0028-channel-lender': channelLender,
  '0029-preset-by-rule': presetByRule,
  '0030-bounded-reads': boundedReads,
  '0032-channel-shown': channelShown,
  '0033-notification-by': notificationBy,
  '0034-rule-unread': ruleUnread,
  '0035-preset-lender': presetLender,
  '0036-held-reads': heldReads,
  '0037-no-record-moves': noRecordMoves,
  '0038-no-quiet-hours': noQuietHours,
  '0039-jobs': jobTables,
  '0040-job-chats': jobChats,
  '0041-job-own-chats': jobOwnChats,
  '0042-preset-jobs': presetJobs,
}

/** The names of all versions of these tables, oldest first. */
export const gatewaySchemas: readonly string[] = Object.keys(migrations).toSorted()

/** Migrates the gateway's tables to the newest version, or to an earlier one. */
export function migrateGatewayTables(query: Kysely<GatewayTables>, last?: string): Promise<void> {
  return migrate(query, 'gateway', migrations, last)
}
