import type { Goal } from './goal.ts'

/** Rules that watch chats, and notifications. */
export const rulesGoals: readonly Goal[] = [
  {
    id: 'G1',
    goal: 'Rules delete exactly the messages that they match',
    target:
      '200 seeded chats against a service with pages of all kinds, 10 % faults and process crashes: the deleted messages are exactly those that live rules match, after their hold, except spared ones; 0 sent again after the service had confirmed them, 0 older than the rule',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/rules/work/all-faults.test.ts'],
    control: 'With matching of messages that are older than the rule, 6 of those were deleted in a run with 8 chats',
  },
  {
    id: 'G2',
    goal: 'A rule that matches everything',
    target: '100 of 100: it stays within its limit, falls back to shadow, and people are notified',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/rules/work/acting.test.ts -t "matches everything"'],
    control: 'Without the limits per minute and hour, none of 2 rules fell back',
  },
  {
    id: 'G3',
    goal: 'Delay of rules, and the cost of watching chats',
    target:
      'from posting to the action: p95 at most 6 s plus the hold, at polls of 3 s; 200 people who view a chat and the worker share one read of the service per period',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/rules/work/latency.test.ts'],
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
    commands: ['npx tsx proof/rules/expressions.ts', 'npx vitest run --project unit src/engine/analysis/rules/expression.test.ts'],
    control: 'With the JavaScript engine instead of RE2, (a+)+b did not end within 20 s on a text of 4,000 letters',
  },
  {
    id: 'G6',
    goal: 'Cost of rules',
    target:
      '20 accounts whose rules use up their budgets (words of one letter, expressions for which every text is new, counted messages), 20,000 messages of 2,000 letters, a restart in between: /healthz answers 200 within 250 ms throughout, memory stays below 500 MB, every message is stored, no rule is stopped, on SQLite and PostgreSQL',
    commands: ['npx tsx proof/rules/cost.ts'],
    control:
      'With a string for each word of a list, the words of 20 accounts took 2.2 GB, and the thread of the rules has 256 MB. With times of planned rounds in fractions of milliseconds PostgreSQL refused every result, and 12 of the 20 accounts had no round at all. With the audit log of an account checked in steps of 2,000 lines, /healthz took 345 ms',
    remark: 'On two cores that are busy with other work (load 8 to 21) /healthz took 0.7 to 2.0 s or was refused as an overload',
  },
  {
    id: 'G7',
    goal: 'Clocks that differ',
    target:
      'the service 20 s and 1 h ahead and behind × rules that go live, holds, limits, backtests, retention of texts, “last 15 minutes” and live polling: nothing older than the rule is deleted, everything newer is found, a hold lasts its whole time from when a message was seen, and a difference of more than a minute is said on the page',
    commands: [
      'npx vitest run src/gateway/rules/work/service-clock.test.ts src/gateway/rules/work/holds.test.ts src/gateway/forward/service-clock.test.ts src/gateway/rules/backtest/remote-source.test.ts src/gateway/rules/backtest/run-backtest.test.ts src/dashboard/features/messages/use-time-range.test.tsx',
      'npx playwright test --project=journeys services/clocks',
    ],
    control: 'With a hold counted from the time that the message carries, the tests of rules failed on both engines',
  },
  {
    id: 'N1',
    goal: 'Receivers of notifications that are down, slow, answer 500 or resolve to private addresses',
    target: '0 events lost within the tries, 0 requests to private addresses, no action waits for a receiver',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/notifications/receivers.test.ts'],
    control:
      'Without the check of the address before each request, 25 requests reached private addresses in the first run; with deliveries given up after four tries, 4 events of the first run were lost',
  },
]
