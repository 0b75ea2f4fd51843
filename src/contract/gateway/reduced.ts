import type { Account } from '../account.ts'
import type { Chat } from '../chats.ts'
import { allows, allowsEverywhere, type Grant } from './grant.ts'

/**
 * What is left of an answer for a person who may not read all of it. The gateway leaves the rest out of what the service returns, and adds
 * `isReduced`, so that a page does not take what is missing for its default.
 */

type Fields = Record<string, unknown>

/** Of a chat without `settings.read`, and why. Never a password, a list of words or a text for visitors. */
export const chatWithoutSettings = {
  id: 'It is in the path of everything within the chat.',
  hash: 'It is in the head of the chat, and tells chats of the same name apart.',
  name: 'Every page and every dialog names the chat.',
  createDate: 'A column of the list.',
  lastUsed: 'The order of the list and of the palette.',
  offline: 'Nobody can write then, which whoever moderates or runs a poll has to know.',
  forceSDKLogin: 'The badge “Private”, which also tells chats of the same name apart.',
  systemMessages: 'Whoever posts a message is told where users may not see it.',
  monetizeLogin: 'The badge “Paid entry”, which also tells chats of the same name apart.',
} as const satisfies Partial<Record<keyof Chat, string>>

/** Of the account without `account.read`, and why. `currency` also needs `settings.read`. */
export const accountForEveryone = {
  id: 'The page checks whose data it shows.',
  currency: 'The settings of paid entry have no effect without one.',
} as const satisfies Partial<Record<keyof Account, string>>

/** What `Account` needs to parse: nothing is stated of the plan. */
const emptyAccount = { countryId: null, plan: { exceed: null } }

/**
 * A chat as a grant shows it; null where the grant does not include it.
 * @param chat as the service sent it
 */
export function visibleChat(grant: Grant, chat: Fields): Fields | null {
  const { id } = chat
  if (typeof id !== 'number' || !allows(grant, 'chats.read', id)) return null
  return allows(grant, 'settings.read', id) ? chat : { ...pick(chat, Object.keys(chatWithoutSettings)), isReduced: true }
}

/** The account as a grant shows it. */
export function visibleAccount(grant: Grant, account: Fields): Fields {
  if (allows(grant, 'account.read')) return account
  const fields = Object.keys(accountForEveryone).filter((name) => name !== 'currency' || allows(grant, 'settings.read'))
  return { ...emptyAccount, ...pick(account, fields), isReduced: true }
}

/** Whether a grant shows all chats with all of their settings. */
export const seesAllChats = (grant: Grant): boolean => allowsEverywhere(grant, 'chats.read') && allowsEverywhere(grant, 'settings.read')

export const pick = (object: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(object, name)).map((name) => [name, object[name]]))
