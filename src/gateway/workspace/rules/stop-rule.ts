import type { Transaction } from 'kysely'
import type { Lent } from '#contract/workspace/lent.ts'
import type { SessionTables } from '../../session/tables.ts'
import { actingPerson, type Actor } from '../audit/actor.ts'
import type { Notify } from '../notifications/notify.ts'
import { stopRule } from './store.ts'

interface Stop {
  workspace: string
  /** Milliseconds of the database's clock. */
  now: number
  notify: Notify
  /** Who took the rights. */
  actor: Actor
}

/**
 * Stops a running rule whose starter may no longer run it, in shadow too: a rule in shadow reads chats and stores their messages. What it holds waits for a
 * decision, and people are told. Who has the rights can start it again under their own name.
 */
export async function stopForLender(
  trx: Transaction<SessionTables>,
  { id, name, reach }: Pick<Lent, 'id' | 'name' | 'reach'>,
  { workspace, now, notify, actor }: Stop,
): Promise<void> {
  await stopRule(trx, workspace, id, 'lender', now)
  await notify(
    workspace,
    {
      event: 'ruleFellBack',
      subject: `rule ${id}`,
      chatIds: reach === 'all' ? [] : reach,
      cause: { kind: 'rule', id, title: name },
      by: actingPerson(actor),
      title: `“${name}” was stopped`,
      text: 'The person who started it may no longer run it. Messages that it held wait for a decision. Start it again if it is still needed.',
      link: `/rules/${id}`,
    },
    trx,
  )
}
