import type { Goal } from './goal.ts'

/** Networks that fail, people who edit: what the dashboard does. */
export const faultGoals: readonly Goal[] = [
  {
    id: 'R1',
    goal: 'Every route x every fault kind (27 x 19 = 513), 500 and 504 after the work, a confirmed write without a read-back and 200 `status: false` without a message among them',
    target:
      '513/513: what the page says was done is what was done; input kept, no blank page, no spinner past 15 s (page clock), a text naming the action and "try again" or "check the result", 0 uncaught errors',
    commands: ['npx playwright test --project=proof fault-matrix'],
    control: 'Without the error boundaries of the routes the cell "chatList: 500 JSON" failed: no text, and an uncaught error.',
    remark:
      'A message of the service itself ("The disk is full") is shown beside the button that tries again, without "try again" in the text.',
  },
  {
    id: 'R2',
    goal: 'No duplicate effect: lost, late, duplicate and false answers (6 kinds) on the 10 routes that must not be repeated blindly',
    target: '60/60: effect exactly once, or shown as "unknown" with what the read-back found; 0 silent resends',
    commands: [
      'npx playwright test --project=proof fault-matrix --grep @R2',
      'npx playwright test --project=proof idempotency',
      'PROOF=1 npx vitest run --project service src/service/idempotency/idempotency.test.ts',
    ],
    control:
      'When the answers were not stored under their keys, 14 of 28 tests of keys failed. Without reading back polls and chats, 3 of 3 cells failed (pollCreate, pollReset, chatCreate after a lost answer): completed changes were reported as not saved.',
    remark:
      'The cells of faults run against a service without Idempotency-Key, which is the harder case: that service carries out twice what the network delivers twice, and the page says "was created twice". A poll resent twice within one second looks the same as a poll resent once.',
  },
  {
    id: 'R3',
    goal: 'Bulk delete 10,000 of 30,000, 10 % mixed faults',
    target:
      'remaining set = all minus chosen (or reported); 0 unchosen ids sent; 0 false reports; ≤ 500 requests (floor 400; model 442, worst of 200 runs 470)',
    commands: ['PROOF=1 npx vitest run --project simulation src/engine/jobs/deletion'],
    remark:
      'One of the 200 seeds met 60 faults where 47 are to be expected, and needed 502 requests. A fault costs 0.97 requests, as before, so the engine does not send more: which seed meets how many faults changes with the order of its requests',
    control:
      'Without the read-back (accepted counts as deleted), 9 of the 10 simulations failed: messages reported as deleted still existed',
  },
  {
    id: 'R4',
    goal: 'Undeletable ids inside batches',
    target: 'each found by bisection, ≤ 12 extra requests each (model 11); the other ids of its batch are deleted',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/engine/jobs/deletion',
      'PROOF=1 npx vitest run --project unit src/engine/jobs/deletion/refused-messages.test.ts',
    ],
    control:
      'With refused batches split in the middle, one position of 24 and of 25 took 13 requests; since then they are split by the golden section, 0.382 and 0.618',
  },
  {
    id: 'R5',
    goal: 'Reload, close, 401 or offline during the bulk job',
    target: '20 of 20 random cuts: resumes from a journal of ids, ends as R3; the stop button takes effect within 1 request',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/engine/jobs/deletion',
      'npx playwright test --project=proof interruptions --grep R5',
    ],
    control: 'Without the read-back, the runs with interruptions and with stops failed at their first seed',
  },
  {
    id: 'R6',
    goal: 'Request rate',
    target:
      '≤ 4 in flight; equal jitter 0.5 s doubling to 8 s; Retry-After obeyed to 60 s; ≤ 5 tries an id; retries ≤ 10 % over the faults injected; one layer only (TanStack write retry 0)',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/engine/jobs/deletion',
      'npx vitest run --project unit src/engine/jobs/request-scheduler.test.ts',
    ],
    control: 'With six workers: 6 in flight, failed',
  },
  {
    id: 'R7',
    goal: 'Settings save against 3 unknown services (omitted = keep / default / null)',
    target: '1,000 random edits x 3: 0 unnoticed changes in 60 fields; read-back after each save; difference shown with "put back"',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/platform/saving/chat-settings',
      'npx playwright test --project=faults settings',
    ],
    control: 'With nothing reported after the read-back, the services that reset and empty failed at their first edit',
  },
  {
    id: 'R8',
    goal: 'Sounds written as text, read as number',
    target: 'an untouched sound is never sent as a guess; 0 sounds changed in R7; unknown number shown as "sound 7", not as pop',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/platform/saving/chat-settings',
      'npx playwright test --project=faults settings',
    ],
    control: 'With a sound without a known name written as "pop", it failed at the first edit',
    remark:
      'a service that drops omitted settings loses a sound whose number no catalogue names; no request could keep it, and each loss is reported at once',
  },
  {
    id: 'R9',
    goal: 'Lossless text: filterWords with leading spaces, emoji, right-to-left, 2,000-byte messages',
    target: '10,000 round trips identical; 2,000 bytes accepted, 2,001 refused before sending (bytes, not characters)',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/platform/saving/chat-settings',
      'npx vitest run --project dashboard src/dashboard/features/messages/post/posting.test.ts',
    ],
    control: 'With texts trimmed before sending, it failed at the first text',
  },
  {
    id: 'R10',
    goal: 'Two tabs, two owners',
    target:
      'stale save: own server 412 (428 without If-Match on the BFF path); remote: read just before, three-way compare, dialog; 0 silent overwrites in 200 interleavings, one known gap (between read and PUT) written down',
    commands: [
      'npx vitest run --project simulation src/dashboard/platform/saving/chat-settings/save-races-simulation.test.ts -t "two people"',
      'npx vitest run --project service src/service/handlers/chats.test.ts -t versions',
      'npx vitest run --project unit src/gateway/forward/forward.test.ts -t "settings are saved"',
    ],
    control:
      'With If-Match ignored, 257 changes were lost in the gap of the simulation instead of 0, all 20 saves of one version were accepted, and a stale save was answered with 200.',
  },
  {
    id: 'R11',
    goal: 'Unsaved edits',
    target:
      'reload, close, back, link, crash of tab, 401: 7 of 7 ways keep the draft (tab storage, no secrets, dropped at logout) or ask first',
    commands: [
      'npx playwright test --project=proof interruptions --grep R11',
      'npx playwright test --project=journeys settings-care session-end',
    ],
    control:
      'With nothing stored in the browser, 8 of 14 failed: every way to leave the settings, and the crash of a tab with an open drawer',
  },
  {
    id: 'R12',
    goal: 'Session ends in mid-edit',
    target:
      'dialog over the page, same fields after sign-in, 0 unrepeatable requests resent without a click; other tabs notified within 2 s',
    commands: ['npx playwright test --project=proof interruptions --grep R12', 'npx playwright test --project=journeys session-end'],
    control:
      'With everything continuing by itself once another tab signed in, 2 unit tests failed: a post, a delete-all and a currency were sent without a click',
  },
  {
    id: 'R13',
    goal: 'Reads while offline or outdated',
    target: 'the last data stays, with its age; updated within 5 s of reconnecting; no optimistic delete of irreversible things',
    commands: ['npx playwright test --project=proof offline --grep R13'],
    control: 'With outdated data read again every 20 seconds instead of every 4, 4 of 8 failed',
  },
  {
    id: 'R14',
    goal: 'Clock skew -1 day, +1 day, +14 h zone, DST',
    target: 'same order and filter results; ages never negative; ranges sent as whole seconds UTC',
    commands: [
      'npx vitest run --project dashboard src/dashboard/features/messages/time-range.test.ts src/dashboard/ui/format/time.test.ts',
      'npx playwright test --project=proof offline --grep R14',
    ],
    control: 'With modes that do not truncate to whole minutes, all five zones failed',
  },
  {
    id: 'R15',
    goal: 'New release under an open tab',
    target: 'missing chunk -> one reload, draft kept, never a loop; previous release’s files served 7 days',
    commands: ['npx tsx proof/service/earlier-releases.ts', 'npx playwright test --project=proof new-release --grep R15'],
    control:
      'With files kept for three days, 53 were deleted too early. With the error boundary on the page itself, as it was, a page whose code no longer exists stayed empty',
  },
  {
    id: 'R16',
    goal: 'Currency, delete all, delete chat, ban wider than 65,536 addresses',
    target:
      'typed confirmation; one request; after an unknown outcome the page reads, never resends; ban text parsed strictly (no leading zeros, first ≤ last)',
    commands: [
      'npx playwright test --project=proof offline --grep R16',
      'npx vitest run src/dashboard/features/banned-ips/ranges src/engine/bans/change-bans.test.ts',
    ],
    control: 'Without the single attempt for very wide bans, 5 requests were sent instead of 1',
  },
  {
    id: 'R32',
    goal: 'Long sessions: 60 random actions of a person over all pages, on our service, on one that resets omitted settings, and on one with irregular pages of messages that fails now and then',
    target:
      '200 seeds: 0 invariants broken (counts of edits, screen against the service, requests, keys, focus, width, jumps, what the browser reports)',
    commands: ['npx playwright test --project=proof specs/long-sessions'],
    control:
      'On a build from before the fixes the first seeds failed: keys typed into the opening palette were lost, the list of chats was 153 px too wide, Escape cleared the selection along with the dialog, and a saved edit was still counted.',
  },
  {
    id: 'R33',
    goal: 'Remote services, learned or not: 4 behaviours × (save, bulk, import, undo)',
    target: '0 settings changed that nobody edited and nobody was warned about',
    commands: [
      'npx playwright test --project=proof learned',
      'npx vitest run --project dashboard src/dashboard/features/account/connection',
    ],
    remark: 'Modes are saved by the same function; L1 and D1 measure them.',
  },
]
