import type { Transaction } from 'kysely'
import type { SessionTables } from '../../../session/tables.ts'
import { appendEntry } from '../record-stop.ts'
import { stopRule } from '../store.ts'
import { switchOff } from '../switch.ts'
import { notifyBraked, type CostBrake } from './notify-rules.ts'
import type { WatchRound } from './watch.ts'
import type { WatchedRule } from './watched-rule.ts'

/** Ends the work of rules that cost too much, with an entry in the audit log, and notifies people once. */

type Trx = Transaction<SessionTables>

/** Stops one rule. */
export async function stopAndNotify(
  round: Pick<WatchRound, 'notify' | 'workspace' | 'watch'>,
  trx: Trx,
  rule: WatchedRule,
  reason: CostBrake,
  now: number,
): Promise<void> {
  const { workspace } = round
  if (!(await stopRule(trx, workspace, rule.id, reason, now))) return
  const {
    id,
    rule: { name },
    state,
    version,
  } = rule
  const cause = { kind: 'rule', id, title: name } as const
  const changes = [
    { name: 'state', before: state, after: 'draft' },
    { name: 'version', before: version },
    { name: 'reason', after: reason },
  ]
  await appendEntry(trx, { workspace, action: 'ruleStop', subject: name, changes, cause, by: 'Roomkeeper', now })
  await notifyBraked(round, trx, rule, reason, 0)
}

const switchReasons: Record<'memory' | 'time' | 'crash', string> = {
  memory: 'They took more memory than the rules of this server have.',
  time: 'It took too long to compare a message with them.',
  crash: 'The server ended unexpectedly while they were at work.',
}

/** Switches all rules of an account off. */
export async function switchOffAndNotify(
  { notify, workspace }: Pick<WatchRound, 'notify' | 'workspace'>,
  trx: Trx,
  reason: keyof typeof switchReasons,
  now: number,
): Promise<void> {
  if (!(await switchOff(trx, { workspace, by: 'Roomkeeper', now }))) return
  const cause = { kind: 'hand' } as const
  const changes = [
    { name: 'isOn', before: true, after: false },
    { name: 'reason', after: reason },
  ]
  await appendEntry(trx, { workspace, action: 'rulesStop', subject: '', changes, cause, by: 'Roomkeeper', now })
  await notify(
    workspace,
    {
      event: 'ruleFellBack',
      subject: 'rules',
      chatIds: [],
      cause,
      title: 'All rules were stopped',
      text: `${switchReasons[reason]} Stop the rule that was started or changed last before you start the others again.`,
      link: '/rules',
    },
    trx,
  )
}
