import { isStopBrake, type RuleBrake } from '#contract/gateway/rules.ts'
import type { Trx } from '../database/database.ts'
import type { Notify } from '../notifications/notify.ts'
import { brakeRule } from './store.ts'

/** A rule that reached a brake, or whose starter may no longer run it, falls back to shadow or is stopped, and people are told once. */

interface Braked {
  id: string
  name: string
  /** Those that it is about; empty: it concerns everybody. */
  chatIds: readonly number[]
}

interface Braking {
  workspace: string
  notify: Notify
  /** Milliseconds of the database's clock. */
  now: number
  /** Who took the right to run it; undefined: nobody. */
  by?: string | null
}

const deletions = (count: number) => (count === 1 ? '1 deletion' : `${count} deletions`)

const reasons: Record<RuleBrake, (limit: number) => string> = {
  perMinute: (limit) => `It reached its limit of ${deletions(limit)} a minute.`,
  perHour: (limit) => `It reached its limit of ${deletions(limit)} an hour.`,
  percent: (limit) => `It matched more than ${limit}% of the messages of the last hour.`,
  chats: () => 'None of its chats exists any more.',
  fault: () => 'One of its conditions can no longer be tested.',
  lender: () => 'The person who started it may no longer run it.',
  cost: () => 'It costs too much together with the other rules that run.',
  memory: () => 'It took more memory than the rules of this server have.',
  time: () => 'It took too long to compare a message with it.',
}

/** Resolves to false if the rule no longer ran. @param limit that it exceeded; 0 for brakes without one */
export async function brakeAndNotify(
  trx: Trx,
  { workspace, notify, now, by }: Braking,
  { id, name, chatIds }: Braked,
  brake: RuleBrake,
  limit = 0,
): Promise<boolean> {
  if (!(await brakeRule(trx, workspace, id, brake, limit, now))) return false
  const isStopped = isStopBrake(brake)
  const isLender = brake === 'lender'
  await notify(
    workspace,
    {
      event: 'ruleFellBack',
      subject: `rule ${id}`,
      chatIds,
      cause: { kind: 'rule', id, title: name },
      ...(by !== undefined && { by }),
      title: isStopped ? `“${name}” was stopped` : `“${name}” fell back to shadow`,
      text: [
        reasons[brake](limit),
        ...(isStopped && !isLender ? ['It matches nothing until someone starts it again.'] : []),
        'Messages that it held wait for a decision.',
        // Whoever has the rights can start it under their own name.
        ...(isLender ? ['Start it again if it is still needed.'] : []),
      ].join(' '),
      link: `/rules/${id}`,
    },
    trx,
  )
  return true
}
