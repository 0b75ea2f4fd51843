import type { DatabasePart } from '#db/part.ts'
import { migrateService, schemas } from '../prepare.ts'
import type { Tables } from '../tables.ts'

const keys: { [Table in keyof Tables]: (keyof Tables[Table] & string)[] } = {
  account: ['id'],
  token: ['id'],
  chat: ['id'],
  poll: ['chat_id', 'id'],
  message: ['chat_id', 'id'],
  banned_range: ['chat_id', 'first_ip', 'last_ip'],
  counter: ['kind'],
  idempotency_key: ['account_id', 'key'],
}

/** The tables of our own service. All of them are in a backup. */
export const servicePart: DatabasePart = {
  name: 'service',
  schemas,
  migrate: (query, last) => migrateService({ query }, last),
  keys,
  emptyBefore: ['account'],
}
