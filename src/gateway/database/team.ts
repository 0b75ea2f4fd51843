import type { Kysely, Migration } from 'kysely'
import type { RoleName } from '#contract/gateway/role-names.ts'

/**
 * The team of an account. `workspace` is the account's identity (session/require-session.ts), which differs between services and installations. Times are Unix
 * seconds; what is JSON is parsed with the schemas of contract/gateway.
 */
export interface TeamTables {
  team: TeamTable
  person: PersonTable
  passkey: PasskeyTable
  recovery_code: RecoveryCodeTable
  invitation: InvitationTable
  challenge: ChallengeTable
}

/** One row per account whose team access was ever on. */
interface TeamTable {
  workspace: string
  account_id: number
  account_name: string
  account_email: string
  /** When team access was turned on; null = it is off. */
  since: number | null
  turned_on_by: string
  /** The account's token, sealed for this workspace (session/seal.ts); '' = off. */
  sealed_token: string
  /** The last four characters of the token. */
  token_end: string
  token_checked: number | null
  token_rejected: number
  /** JSON of RoleChanges. */
  roles: string
  roles_revision: number
}

interface PersonTable {
  id: string
  workspace: string
  name: string
  role: RoleName
  /** JSON: "all" or a list of chat ids. */
  chats: string
  /** JSON of LimitChanges. */
  limits: string
  email: string
  joined: number
  invited_by: string
  last_seen: number | null
  used_recovery_code: number
  /** Until when the person may not change rights; 0 = not waiting. */
  waiting_until: number
  /** When the person was removed; the name stays for the audit log. */
  removed: number | null
  revision: number
}

interface PasskeyTable {
  /** The credential id, base64url. */
  id: string
  person_id: string
  /** Shown, and used in paths in place of the long credential id. */
  short_id: string
  name: string
  /** base64url */
  public_key: string
  counter: number
  /** JSON: list of transports. */
  transports: string
  added: number
  last_used: number | null
}

interface RecoveryCodeTable {
  /** SHA-256 of the code, hexadecimal. */
  hash: string
  person_id: string
  created: number
  used: number | null
}

interface InvitationTable {
  id: string
  workspace: string
  /** SHA-256 of the secret in the link, hexadecimal. */
  hash: string
  name: string
  role: RoleName
  chats: string
  limits: string
  email: string
  created: number
  invited_by: string
  /** The person whose rights the invitation needs; null: whoever signed in with the account's token. */
  inviter_id: string | null
  expires: number
  /** When and by whom it was accepted; such a row stays so that the link can say so. */
  accepted: number | null
  revoked: number | null
}

/** WebAuthn challenges and OpenID states: used once, and for what they were made. */
interface ChallengeTable {
  /** SHA-256 of the challenge or state, hexadecimal. */
  hash: string
  /** `sign-in`, `register:<person>`, `join:<invitation>`, `confirm:<session>` or `company`. */
  purpose: string
  /** JSON that belongs to it, such as a nonce; sealed where it is secret. */
  data: string
  expires: number
}

export const team: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('team')
      .addColumn('workspace', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('account_name', 'text', (c) => c.notNull())
      .addColumn('account_email', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint')
      .addColumn('turned_on_by', 'text', (c) => c.notNull())
      .addColumn('sealed_token', 'text', (c) => c.notNull())
      .addColumn('token_end', 'text', (c) => c.notNull())
      .addColumn('token_checked', 'bigint')
      .addColumn('token_rejected', 'integer', (c) => c.notNull())
      .addColumn('roles', 'text', (c) => c.notNull())
      .addColumn('roles_revision', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('person')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('chats', 'text', (c) => c.notNull())
      .addColumn('limits', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('joined', 'bigint', (c) => c.notNull())
      .addColumn('invited_by', 'text', (c) => c.notNull())
      .addColumn('last_seen', 'bigint')
      .addColumn('used_recovery_code', 'integer', (c) => c.notNull())
      .addColumn('waiting_until', 'bigint', (c) => c.notNull())
      .addColumn('removed', 'bigint')
      .addColumn('revision', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('person_workspace').on('person').column('workspace').execute()
    await db.schema
      .createTable('passkey')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('short_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('added', 'bigint', (c) => c.notNull())
      .addColumn('last_used', 'bigint')
      .execute()
    await db.schema.createIndex('passkey_person').on('passkey').column('person_id').execute()
    await db.schema
      .createTable('recovery_code')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('used', 'bigint')
      .execute()
    await db.schema.createIndex('recovery_code_person').on('recovery_code').column('person_id').execute()
    await db.schema
      .createTable('invitation')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('chats', 'text', (c) => c.notNull())
      .addColumn('limits', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('invited_by', 'text', (c) => c.notNull())
      .addColumn('expires', 'bigint', (c) => c.notNull())
      .addColumn('accepted', 'bigint')
      .addColumn('revoked', 'bigint')
      .execute()
    await db.schema.createIndex('invitation_workspace').on('invitation').column('workspace').execute()
    await db.schema
      .createTable('challenge')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('expires', 'bigint', (c) => c.notNull())
      .execute()
  },
}

export interface CompanyTables {
  company_identity: CompanyIdentityTable
}

/** Which account of a company a person signed in with first. */
interface CompanyIdentityTable {
  person_id: string
  /** The OpenID provider. */
  issuer: string
  /** The provider's own name of the account, which stays when its e-mail address changes, and is never given to anybody else. */
  subject: string
  /** The person's address at that time. When an Owner has changed it since, the row does not count any more. */
  email: string
}

export const companyIdentity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('company_identity')
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('company_identity_key', ['person_id', 'issuer'])
      .execute()
    await db.schema.createIndex('company_identity_subject').on('company_identity').column('subject').execute()
  },
}
