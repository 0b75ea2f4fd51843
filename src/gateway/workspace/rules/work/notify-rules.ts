import type { Transaction } from 'kysely'
import { isStopBrake, type RuleBrake, type StopBrake } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../../session/tables.ts'
import type { WatchedRule } from './watched-rule.ts'
import type { WatchRound, WatchedChat } from './watch.ts'
import type { Wave } from '../matching/waves.ts'
import type { WrittenHits } from './write-hits.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** Notifications about rules and waves. */

type Trx = Transaction<SessionTables>

const causeOf = ({ id, rule }: WatchedRule) => ({ kind: 'rule', id, title: rule.name }) as const

const chatIdsOf = ({ chats }: WatchRound['watch'], { id }: WatchedRule): number[] =>
  [...chats.values()].filter(({ rules }) => rules.some((one) => one.id === id)).map((chat) => chat.id)

/** The brakes that are about what a rule costs. */
export type CostBrake = Exclude<StopBrake, 'lender'>
/** Those that people are notified of: what ends with its lender is told to whoever ends it. */
type Brake = Exclude<RuleBrake, 'lender'>

const deletions = (count: number) => (count === 1 ? '1 deletion' : `${count} deletions`)

const reasons: Record<Brake, (limit: number) => string> = {
  perMinute: (limit) => `It reached its limit of ${deletions(limit)} a minute.`,
  perHour: (limit) => `It reached its limit of ${deletions(limit)} an hour.`,
  percent: (limit) => `It matched more than ${limit}% of the messages of the last hour.`,
  chats: () => 'None of its chats exists any more.',
  fault: () => 'One of its conditions can no longer be tested.',
  cost: () => 'It costs too much together with the other rules that run.',
  memory: () => 'It took more memory than the rules of this server have.',
  time: () => 'It took too long to compare a message with it.',
}

/** A rule fell back to shadow, or was stopped. @param limit that it exceeded; 0 for brakes without one */
export async function notifyBraked(
  { notify, workspace, watch }: Pick<WatchRound, 'notify' | 'workspace' | 'watch'>,
  trx: Trx,
  rule: WatchedRule,
  brake: Brake,
  limit: number,
): Promise<void> {
  const { name, scope } = rule.rule
  const isStopped = isStopBrake(brake)
  await notify(
    workspace,
    {
      event: 'ruleFellBack',
      subject: `rule ${rule.id}`,
      // A rule for all chats concerns everybody.
      chatIds: scope.chats === 'all' ? [] : chatIdsOf(watch, rule),
      cause: causeOf(rule),
      title: isStopped ? `“${name}” was stopped` : `“${name}” fell back to shadow`,
      text: [
        reasons[brake](limit),
        ...(isStopped ? ['It matches nothing until someone starts it again.'] : []),
        'Messages that it held wait for a decision.',
      ].join(' '),
      link: `/rules/${rule.id}`,
    },
    trx,
  )
}

/** Notifies people of the hits of rules whose actions include notifying. */
export async function notifyHits(
  { notify, workspace }: WatchRound,
  trx: Trx,
  chat: WatchedChat,
  written: readonly WrittenHits[],
): Promise<void> {
  for (const { rule, messages } of written) {
    if (!rule.rule.actions.notify) continue
    const found = messages.length === 1 ? 'a message' : `${messages.length} messages`
    const notification = {
      event: 'ruleMatched',
      subject: `rule ${rule.id}`,
      chatIds: [chat.id],
      cause: causeOf(rule),
      title: `“${rule.rule.name}” found ${found} in ${chatTitle(chat)}`,
      text: '',
      link: '/review',
    } as const
    await notify(workspace, notification, trx)
  }
}

const maxSample = 200

export async function notifyWaves({ notify, workspace }: WatchRound, trx: Trx, chat: WatchedChat, waves: readonly Wave[]): Promise<void> {
  for (const { sample, count } of waves)
    await notify(
      workspace,
      {
        event: 'waveBegan',
        subject: 'wave',
        chatIds: [chat.id],
        cause: { kind: 'hand' },
        title: `A wave begins in ${chatTitle(chat)}`,
        text: `${count} similar messages: “${sample.slice(0, maxSample)}”`,
        link: `/chats/${chat.id}/messages`,
      },
      trx,
    )
}
