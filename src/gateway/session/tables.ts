import { type Kysely, type Migration, type Transaction, sql } from 'kysely'
import type { EndedCode } from '#contract/session.ts'
import { migrate } from '#db/migrate.ts'
import { type CompanyTables, type TeamTables, companyIdentity, team } from '../workspace/tables.ts'
import { type WorkerTables, pastActionResult, worker } from '../worker/tables.ts'
import { type AuditTables, auditTables } from '../workspace/audit/tables.ts'
import { type DriftTables, drift } from '../workspace/drift/tables.ts'
import { type HoursTables, hoursMemory } from '../workspace/hours/tables.ts'
import { type JobTables, jobChats, jobOwnChats, jobTables } from '../workspace/jobs/tables.ts'
import { lent } from '../workspace/lent/migration.ts'
import { type LimitTables, deletion } from '../workspace/limits/tables.ts'
import {
  type NotificationTables,
  channelLender,
  channelShown,
  noQuietHours,
  notificationBy,
  notificationTables,
} from '../workspace/notifications/tables.ts'
import { type PresetTables, presetByRule, presetJobs, presetLender, presetTables } from '../workspace/presets/tables.ts'
import { type RecordTables, noRecordMoves, record, recordShare } from '../workspace/records/tables.ts'
import { ruleCount } from '../workspace/rules/count-hits.ts'
import { type RuleTables, ruleCost, ruleHitAuthorId, ruleHitUser, rules } from '../workspace/rules/tables.ts'
import { type RuleWorkTables, ruleStart, ruleUnread, ruleWork } from '../workspace/rules/work/tables.ts'
import { type ScopedTokenTables, scopedToken } from '../workspace/tokens/tables.ts'

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

export interface SessionTables
  extends
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
    ScopedTokenTables {
  session: SessionTable
  service_profile: ProfileTable
}

/** Where the tables are read and written; `Trx`: within a transaction. */
export type Query = Kysely<SessionTables>
export type Trx = Transaction<SessionTables>

/** What an account has learned about a remote service (contract/service-profile.ts). */
interface ProfileTable {
  /** The base URL of the service. */
  address: string
  account_id: number
  /** The number of writes, for compare-and-swap. */
  revision: number
  /** JSON. */
  profile: string
}

/** Times are Unix seconds. */
interface SessionTable {
  /** Hexadecimal SHA-256 of the id in the cookie, so that nobody can sign in with what is in the table. */
  hash: string
  /** The token for the service (seal.ts); '' in a person's session, which uses the sealed token of the team. */
  sealed_token: string
  /** The identity of the account. */
  workspace: string
  account_id: number
  account_name: string
  account_email: string
  created: number
  last_seen: number
  /** The session ends when it has not been used for this long. */
  idle_seconds: number
  /** When the session ends in any case. */
  ends: number
  keep: number
  token_end: number | null
  /** When the token was last entered again during the session; null if it was not. */
  token_entered: number | null
  /** The person of the session; null: whoever knows the account's token. */
  person_id: string | null
  /** How it began (contract/workspace/people.ts). */
  method: SignInMethod
  /** The client's network address and user agent when it began. */
  address: string
  agent: string
  /** Why it ended before its time: the row stays until it expires, so that an open page can say so. '' = it has not ended. */
  ended: EndedCode | ''
  /** JSON of what was confirmed for itself; '' = nothing. */
  confirmed: string
  /** Of the id that was replaced when something was confirmed. */
  previous_hash: string
  /** Until when that id is accepted; null until the new one is in use. */
  previous_ends: number | null
}

/** `recovery`: such a session can only register a passkey. */
export type SignInMethod = 'token' | 'demo' | 'passkey' | 'company' | 'recovery'

const session: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('session')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('sealed_token', 'text', (c) => c.notNull())
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('account_name', 'text', (c) => c.notNull())
      .addColumn('account_email', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('last_seen', 'bigint', (c) => c.notNull())
      .addColumn('idle_seconds', 'bigint', (c) => c.notNull())
      .addColumn('ends', 'bigint', (c) => c.notNull())
      .addColumn('keep', 'integer', (c) => c.notNull())
      .addColumn('token_end', 'bigint')
      .execute()
  },
}

const tokenEntered: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('token_entered', 'bigint').execute()
  },
}

const serviceProfile: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('service_profile')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('profile', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('service_profile_key', ['address', 'account_id'])
      .execute()
  },
}

const sessionPeople: Migration = {
  async up(db: Kysely<unknown>) {
    const add = (name: string, type: 'text', value: string) =>
      db.schema
        .alterTable('session')
        .addColumn(name, type, (c) => c.notNull().defaultTo(value))
        .execute()
    await db.schema.alterTable('session').addColumn('person_id', 'text').execute()
    await add('method', 'text', 'token')
    await add('address', 'text', '')
    await add('agent', 'text', '')
    await db.schema.createIndex('session_person').on('session').column('person_id').execute()
  },
}

const sessionConfirmed: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['workspace', 'ended', 'confirmed', 'previous_hash'])
      await db.schema
        .alterTable('session')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    await db.schema.alterTable('session').addColumn('previous_ends', 'bigint').execute()
    await db.schema.createIndex('session_previous_hash').on('session').column('previous_hash').execute()
  },
}

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
export function migrateGatewayTables(query: Kysely<SessionTables>, last?: string): Promise<void> {
  return migrate(query, 'gateway', migrations, last)
}
