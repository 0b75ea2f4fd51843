import { z } from 'zod/mini'
import type { Rule } from '#contract/rules/rule.ts'
import { allows, allowsEverywhere } from '#contract/gateway/grant.ts'
import type { Query } from '../database/database.ts'
import { fromJson, type Member } from '../access/member.ts'

/** The chats of a rule, and who may see the rule because of them. Who may change it is decided by its reach (contract/gateway/reach.ts). */

/** Labels by chat id. A missing chat has no labels. */
export type ChatLabels = ReadonlyMap<number, readonly string[]>

const Labels = z.object({ labels: z.array(z.string()) })

export async function readChatLabels(query: Query, workspace: string): Promise<ChatLabels> {
  const rows = await query
    .selectFrom('record')
    .select(['chat_id', 'value'])
    .where('workspace', '=', workspace)
    .where('kind', '=', 'chat-labels')
    .execute()
  return new Map(rows.map(({ chat_id, value }) => [chat_id, fromJson(Labels, value).labels]))
}

/** The existing chats that a rule is about. @param chats all existing chats */
export function chatsOfRule({ scope }: Pick<Rule, 'scope'>, chats: readonly number[], labels: ChatLabels): number[] {
  if (scope.chats === 'all') return [...chats]
  const inScope = new Set(chatsInScope(scope.chats, labels))
  return chats.filter((chatId) => inScope.has(chatId))
}

/** Includes chats that no longer exist; their ids are never reused. */
function chatsInScope(chats: Exclude<Rule['scope']['chats'], 'all'>, labels: ChatLabels): number[] {
  const wanted = new Set(chats.labels)
  const labelled = wanted.size === 0 ? [] : [...labels].filter(([, names]) => names.some((name) => wanted.has(name)))
  return [...chats.chatIds, ...labelled.map(([chatId]) => chatId)]
}

/** Whether a rule is about any chat of a person. @param member null: signed in with the account token */
export function mayRead(member: Member | null, { scope }: Pick<Rule, 'scope'>, labels: ChatLabels): boolean {
  if (allowsEverywhere(member, 'rules.read') || scope.chats === 'all') return allows(member, 'rules.read')
  return chatsInScope(scope.chats, labels).some((chatId) => allows(member, 'rules.read', chatId))
}
