import type { Kysely } from 'kysely'
import { z } from 'zod/mini'
import type { Rule } from '#contract/rules/rule.ts'
import { allows, allowsEverywhere } from '#contract/workspace/grant.ts'
import type { SessionTables } from '../../session/tables.ts'
import { fromJson, type Member } from '../member.ts'

/** Which chats a rule is about, and who may see and change it for that reason. */

/** The labels of chats by their id. A chat that is missing has none. */
export type ChatLabels = ReadonlyMap<number, readonly string[]>

const Labels = z.object({ labels: z.array(z.string()) })

export async function readChatLabels(query: Kysely<SessionTables>, workspace: string): Promise<ChatLabels> {
  const rows = await query
    .selectFrom('record')
    .select(['chat_id', 'value'])
    .where('workspace', '=', workspace)
    .where('kind', '=', 'chat-labels')
    .execute()
  return new Map(rows.map(({ chat_id, value }) => [chat_id, fromJson(Labels, value).labels]))
}

/** @param chats all that exist; of those that a rule names, the others drop out */
export function chatsOfRule({ scope }: Pick<Rule, 'scope'>, chats: readonly number[], labels: ChatLabels): number[] {
  if (scope.chats === 'all') return [...chats]
  const named = new Set(namedChats(scope.chats, labels))
  return chats.filter((chatId) => named.has(chatId))
}

/** Also those that do not exist any more: their ids are never used again. */
function namedChats(chats: Exclude<Rule['scope']['chats'], 'all'>, labels: ChatLabels): number[] {
  const wanted = new Set(chats.labels)
  const labelled = wanted.size === 0 ? [] : [...labels].filter(([, names]) => names.some((name) => wanted.has(name)))
  return [...chats.chatIds, ...labelled.map(([chatId]) => chatId)]
}

/** Whether a rule is about any chat of a person. @param member null: whoever signed in with the account's token */
export function mayRead(member: Member | null, { scope }: Pick<Rule, 'scope'>, labels: ChatLabels): boolean {
  if (allowsEverywhere(member, 'rules.read') || scope.chats === 'all') return allows(member, 'rules.read')
  return namedChats(scope.chats, labels).some((chatId) => allows(member, 'rules.read', chatId))
}

/** Whether a rule is about chats of a person only. A rule about no chat at all may be about others later. */
export function mayWrite(member: Member | null, { scope }: Pick<Rule, 'scope'>, labels: ChatLabels): boolean {
  if (allowsEverywhere(member, 'rules.write')) return true
  if (scope.chats === 'all') return false
  const named = namedChats(scope.chats, labels)
  return named.length > 0 && named.every((chatId) => allows(member, 'rules.write', chatId))
}
