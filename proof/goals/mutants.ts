import type { Goal } from './goal.ts'

/** How much of what the code does the tests would notice if it changed. */
export const mutantGoals: readonly Goal[] = [
  {
    id: 'M1',
    goal: 'Mutants that the tests kill',
    target:
      'contract, saving, deletion, ranges, analysis, roles, modes, rules, and the gateway’s session and forwarding: at least 85 % of a seeded sample of 12 mutants of each part are killed by tests; the survivors are printed, those that are equivalent are listed with the reason (proof/mutants/equivalent.ts)',
    commands: ['npm run test:mutants -- --size 12 --seed 3'],
    control:
      'Before their tests were extended, 17 of 22 mutants of the contract (77 %) and 13 of 18 of the session (72 %) were killed, with another seed',
  },
]
