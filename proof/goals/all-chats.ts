import type { Goal } from './goal.ts'

/** Many chats at once: presets and what runs on its own. */
export const allChatsGoals: readonly Goal[] = [
  {
    id: 'L1',
    goal: 'Presets: a lockdown, and its exact end',
    target:
      'lockdown of 10 chats in ≤ 5 s, each read back; 200 random interleavings, half of them on each engine, of presets (also on one another) with edits by others: every setting that nobody touched byte-equal, every one that somebody touched theirs and asked about',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/workspace/presets', 'npx tsx proof/service/lockdown.ts'],
    control:
      'With a changed value put back like any other: the interleavings failed on both engines within 6 runs, and 10 other tests, those that name what somebody changed',
  },
  {
    id: 'L2',
    goal: 'A preset ends by itself, once',
    target:
      '50 random kills of three gateways and clocks that jump by up to 25 h: each timer ends its preset exactly once, every chat byte-equal',
    commands: ['npx tsx proof/service/preset-timers.ts', 'npx vitest run --project service src/gateway/workspace/presets/timers.test.ts'],
  },
]
