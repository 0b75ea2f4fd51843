import { chatTitle } from '#contract/chat-title.ts'
import { listsOf } from '#engine/analysis/rules/rule-cost.ts'
import type { Grant } from '#contract/gateway/grant.ts'
import { actOfLiveRule, allowsReach } from '#contract/gateway/reach.ts'
import { allowsRecord } from '#contract/gateway/record-kinds.ts'
import { right } from '#contract/gateway/rights.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'

/** The rules that use a word list, what they do when it is changed, and who may change it. */

type User = Pick<StoredRule, 'id' | 'rule' | 'state' | 'running'>

/** In the version that runs, or in the newest one. */
export const usersOf = <R extends User>(key: string, rules: readonly R[]): R[] =>
  rules.filter(({ rule, running }) => [rule, ...(running ? [running.rule] : [])].some((version) => listsOf(version).includes(key)))

/** Why a person may not change or delete a list, by the decision of the gateway; null: they may. @param users the rules that use it; none use a new one */
export function listProblem(person: Grant | null, key: string, users: readonly User[]): string | null {
  if (!allowsRecord(person, 'write', { kind: 'word-lists', chatId: null, key, value: null }))
    return `Any rule may use a word list, so changing one needs the permission “${right('rules.write').label}” in all chats.`
  const live = users.find(
    ({ state, running }) =>
      state === 'live' && running && listsOf(running.rule).includes(key) && !allowsReach(person, actOfLiveRule(running.rule)),
  )
  return live ? `The live rule “${live.rule.name}” uses this list. Changing it needs the permissions for what that rule does.` : null
}

type Words = Record<'edit' | 'delete', (rule: string, chats: string) => string>

const running: Record<'live' | 'shadow', Words> = {
  live: {
    edit: (rule, chats) => `The live rule “${rule}” uses it in ${chats}, and goes on with the new words at once.`,
    delete: (rule, chats) => `The live rule “${rule}” uses it in ${chats}, and is paused.`,
  },
  shadow: {
    edit: (rule, chats) => `The rule “${rule}”, in shadow, uses it in ${chats}, and goes on with the new words at once.`,
    delete: (rule, chats) => `The rule “${rule}”, in shadow, uses it in ${chats}, and goes on without its words.`,
  },
}
const draft: Words = {
  edit: (rule) => `The draft “${rule}” uses it.`,
  delete: (rule) => `The draft “${rule}” uses it, and can’t be started until the list is taken out.`,
}

/** What a rule does when a list that it uses is changed or deleted. */
export function userInWords(
  key: string,
  { rule, state, running: version }: User,
  how: keyof Words,
  { chats, labels }: { chats: readonly { id: number; name: string }[]; labels: ChatLabels },
): string {
  if (state === 'draft' || version === null || !listsOf(version.rule).includes(key)) return draft[how](rule.name, '')
  const reached = chosenChats(version.rule.scope.chats, chats, labels)
  const inChats =
    version.rule.scope.chats === 'all' ? 'all chats' : reached.length === 1 ? chatTitle(reached[0]!) : counted(reached.length, 'chat')
  return running[state === 'live' ? 'live' : 'shadow'][how](version.rule.name, inChats)
}
