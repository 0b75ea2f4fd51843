import type { Goal } from './goal.ts'

/** Networks that fail, people who edit: what the dashboard does. */
export const faultGoals: readonly Goal[] = [
  {
    id: 'R1',
    goal: 'Every route x every fault kind (27 x 19 = 513), 500 and 504 after the work, a confirmed write without a read-back and 200 `status: false` without words among them',
    target:
      '513/513: what the page says was done is what was done; input kept, no blank page, no spinner past 15 s (page clock), a text naming the action and "try again" or "check the result", 0 uncaught errors',
    commands: ['npx playwright test --project=proof fault-matrix'],
    control: 'Without the error boundaries of the routes the cell "chatList: 500 JSON" went red: no words, and an uncaught error.',
    remark: 'Words of the service itself ("The disk is full") stand beside the button that tries again, without "try again" in the text.',
  },
  {
    id: 'R2',
    goal: 'No doubled effect: lost, late, doubled and false answers (6 kinds) on the 10 look-first routes',
    target: '60/60: effect exactly once, or shown as "unknown" with what the read-back found; 0 silent second sends',
    commands: [
      'npx playwright test --project=proof fault-matrix --grep @R2',
      'npx playwright test --project=proof idempotency',
      'PROOF=1 npx vitest run --project service src/service/idempotency/idempotency.test.ts',
    ],
    control:
      'With the answers of keys not kept 14 of 28 tests of keys failed. Without the reading back of polls and chats 3 of 3 cells went red (pollCreate, pollReset, chatCreate after a lost answer): what had been done was called not saved.',
    remark:
      'The cells of faults run against a service without Idempotency-Key, which is the harder case: what the network delivers twice that service does twice, and the page says "was created twice". A poll resent twice within one second cannot be told from one resent once.',
  },
  {
    id: 'R3',
    goal: 'Bulk delete 10,000 of 30,000, 10 % mixed faults',
    target:
      'remaining set = all minus chosen (or reported); 0 unchosen ids sent; 0 false reports; ≤ 500 requests (floor 400; model 442, worst of 200 runs 470)',
    commands: ['PROOF=1 npx vitest run --project simulation src/dashboard/features/messages/delete'],
    control:
      'With the read-back taken out (what was accepted counts as gone) 9 of the 10 simulations failed: messages reported as gone were there',
  },
  {
    id: 'R4',
    goal: 'Undeletable ids inside batches',
    target: 'each found by halving, ≤ 12 extra requests each (model 11); the other ids of its batch go',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/features/messages/delete',
      'PROOF=1 npx vitest run --project dashboard src/dashboard/features/messages/delete/refused-messages.test.ts',
    ],
    control: 'With refused batches halved in the middle one place of 24 and of 25 took 13 requests: the parts are 0.382 and 0.618 since',
  },
  {
    id: 'R5',
    goal: 'Reload, close, 401 or offline during the bulk job',
    target: '20 of 20 random cuts: resumes from a journal of ids, ends as R3; stop button acts within 1 request',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/features/messages/delete',
      'npx playwright test --project=proof interruptions --grep R5',
    ],
    control: 'With the read-back taken out the runs with cuts and with stops failed at their first seed',
  },
  {
    id: 'R6',
    goal: 'Pace',
    target:
      '≤ 4 in flight; equal jitter 0.5 s doubling to 8 s; Retry-After obeyed to 60 s; ≤ 5 tries an id; retries ≤ 10 % over the faults injected; one layer only (TanStack write retry 0)',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/features/messages/delete',
      'npx vitest run --project dashboard src/dashboard/platform/jobs/request-scheduler.test.ts',
    ],
    control: 'With six workers: 6 in flight, red',
  },
  {
    id: 'R7',
    goal: 'Settings save against 3 unknown services (omitted = keep / default / null)',
    target: '1,000 random edits x 3: 0 unnoticed changes in 60 fields; read-back after each save; difference shown with "put back"',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/platform/saving/chat-settings',
      'npx playwright test --project=faults settings',
    ],
    control: 'With nothing reported after the read-back the services that reset and empty failed at their first edit',
  },
  {
    id: 'R8',
    goal: 'Sounds written as text, read as number',
    target: 'an untouched sound is never sent as a guess; 0 sounds changed in R7; unknown number shown as "sound 7", not as pop',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/platform/saving/chat-settings',
      'npx playwright test --project=faults settings',
    ],
    control: 'With a sound of no known name written as "pop" it failed at the first edit',
    remark:
      'a service that drops what an update leaves out loses a sound whose number no catalogue names; no request could keep it, and each is told at once',
  },
  {
    id: 'R9',
    goal: 'Lossless text: filterWords with leading spaces, emoji, right-to-left, 2,000-byte messages',
    target: '10,000 round trips identical; 2,000 bytes accepted, 2,001 refused before sending (bytes, not characters)',
    commands: [
      'PROOF=1 npx vitest run --project simulation src/dashboard/platform/saving/chat-settings',
      'npx vitest run --project dashboard src/dashboard/features/messages/post/posting.test.ts',
    ],
    control: 'With texts trimmed before they are sent it failed at the first text',
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
      'With If-Match ignored 257 changes were lost in the gap of the simulation where 0 were before, 20 saves of one version were all taken, and a stale save was answered with 200.',
  },
  {
    id: 'R11',
    goal: 'Unsaved edits',
    target:
      'reload, close, back, link, crash of tab, 401: 7 of 7 ways keep the draft (tab storage, no secrets, dropped at logout) or ask first',
    commands: [
      'npx playwright test --project=proof interruptions --grep R11',
      'npx playwright test --project=pages --project=sessions settings-care session-end',
    ],
    control: 'With nothing kept in the browser 8 of 14 went red: every way out of the settings, and the crash of a tab with a drawer open',
  },
  {
    id: 'R12',
    goal: 'Session ends in mid-edit',
    target: 'dialog over the page, same fields after sign-in, 0 replays of look-first calls without a click; other tabs told within 2 s',
    commands: ['npx playwright test --project=proof interruptions --grep R12', 'npx playwright test --project=sessions session-end'],
    control:
      'With everything going on by itself once another tab signed in, 2 unit tests failed: a post, a delete-all and a currency were sent without a click',
  },
  {
    id: 'R13',
    goal: 'Reads offline or behind',
    target: 'last data stays with its age shown; back within 5 s of reconnect; no optimistic delete of irreversible things',
    commands: ['npx playwright test --project=proof offline --grep R13'],
    control: 'With what is behind asked for again every 20 seconds instead of every 4, 4 of 8 went red',
  },
  {
    id: 'R14',
    goal: 'Clock skew -1 day, +1 day, +14 h zone, DST',
    target: 'same order and filter results; ages never negative; ranges sent as whole seconds UTC',
    commands: [
      'npx vitest run --project dashboard src/dashboard/features/messages/time-range.test.ts src/dashboard/ui/format/time.test.ts',
      'npx playwright test --project=proof offline --grep R14',
    ],
    control: 'With presets that do not cut to whole minutes all five zones failed',
  },
  {
    id: 'R15',
    goal: 'New release under an open tab',
    target: 'missing chunk -> one reload, draft kept, never a loop; previous release’s files served 7 days',
    commands: ['npx tsx proof/service/earlier-releases.ts', 'npx playwright test --project=proof new-release --grep R15'],
    control:
      'With files kept for three days 53 were gone too soon. With the boundary on the page itself, as it was, a page whose code is gone for good stayed empty',
  },
  {
    id: 'R16',
    goal: 'Currency, delete all, delete chat, ban wider than 65,536 addresses',
    target:
      'typed confirmation; one request; after an unknown outcome the machine reads, never resends; ban text parsed strictly (no leading zeros, first ≤ last)',
    commands: [
      'npx playwright test --project=proof offline --grep R16',
      'npx vitest run --project dashboard src/dashboard/features/banned-ips/ranges src/dashboard/features/banned-ips/changes/change-bans.test.ts',
    ],
    control: 'With the one try of very wide bans taken out 5 requests went out where 1 may',
  },
  {
    id: 'R32',
    goal: 'Long sessions: 60 random actions of a person over all pages, on our service, one that resets what an update leaves out, and one with odd pages of messages that fails now and then',
    target:
      '200 seeds: 0 invariants broken (counts of edits, screen against the service, requests, keys, focus, width, jumps, what the browser reports)',
    commands: ['npx playwright test --project=proof specs/long-sessions'],
    control:
      'On a build from before the fixes the first seeds went red: keys typed into the opening palette were lost, the list of chats was 153 px too wide, Escape took the selection with the dialog, and a saved edit was counted.',
  },
  {
    id: 'R33',
    goal: 'Services that are not ours, learned or not: 4 behaviours × (save, bulk, import, undo)',
    target: '0 settings changed that nobody edited and nobody was told of before',
    commands: ['npx playwright test --project=proof learned', 'npx vitest run --project dashboard src/dashboard/features/account/service'],
    remark: 'Presets come with a later part; they are saved by the same function.',
  },
]
