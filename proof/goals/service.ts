import type { Goal } from './goal.ts'

/** The service: fuzz, crashes, load. */
export const serviceGoals: readonly Goal[] = [
  {
    id: 'R17',
    goal: 'Fuzz of the service, with fields of 1 MiB and paths of 16 KiB; 10,000 polls and bans in a chat',
    target:
      '50,000 requests in ≤ 5 min: 0 answers 5xx, 0 exits, 0 answers off schema, 0 stack traces or SQL in bodies. 50 at once on long lists, fields and paths: /healthz ≤ 500 ms throughout, memory ≤ 400 MB',
    commands: ['PROOF=1 npx vitest run --project service src/service/fuzz', 'npx tsx proof/service/full-chats.ts'],
    remark:
      'The memory is above its limit in seven of eight runs (395 to 441 MB). The most is used while paths of 16 KiB arrive, and is garbage: after a collection the heap is 35 MB. MALLOC_ARENA_MAX=2 does not help reliably (361 and 429 MB)',
    control:
      'Before the fix, TRACE turned 3 of 400 answers into a 500, and for 1 of 50,000 refusals the connection ended before the answer. With the JSON of `next` parsed without a guard, 5 of 1,600 answers were a 500',
  },
  {
    id: 'R18',
    goal: 'Model runs, SQLite and PostgreSQL side by side',
    target: '500 sequences of ≤ 40 calls, 10 % concurrent: 0 differences from the model and between the two',
    commands: ['PROOF=1 npx vitest run --project service src/service/model'],
    control:
      'With a second ban of the same range answered with success, a history differs within the first 40. A chat copied although it was deleted in between differed after 43',
  },
  {
    id: 'R19',
    goal: 'kill -9 under load',
    target: '100 kills: 0 acked writes lost, 0 half transactions, 0 failed starts, ready in ≤ 5 s (reopen 0.6 s)',
    commands: ['npx tsx proof/service/kills.ts'],
    control: 'With answers sent before the commit, 23 of 28 acknowledged writes were lost in 6 kills.',
  },
  {
    id: 'R20',
    goal: 'Power loss model (unsynced writes dropped at random)',
    target: '60 runs: 0 acked lost, 0 unreadable ; each commit makes at least one fsync (counted with strace)',
    commands: ['npx tsx proof/service/power-loss.ts'],
    control:
      'With synchronous=OFF, 7 of 12 power cuts left a database that did not open, until the run was stopped. Without a sync of the session key, 11 of 12 left a key that prevented the start. With migrations in separate transactions, as they were, 2 of 60 prevented it.',
  },
  {
    id: 'R21',
    goal: 'Full disk, n-th write or fsync fails (n = 1..200)',
    target: 'never an ack; reads or a clean 503 within 5 s; recovers by itself when space returns; /healthz reports it',
    commands: ['npx tsx proof/service/disk-trouble.ts'],
    control:
      'With a failed commit ignored: 31 acknowledged writes lost at 4 points. With a second rollback after SQLite’s own: 31 answers 500. With only a select in /healthz: 200 on a full disk.',
  },
  {
    id: 'R22',
    goal: 'Second process on the same data',
    target: 'refuses in ≤ 2 s with the other’s id, 0 changes to files',
    commands: ['npx tsx proof/service/second-process.ts'],
    control: 'Without the lock: 0 of 2 refused, 4 files changed, both of two started.',
  },
  {
    id: 'R23',
    goal: 'PostgreSQL down 30 s, restarted, slow',
    target: '503 + Retry-After, 0 exits, recovery ≤ 5 s, pool ≤ 10, statement limit 5 s',
    commands: ['npx tsx proof/service/postgres-trouble.ts'],
    control:
      'Without an error listener on connections in use, the product exited both times that the server crashed. With the driver’s own limit, which keeps the connection: 451 answers 500 after the freeze, until the end.',
  },
  {
    id: 'R24',
    goal: 'Load, 50 connections, load generator on the same 2 cores',
    target:
      '≥ 600 page reads/s and ≥ 400 durable writes/s, p99 ≤ 100 ms, 0 errors (bare prototype, 20 connections: 1,715 and 2,124/s, p99 24 and 25 ms)',
    commands: ['npx tsx proof/service/load.ts'],
    control:
      'With every statement prepared again and an abort signal on every request, as it was: 475 page reads of the dashboard per second, p99 137 ms. Beside other work (load 5 to 7 on 2 cores): 302 page reads and 99 writes per second, p99 509 and 805 ms',
  },
  {
    id: 'R25',
    goal: '1,000,000 messages',
    target:
      'page of 100 anywhere p99 ≤ 50 ms (2-10); loop never blocked > 200 ms (a 333,000-row delete blocked 230, 5,000-row steps 25); server ≤ 700 MB (520); browser ≤ 100 rows drawn, heap ≤ 150 MB after 50,000 rows',
    commands: ['npx tsx proof/service/load.ts', 'npx tsx proof/browsers/browser-memory.ts'],
    control:
      'With an abort signal on every request of the gateway to our own service, as it was: 1,221 MB, and an event loop blocked for 258 ms',
  },
  {
    id: 'R26',
    goal: 'Overload: 10x load, slow-loris, 50 MB body, 1,000 idle sockets',
    target: '429/413/408, p99 of the admitted ≤ 500 ms, memory bounded, normal 10 s later',
    commands: ['npx tsx proof/service/overload.ts'],
    control: 'Without refusing requests that had waited too long: 0 × 503, p99 of the admitted 15.5 s',
    remark:
      'Node accepts one connection per turn of its event loop, and a busy turn lasts 0.2 s: if many connections arrive at once and are not accepted before work begins, some wait until the flood ends. On an idle machine the goal is reached (p99 264 to 424 ms in four runs), on one that is busy with other work it is missed for this reason (p99 15.2 s)',
  },
  {
    id: 'R27',
    goal: 'Steady memory (stands for one hour)',
    target:
      '3 min at 200/s: heap after GC slope ≤ 0.5 MB/min, end ≤ 1.10 x minute 1; browser: 200 page and dialog cycles, heap ≤ +10 %, listeners ≤ +5 %',
    commands: ['npx tsx proof/service/memory.ts', 'npx tsx proof/browsers/browser-memory.ts'],
    control:
      'With the first minute included, in which caches fill: slope 2.19 MB per minute. With key listeners leaked by each page: heap +10.2 %, listeners +53 %. With 32 cycles of pages before the first figure instead of 200: +15 %, compiled code.',
  },
  {
    id: 'R28',
    goal: 'SIGTERM',
    target: 'stops accepting, finishes running requests in ≤ 10 s, 0 acked lost, exit 0; 50 of 50',
    commands: ['npx tsx proof/service/stops.ts'],
    control: 'Without waiting for running requests: 0 of 3 finished theirs.',
  },
  {
    id: 'R29',
    goal: 'Backup and restore',
    target: 'one command; a restored copy has equal row hashes; a damaged copy is refused, never loaded in part',
    commands: ['npx tsx proof/service/backups.ts', 'npx vitest run --project service src/service/backup'],
    control: 'Without the checks of the file’s end and its compression, 3 of 6 damaged copies were loaded.',
  },
  {
    id: 'R30',
    goal: 'Three gateways on one PostgreSQL',
    target:
      'one killed during work: sessions, acknowledged writes, idempotency keys and jobs survive; a limit admits at most three times as many',
    commands: ['npx tsx proof/service/three-gateways.ts'],
    control: 'With a proxy that keeps sending requests to the killed one, the deletion left the wrong messages',
  },
  {
    id: 'R31',
    goal: 'Tables of chats distributed over two workers of a Citus cluster (13.2, PostgreSQL 15)',
    target:
      'the service’s tests pass; a worker and the coordinator crash and come back, and shards move, while 12 chats are written: 0 acknowledged messages lost, 0 numbers without a message, 0 chats that accept no more, only 503 besides success; chats of the other worker go on',
    commands: ['npx tsx proof/service/on-citus.ts npx vitest run --project service src/service', 'npx tsx proof/service/citus.ts'],
    control:
      'Before Citus knew the table of chats, the log of the worker had COMMIT and no PREPARE TRANSACTION for a posted message: the message and its number were committed one after the other. Before failed commits of Citus counted as an unavailable database, one run of two had an answer other than 503',
    remark:
      'One test is omitted: a backup of one moment, which servers without a common snapshot cannot provide. What else is weaker is in docs/operations.md, Citus',
  },
  {
    id: 'R35',
    goal: 'Another process locks the SQLite file',
    target:
      '200 locks at random moments, 8 of them of 10 to 60 s, among reads, sign-ins, posts and health checks: after each, one request of each kind succeeds within 1 s without a restart; /healthz never says 200 while writes fail; after a clean stop the database is one file',
    commands: ['npx tsx proof/service/foreign-locks.ts'],
    control:
      'With prepared statements that ask for the lock themselves, as they did, all writes failed after a lock of 9 s until a restart, and /healthz said 200',
    remark:
      'Most locks last 0.1 to 6 s instead of up to 60 s: past the 2 s of the health check and the 5 s of a write nothing changes any more',
  },
  {
    id: 'R37',
    goal: 'Tables of 500,000 rows',
    target:
      'each read of both contracts, by an Owner and two Managers of some chats, with 500,000 rows in every table that grows, on SQLite and PostgreSQL: no answer takes longer than 300 ms, none blocks the thread longer than 50 ms',
    commands: ['PROOF=1 npx vitest run --project service src/gateway/full-tables.test.ts'],
    control:
      'With hits read whole, the rules of an account took 2.5 to 4.2 s. With word lists, deliveries and decisions without a limit or an index, the test of the gate named each statement that reads a whole table',
  },
  {
    id: 'R34',
    goal: 'Messages in 64 partitions on PostgreSQL',
    target:
      'a page of messages of a large database p50 ≤ 1.5 × of that of 1,000,000 messages; deleting a chat of 10,000,000 messages never lets another request wait > 200 ms',
    commands: ['npx tsx bench/partitions.ts'],
    control:
      'Without the index on time a page of 2,000,000 messages took 2.57 times as long as one of 100,000. With each batch of a deletion searching from the start of the chat, as it was, 1,000,000 messages took 17 s instead of 11.',
    remark:
      'On a machine that is busy with other work requests take longer than 200 ms with and without a deletion: at a load of 8 on 2 cores 207 ms during it and 525 ms in the minute before (bench/README.md). 100,000,000 messages were not run',
  },
]
