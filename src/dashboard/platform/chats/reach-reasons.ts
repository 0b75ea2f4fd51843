import { allows, type Grant } from '#contract/gateway/grant.ts'
import { allowsReach, reachOf, type Act, type ChosenChats } from '#contract/gateway/reach.ts'
import { right, type Right } from '#contract/gateway/rights.ts'
import type { ChatChoice } from '#contract/chat-choice.ts'

/** Why a person may not do what reaches further than their chats. The gateway decides the same; the page says it before the person tries. */

/** The name of the first right that the person lacks somewhere in the reach; null: none. */
export function missingRight(grant: Grant | null, { rights, reach }: Act): string | null {
  const missing = rights.find((name) => !allowsReach(grant, { rights: [name], reach }))
  return missing === undefined ? null : right(missing).label
}

/** Why a person can choose single chats only; null: they can choose all, and labels. */
export function singleChatsReason(grant: Grant | null, name: Right): string | null {
  const missing = missingRight(grant, { rights: [name], reach: 'all' })
  return missing && `All chats, and labels, which any chat may get, need the permission “${missing}” in all chats.`
}

/** Why a person cannot save something for these chats; null: they can. */
export function chatsProblem(grant: Grant | null, name: Right, chats: ChosenChats): string | null {
  const reach = reachOf(chats)
  const missing = missingRight(grant, { rights: [name], reach })
  if (missing === null) return null
  return reach === 'all' ? 'Choose single chats' : `You don’t have the permission “${missing}” in some of these chats.`
}

/** What is left of a choice that somebody else made, for a person who takes it as a start. */
export const ownChoice = (grant: Grant | null, name: Right, chats: ChatChoice): ChatChoice =>
  chatsProblem(grant, name, chats) === null
    ? chats
    : { labels: [], chatIds: chats === 'all' ? [] : chats.chatIds.filter((chatId) => allows(grant, name, chatId)) }

/** Why a person cannot import; null: they can. */
export function importReason(grant: Grant | null, name: Right): string | null {
  const missing = missingRight(grant, { rights: [name], reach: 'all' })
  return missing && `A file names no single chats, so importing needs the permission “${missing}” in all chats.`
}
