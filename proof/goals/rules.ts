import type { Goal } from './goal.ts'

/** Rules that watch chats, and notifications. */
export const rulesGoals: readonly Goal[] = [
  {
    id: 'G4',
    goal: 'Backtest of a rule on a large archive',
    target:
      '1,000,000 messages in 5 chats, three rules (words, links and counted messages; an expression; one that matches everything): each complete in ≤ 10 s, event loop of the server never blocked > 50 ms, every message read once',
    commands: ['npx tsx proof/rules/backtest.ts'],
    remark:
      'Measured while other work loaded the two cores four times over. The thread of the slowest rule took 10.4 s of processor time under the same load; an idle machine was not available.',
  },
  {
    id: 'G5',
    goal: 'Hostile expressions in rules',
    target:
      'nested repetitions, published attacks and patterns of 10 kB: refused with the place and the reason, or time in proportion to the text (eight times the text at most sixteen times as long)',
    commands: ['npx tsx proof/rules/expressions.ts', 'npx vitest run --project unit src/analysis/rules/expression.test.ts'],
    control: 'With the engine of JavaScript in place of this one, (a+)+b did not end within 20 s on a text of 4,000 letters',
  },
  {
    id: 'N1',
    goal: 'Receivers of notifications that are down, slow, answer 500 or lead inside',
    target: '0 events lost within the tries, 0 requests to inner addresses, no action waits for a receiver',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/workspace/notifications/receivers.test.ts'],
    control:
      'Without the check of the address at each sending, 25 requests went inside in the first run; with a delivery given up after four tries, 4 events of the first run were lost',
  },
]
