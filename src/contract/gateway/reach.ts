import type { Rule } from '../rules/rule.ts'
import { allows, allowsEverywhere, type Grant } from './grant.ts'
import type { Right } from './rights.ts'

/**
 * Whether a person may do something to every chat that it reaches, now and later. The single decision for what an account shares: rules, word lists,
 * presets, records of chats, invitations and what one person lends to the next.
 */

/** 'all': every chat, also one that is created, or gets a label, later. Empty: nothing acts on a chat because of it. */
export type Reach = 'all' | readonly number[]

export interface Act {
  /** All of them are needed, in each chat of the reach. */
  rights: readonly Right[]
  reach: Reach
}

/** Chats as rules and presets name them. */
export type ChosenChats = 'all' | { labels: readonly string[]; chatIds: readonly number[] }

/** A label may be given to any chat later, and a choice without chats is nobody’s: both reach all. */
export const reachOf = (chats: ChosenChats): Reach =>
  chats === 'all' || chats.labels.length > 0 || chats.chatIds.length === 0 ? 'all' : chats.chatIds

/** What it does not name is not allowed. @param grant null: whoever signed in with the account’s token, and may do everything */
export const allowsReach = (grant: Grant | null, { rights, reach }: Act): boolean =>
  rights.every((right) =>
    reach === 'all' ? allowsEverywhere(grant, right) : allows(grant, right) && reach.every((chatId) => allows(grant, right, chatId)),
  )

/** Whether one reach is within another. */
export const isWithin = (inner: Reach, outer: Reach): boolean =>
  outer === 'all' || (inner !== 'all' && inner.every((chatId) => outer.includes(chatId)))

type RuleActions = Pick<Rule, 'scope' | 'actions'>

/** What saving a rule needs, and running it in shadow. */
export const actOfRule = ({ scope }: Pick<Rule, 'scope'>): Act => ({ rights: ['rules.write'], reach: reachOf(scope.chats) })

/** What running a rule live needs: also the rights to do by hand what it does. */
export const actOfLiveRule = ({ scope, actions }: RuleActions): Act => ({
  rights: [
    'rules.write',
    ...(actions.deleteAfterSeconds === null ? [] : (['messages.delete'] as const)),
    ...(actions.announce === null ? [] : (['messages.write'] as const)),
    ...(actions.preset === null ? [] : (['presets.use'] as const)),
  ],
  reach: reachOf(scope.chats),
})

/** What keeping opening hours of chats needs. */
export const actOfHours = (chatIds: readonly number[]): Act => ({ rights: ['settings.write'], reach: chatIds })
