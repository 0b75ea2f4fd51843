import { sql } from 'kysely'
import type { RoleName } from '#contract/gateway/role-names.ts'
import type { TokenRole } from '#contract/gateway/scoped-tokens.ts'
import type { EndedCode } from '#contract/session.ts'
import { bigint, integer, orNull, table, text, textOf } from '#db/tables.ts'

/** `recovery`: such a session can only register a passkey. */
export type SignInMethod = 'token' | 'demo' | 'passkey' | 'company' | 'recovery'

export const sessionTables = {
  /** Times are Unix seconds. */
  session: table(['hash'], {
    /** Hexadecimal SHA-256 of the id in the cookie, so that nobody can sign in with what is in the table. */
    hash: text,
    /** The token for the service (seal.ts); '' in a person's session, which uses the sealed token of the team. */
    sealed_token: text,
    /** The identity of the account. */
    workspace: text,
    account_id: bigint,
    account_name: text,
    account_email: text,
    created: bigint,
    last_seen: bigint,
    /** The session ends when it has not been used for this long. */
    idle_seconds: bigint,
    /** When the session ends in any case. */
    ends: bigint,
    keep: integer,
    token_end: orNull(bigint),
    /** When the token was last entered again during the session; null if it was not. */
    token_entered: orNull(bigint),
    /** The person of the session; null: whoever knows the account's token. */
    person_id: orNull(text),
    /** How it began (contract/gateway/people.ts). */
    method: textOf<SignInMethod>(),
    /** The client's network address and user agent when it began. */
    address: text,
    agent: text,
    /** Why it ended before its time: the row stays until it expires, so that an open page can say so. '' = it has not ended. */
    ended: textOf<EndedCode | ''>(),
    /** JSON of what was confirmed for itself; '' = nothing. */
    confirmed: text,
    /** Of the id that was replaced when something was confirmed. */
    previous_hash: text,
    /** Until when that id is accepted; null until the new one is in use. */
    previous_ends: orNull(bigint),
  }),
  /** What an account has learned about a remote service (contract/service-profile.ts). */
  service_profile: table(['address', 'account_id'], {
    /** The base URL of the service. */
    address: text,
    account_id: bigint,
    /** The number of writes, for compare-and-swap. */
    revision: integer,
    /** JSON. */
    profile: text,
  }),
}

/**
 * The team of an account. `workspace` is the account's identity (session/require-session.ts), which differs between services and installations. Times are Unix
 * seconds; what is JSON is parsed with the schemas of contract/gateway.
 */
export const teamTables = {
  /** The chats that a person lists first; `person_id` '' = whoever signs in with the account's token. */
  pin: table(['workspace', 'person_id', 'chat_id'], {
    workspace: text,
    person_id: text,
    chat_id: bigint,
    /** Since when, in milliseconds. */
    at: bigint,
  }),
  /** One row per account whose team access was ever on. */
  team: table(['workspace'], {
    workspace: text,
    account_id: bigint,
    account_name: text,
    account_email: text,
    /** When team access was turned on; null = it is off. */
    since: orNull(bigint),
    turned_on_by: text,
    /** The account's token, sealed for this workspace (session/seal.ts); '' = off. */
    sealed_token: text,
    /** The last four characters of the token. */
    token_end: text,
    token_checked: orNull(bigint),
    token_rejected: integer,
    /** JSON of RoleChanges. */
    roles: text,
    roles_revision: integer,
  }),
  person: table(['id'], {
    id: text,
    workspace: text,
    name: text,
    role: textOf<RoleName>(),
    /** JSON: "all" or a list of chat ids. */
    chats: text,
    /** JSON of LimitChanges. */
    limits: text,
    email: text,
    joined: bigint,
    invited_by: text,
    last_seen: orNull(bigint),
    used_recovery_code: integer,
    /** Until when the person may not change rights; 0 = not waiting. */
    waiting_until: bigint,
    /** When the person was removed; the name stays for the audit log. */
    removed: orNull(bigint),
    revision: integer,
  }),
  passkey: table(['id'], {
    /** The credential id, base64url. */
    id: text,
    person_id: text,
    /** Shown, and used in paths in place of the long credential id. */
    short_id: text,
    name: text,
    /** base64url */
    public_key: text,
    counter: bigint,
    /** JSON: list of transports. */
    transports: text,
    added: bigint,
    last_used: orNull(bigint),
  }),
  recovery_code: table(['hash'], {
    /** SHA-256 of the code, hexadecimal. */
    hash: text,
    person_id: text,
    created: bigint,
    used: orNull(bigint),
  }),
  invitation: table(['id'], {
    id: text,
    workspace: text,
    /** SHA-256 of the secret in the link, hexadecimal. */
    hash: text,
    name: text,
    role: textOf<RoleName>(),
    chats: text,
    limits: text,
    email: text,
    created: bigint,
    invited_by: text,
    /** The person whose rights the invitation needs; null: whoever signed in with the account's token. */
    inviter_id: orNull(text),
    expires: bigint,
    /** When and by whom it was accepted; such a row stays so that the link can say so. */
    accepted: orNull(bigint),
    revoked: orNull(bigint),
  }),
  /** WebAuthn challenges and OpenID states: used once, and for what they were made. */
  challenge: table(['hash'], {
    /** SHA-256 of the challenge or state, hexadecimal. */
    hash: text,
    /** `sign-in`, `register:<person>`, `join:<invitation>`, `confirm:<session>` or `company`. */
    purpose: text,
    /** JSON that belongs to it, such as a nonce; sealed where it is secret. */
    data: text,
    expires: bigint,
  }),
}

export const companyTables = {
  /** Which account of a company a person signed in with first. */
  company_identity: table(['person_id', 'issuer'], {
    person_id: text,
    /** The OpenID provider. */
    issuer: text,
    /** The provider's own name of the account, which stays when its e-mail address changes, and is never given to anybody else. */
    subject: text,
    /** The person's address at that time. When an Owner has changed it since, the row does not count any more. */
    email: text,
  }),
}

export const scopedTokenTables = {
  /** Times are Unix seconds. */
  scoped_token: table(['id'], {
    id: text,
    workspace: text,
    /** SHA-256 of the token, hexadecimal. */
    hash: text,
    label: text,
    role: textOf<TokenRole>(),
    /** JSON: "all" or a list of chat ids. */
    chats: text,
    created: bigint,
    /** The name of whoever created it. */
    created_by: text,
    /** The person, whose removal ends the token and whose rights bound it; null: whoever signed in with the account's token. */
    creator_id: orNull(text),
    expires: bigint,
    last_used: orNull(bigint),
    /** A revoked token stays, so that whoever presents it is told why it does not work. */
    revoked: orNull(bigint),
  }),
}

/** The deletions of messages that count against the limits of people (contract/gateway/limits.ts). */
export const limitTables = {
  /** One row per request. */
  deletion: table(['id'], {
    id: text,
    person_id: text,
    /** Messages that it may have deleted. */
    messages: integer,
    /** Unix seconds. */
    at: bigint,
  }),
  /** One row per person. Every transaction that counts a deletion updates it first, so that it serves as their lock. */
  deletion_total: table(['person_id'], {
    person_id: text,
    /** Requests so far. */
    requests: bigint,
  }),
}

export const peopleIndexes = {
  company_identity_subject: sql`company_identity (subject)`,
  deletion_person: sql`deletion (person_id, at)`,
  invitation_open: sql`invitation (workspace) where accepted is null and revoked is null`,
  invitation_workspace: sql`invitation (workspace)`,
  passkey_person: sql`passkey (person_id)`,
  person_active: sql`person (workspace) where removed is null`,
  person_workspace: sql`person (workspace)`,
  recovery_code_person: sql`recovery_code (person_id)`,
  scoped_token_valid: sql`scoped_token (workspace) where revoked is null`,
  scoped_token_workspace: sql`scoped_token (workspace)`,
  session_person: sql`session (person_id)`,
  session_previous_hash: sql`session (previous_hash)`,
}
