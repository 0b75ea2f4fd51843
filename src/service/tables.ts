import type { ColumnType, Generated } from 'kysely'

/**
 * The service's tables. Every table that belongs to a chat has chat_id first in its primary key, and every query on it filters by chat_id,
 * so that a sharded PostgreSQL can keep a chat's rows together. Times are Unix seconds; poll dates are text as the API shows them.
 */
export interface Tables {
  account: AccountTable
  token: TokenTable
  chat: ChatTable
  poll: PollTable
  message: MessageTable
  banned_range: BannedRangeTable
  idempotency_key: IdempotencyKeyTable
  /** The last ids of accounts, tokens and chats, one row per kind. Those of polls and messages are in the row of their chat. */
  counter: { kind: 'account' | 'token' | 'chat'; value: number }
}

export interface AccountTable {
  id: number
  email: string
  name: string
  company: string
  payment_email: string
  currency: string | null
  country_id: number | null
  address: string
  city: string
  state: string
  unit: string
  zip_code: string
  reserved_name: string
  /** Sealed (accounts/token-keys.ts); '' until it is first read. */
  token_key: string
  plan_rooms: number
  plan_admins: number
  plan_users: number
  plan_keywords: number
  used_admins: number
  used_keywords: number
  social: number
  network_one_link: string
  network_two_name: string
  created: number
}

export interface TokenTable {
  id: number
  account_id: number
  /** SHA-256 of the token, hexadecimal. */
  hash: string
  label: string
  created: number
  last_used: number | null
  expires: number | null
  revoked: number | null
}

export interface ChatTable {
  id: number
  account_id: number
  hash: string
  created: number
  /** `YYYY-MM-DD HH:MM:SS` in UTC, null = never. */
  last_used: string | null
  /** JSON: the settings by field name, sounds by name. */
  settings: string
  /** Opaque JSON that the service only copies. */
  design: string
  last_poll_id: Generated<number>
  last_message_id: Generated<number>
  /** Set first when a chat is deleted. From then on it does not exist for the API, while its rows are deleted in batches. */
  deleted: ColumnType<number | null, number | null | undefined>
}

export interface PollTable {
  chat_id: number
  id: number
  status: 'draft' | 'sent' | 'published'
  user_id: number
  question: string
  answer1: string
  answer2: string
  answer3: string
  answer4: string
  answer1count: number
  answer2count: number
  answer3count: number
  answer4count: number
  created: string
  last_sent: string | null
  published: string | null
  deleted: string | null
}

export interface MessageTable {
  chat_id: number
  id: number
  /** Unix seconds. */
  time: number
  user_id: number
  user_name: string
  image: string | null
  text: string
}

export interface BannedRangeTable {
  chat_id: number
  /** Unsigned 32-bit numbers, so that sorting and ranges work in SQL. */
  first_ip: number
  last_ip: number
}

/** Requests with an Idempotency-Key and their responses. */
export interface IdempotencyKeyTable {
  account_id: number
  key: string
  /** SHA-256 of the endpoint and its input, hexadecimal. */
  request: string
  time: number
  /** HTTP status and body of the response; null while a request of several transactions is being carried out. */
  status: number | null
  answer: string | null
  /** The first decision of a request of several transactions (see idempotency/idempotency.ts). */
  decision: number | null
}
