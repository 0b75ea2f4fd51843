import type { Goal } from './goal.ts'

/** People of one account: rights, records, the audit log. */
export const gatewayGoals: readonly Goal[] = [
  {
    id: 'T1',
    goal: 'What each role may do',
    target:
      'every endpoint × 5 roles × own and other chat decided as written in a table, before the service is asked: 0 wrong; 207 path tricks × 5 roles: 0 reach the service; a removed person’s next request is refused; limits exact under 50 requests at once',
    commands: [
      'PROOF=1 npx vitest run --project unit src/gateway/access/rights-table.test.ts src/gateway/forward/rights.test.ts src/gateway/forward/path-tricks.test.ts src/gateway/forward/visible.test.ts src/gateway/forward/limits.test.ts',
      'PROOF=1 npx vitest run --project service src/gateway/limits',
    ],
    control:
      'With the chat left out of the decision 39 of 564 were wrong, without the check of the right 99; without the lock the limit of deletions let more through on both engines; with answers that are not reduced, 11 tests failed',
  },
  {
    id: 'T7',
    goal: 'What reaches chats of others',
    target:
      'every kind of record, and rules saved, deleted and put live × 5 roles and a second Manager × own, other and future chat decided as written in a table: 0 wrong. What a person lent ends with their rights, each with an entry: invitations, tokens, rules in shadow and live, opening hours',
    commands: [
      'PROOF=1 npx vitest run --project unit src/gateway/access/reach-table.test.ts',
      'npx vitest run --project service src/gateway/lent',
    ],
    control:
      'With labels read as the chats that have them now, 3 of 12 tests of the table failed, the rules and modes for a label that no chat has; with word lists that reach nowhere, 1. Without the end of what was lent, 9 of 11 tests failed',
  },
  {
    id: 'T2',
    goal: 'The audit log under kills',
    target:
      '10,000 changes by 5 people over 3 gateways with 20 kills: every acknowledged change has exactly one entry with its outcome, the chain is whole, 0 lines changed or removed by any role',
    commands: ['npx tsx proof/service/audit.ts', 'npx vitest run --project service src/gateway/audit'],
    control:
      'With the key of a repeated request ignored, the 200 changes of the small version left 287 entries on SQLite and 269 on PostgreSQL',
  },
  {
    id: 'T3',
    goal: 'Signing in: passkeys, recovery codes and company accounts',
    target:
      'virtual authenticator: sign-in, second passkey, lost passkey, recovery code and its waiting time, cloned counter; OIDC with wrong issuer, audience, nonce, state, signature, expired and replayed code: each refused; 0 secrets in logs, tables, pages, storage (canary)',
    commands: [
      'npx vitest run --project unit src/gateway/access/passkeys.test.ts src/gateway/company',
      'npx playwright test --project=journeys team/sign-in team/company',
    ],
    control:
      'Without the check of the ID token’s signature, with states and tickets that are not bound to a browser, with states that work twice, without auth_time, with unverified addresses, with reassigned addresses and with the sign-in of someone else as a confirmation: 1 or 2 tests failed each time, those that name it',
  },
  {
    id: 'T4',
    goal: 'Records that two people change; moving from a browser',
    target:
      '200 interleavings of two people on each engine: 0 silent overwrites. Moving interrupted at ≥ 20 random points and begun in two tabs: 0 lost, 0 doubled',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/records', 'npx playwright test --project=journeys pages/records'],
    control:
      'Without the comparison of versions, a change was overwritten within the first interleavings, and a record that was deleted and written anew took an older change. With batches that the gateway does not remember, records that someone had deleted came back: 1 and 82 in 15 runs',
  },
  {
    id: 'T5',
    goal: 'One worker on several gateways',
    target:
      'three gateways on one PostgreSQL, 50 random kills and 20 pauses (SIGSTOP) of the one that works, each longer than the lease: never two acting, at most 20 s without work',
    commands: [
      'npx tsx proof/service/lease.ts',
      'npx vitest run --project service src/gateway/worker/lease.test.ts src/gateway/worker/worker.test.ts',
    ],
    control:
      'With a holder that trusts its lease until the next renewal and does not look at the row before a request, 1 of 156 requests came from a gateway after another had taken over, in 5 pauses. Without a time limit for idle transactions, a process suspended within one kept the lease locked: 22.2 s without work',
  },
  {
    id: 'J1',
    goal: 'Jobs over three gateways',
    target:
      '100 jobs of every kind on one PostgreSQL, 50 random kills, people who sign out, a tenth of the requests goes wrong: each job ends, every outcome is true of the service, nothing is sent twice',
    commands: ['npx tsx proof/service/job-kills.ts'],
    control:
      'Without a look for what an interrupted run had sent, a message or a poll was sent twice, and one outcome was not true of the service',
  },
  {
    id: 'T8',
    goal: 'Completeness of the audit log',
    target:
      'every endpoint of both contracts that is no read, and every route of the session, × done, refused, repeated within and after the lifetime of its key, killed in between: exactly the entries that docs/audit-log.md promises; 0 requests with other lines',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/audit/completeness.test.ts'],
    control:
      'With entries continued for ever, as before, messageSend repeated a day later leaves none; before there was a table that names every endpoint, 10 endpoints of the gateway and 3 routes of the session left none',
  },
]
