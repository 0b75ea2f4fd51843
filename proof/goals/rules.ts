import type { Goal } from './goal.ts'

/** Rules that watch chats, and notifications. */
export const rulesGoals: readonly Goal[] = [
  {
    id: 'G1',
    goal: 'Rules delete exactly the messages that they match',
    target:
      '200 seeded chats against a service with pages of all kinds, 10 % faults and process crashes: the deleted messages are exactly those that live rules match, after their hold, except spared ones; 0 sent again after the service had confirmed them, 0 older than the rule',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/workspace/rules/work/all-faults.test.ts'],
    control: 'With matching of messages that are older than the rule, 6 of those were deleted in a run with 8 chats',
  },
  {
    id: 'G2',
    goal: 'A rule that matches everything',
    target: '100 of 100: it stays within its limit, falls back to shadow, and people are notified',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/workspace/rules/work/acting.test.ts -t "matches everything"'],
    control: 'Without the limits per minute and hour, none of 2 rules fell back',
  },
  {
    id: 'G3',
    goal: 'Delay of rules, and the cost of watching chats',
    target:
      'from posting to the action: p95 at most 6 s plus the hold, at polls of 3 s; 200 people who view a chat and the worker share one read of the service per period',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/workspace/rules/work/latency.test.ts'],
    control: 'With each poll sent on its own, 40 people and the worker sent 413 reads in 14 periods',
  },
  {
    id: 'G4',
    goal: 'Backtest of a rule on a large archive',
    target:
      '1,000,000 messages in 5 chats, three rules (words, links and counted messages; an expression; one that matches everything): each complete in ≤ 10 s, event loop of the server never blocked > 50 ms, every message read once',
    commands: ['npx tsx proof/rules/backtest.ts'],
  },
  {
    id: 'G5',
    goal: 'Hostile expressions in rules',
    target:
      'nested repetitions, published attacks and patterns of 10 kB: refused with the position and the reason, or run in time proportional to the text (eight times the text at most sixteen times as long)',
    commands: ['npx tsx proof/rules/expressions.ts', 'npx vitest run --project unit src/analysis/rules/expression.test.ts'],
    control: 'With the JavaScript engine instead of RE2, (a+)+b did not end within 20 s on a text of 4,000 letters',
  },
  {
    id: 'N1',
    goal: 'Receivers of notifications that are down, slow, answer 500 or resolve to private addresses',
    target: '0 events lost within the tries, 0 requests to private addresses, no action waits for a receiver',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/workspace/notifications/receivers.test.ts'],
    control:
      'Without the check of the address before each request, 25 requests reached private addresses in the first run; with deliveries given up after four tries, 4 events of the first run were lost',
  },
]
