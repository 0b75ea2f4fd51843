import type { Goal } from './goal.ts'

/** Installing, running and watching the product. */
export const operationsGoals: readonly Goal[] = [
  {
    id: 'P1',
    goal: 'Installation without a clone',
    target:
      'the package of `npm pack`, installed into an empty folder: no sources, tests or source maps in it; ready in ≤ 10 s, every command answers',
    commands: ['npm run proof:install'],
    control: 'With source maps in the list of files of package.json, each of them was named',
  },
  {
    id: 'P2',
    goal: 'Container, compose file and systemd unit',
    target:
      'built from the Containerfile; started with a read-only root, as its user, without capabilities: ready in ≤ 10 s, healthy, stops with 0. The systemd unit and the compose file, started where the machine can: an account created by the documented command can be used, through the proxy too, restarts lose nothing, each stops with 0, the unit within 10 s',
    commands: ['npx tsx proof/service/container.ts'],
    control:
      'With capabilities left in the bounding set of the process, the run failed. The compose file as it was did not start: the proxy found its address in use',
    remark:
      'The official images were not pulled: those of the proof have the same names and contain packages of Debian (docs/operations.md)',
  },
  {
    id: 'P3',
    goal: 'Doctor, upgrade and downgrade',
    target:
      'each planted fault is a finding with a fix, a healthy installation has none, no secret is printed; a backup before a migration, a downgrade refused in words, on SQLite and PostgreSQL',
    commands: [
      'npx vitest run --project unit --project service src/gateway/doctor src/gateway/env.test.ts src/gateway/upgrade.test.ts src/gateway/main.test.ts src/service/backup',
    ],
    control:
      'With invalid values shown as they were set, the messages of 11 of 15 variables held the password of an address. Before the fix, the doctor printed a token with a line break in it',
  },
  {
    id: 'P4',
    goal: 'Metrics',
    target: 'dashboard and alerts name metrics that exist; random paths, methods and names make no series',
    commands: ['npx vitest run --project unit --project service src/gateway/metrics'],
  },
]
