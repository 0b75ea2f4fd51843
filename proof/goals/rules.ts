import type { Goal } from './goal.ts'

/** Rules that watch chats, and notifications. */
export const rulesGoals: readonly Goal[] = [
  {
    id: 'G5',
    goal: 'Hostile expressions in rules',
    target:
      'nested repetitions, published attacks and patterns of 10 kB: refused with the place and the reason, or time in proportion to the text (eight times the text at most sixteen times as long)',
    commands: ['npx tsx proof/rules/expressions.ts', 'npx vitest run --project unit src/analysis/rules/expression.test.ts'],
    control: 'With the engine of JavaScript in place of this one, (a+)+b did not end within 20 s on a text of 4,000 letters',
  },
]
