import type { Goal } from './goal.ts'

/** People of one account: rights, records, the audit log. */
export const workspaceGoals: readonly Goal[] = [
  {
    id: 'T4',
    goal: 'Records that two people change; moving from a browser',
    target:
      '200 interleavings of two people on each engine: 0 silent overwrites. Moving interrupted at ≥ 20 random points and begun in two tabs: 0 lost, 0 doubled',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/workspace/records', 'npx playwright test --project=pages records'],
    control:
      'Without the comparison of versions, a change was overwritten within the first interleavings, and a record that was deleted and written anew took an older change. With batches that the gateway does not remember, records that somebody had deleted came back: 1 and 82 in 15 runs',
  },
]
