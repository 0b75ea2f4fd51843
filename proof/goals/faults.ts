import type { Goal } from './goal.ts'

/** Networks that fail, people who edit: what the dashboard does. */
export const faultGoals: readonly Goal[] = [
  {
    id: 'R1',
    goal: 'Every route x every fault kind (27 x 16 = 432)',
    target:
      '432/432: input kept, no blank page, no spinner past 15 s (page clock), a text naming the action and "try again" or "check the result", 0 uncaught errors',
    commands: [],
  },
  {
    id: 'R2',
    goal: 'No doubled effect: kinds 3, 4, 16 on the 10 look-first routes',
    target: '30/30: effect exactly once, or shown as "unknown" with what the read-back found; 0 silent second sends',
    commands: [],
  },
  {
    id: 'R3',
    goal: 'Bulk delete 10,000 of 30,000, 10 % mixed faults',
    target:
      'remaining set = all minus chosen (or reported); 0 unchosen ids sent; 0 false reports; ≤ 500 requests (floor 400; model 442, worst of 200 runs 470)',
    commands: [],
  },
  {
    id: 'R4',
    goal: 'Undeletable ids inside batches',
    target: 'each found by halving, ≤ 12 extra requests each (model 11); the other ids of its batch go',
    commands: [],
  },
  {
    id: 'R5',
    goal: 'Reload, close, 401 or offline during the bulk job',
    target: '20 of 20 random cuts: resumes from a journal of ids, ends as R3; stop button acts within 1 request',
    commands: [],
  },
  {
    id: 'R6',
    goal: 'Pace',
    target:
      '≤ 4 in flight; equal jitter 0.5 s doubling to 8 s; Retry-After obeyed to 60 s; ≤ 5 tries an id; retries ≤ 10 % over the faults injected; one layer only (TanStack write retry 0)',
    commands: [],
  },
  {
    id: 'R7',
    goal: 'Settings save against 3 unknown services (omitted = keep / default / null)',
    target: '1,000 random edits x 3: 0 unnoticed changes in 60 fields; read-back after each save; difference shown with "put back"',
    commands: [],
  },
  {
    id: 'R8',
    goal: 'Sounds written as text, read as number',
    target: 'an untouched sound is never sent as a guess; 0 sounds changed in R7; unknown number shown as "sound 7", not as pop',
    commands: [],
  },
  {
    id: 'R9',
    goal: 'Lossless text: filterWords with leading spaces, emoji, right-to-left, 2,000-byte messages',
    target: '10,000 round trips identical; 2,000 bytes accepted, 2,001 refused before sending (bytes, not characters)',
    commands: [],
  },
  {
    id: 'R10',
    goal: 'Two tabs, two owners',
    target:
      'stale save: own server 412 (428 without If-Match on the BFF path); remote: read just before, three-way compare, dialog; 0 silent overwrites in 200 interleavings, one known gap (between read and PUT) written down',
    commands: [
      'npx vitest run --project simulation src/dashboard/save-settings-simulation.test.ts -t "two people"',
      'npx vitest run --project service src/service/handlers/chats.test.ts -t versions',
      'npx vitest run --project unit src/gateway/forward.test.ts -t "settings are saved"',
    ],
    control:
      'With If-Match ignored 257 changes were lost in the gap of the simulation where 0 were before, 20 saves of one version were all taken, and a stale save was answered with 200.',
  },
  {
    id: 'R11',
    goal: 'Unsaved edits',
    target:
      'reload, close, back, link, crash of tab, 401: 7 of 7 ways keep the draft (tab storage, no secrets, dropped at logout) or ask first',
    commands: [],
  },
  {
    id: 'R12',
    goal: 'Session ends in mid-edit',
    target: 'dialog over the page, same fields after sign-in, 0 replays of look-first calls without a click; other tabs told within 2 s',
    commands: [],
  },
  {
    id: 'R13',
    goal: 'Reads offline or behind',
    target: 'last data stays with its age shown; back within 5 s of reconnect; no optimistic delete of irreversible things',
    commands: [],
  },
  {
    id: 'R14',
    goal: 'Clock skew -1 day, +1 day, +14 h zone, DST',
    target: 'same order and filter results; ages never negative; ranges sent as whole seconds UTC',
    commands: [],
  },
  {
    id: 'R15',
    goal: 'New release under an open tab',
    target: 'missing chunk -> one reload, draft kept, never a loop; previous release’s files served 7 days',
    commands: [],
  },
  {
    id: 'R16',
    goal: 'Currency, delete all, delete chat, ban wider than 65,536 addresses',
    target:
      'typed confirmation; one request; after an unknown outcome the machine reads, never resends; ban text parsed strictly (no leading zeros, first ≤ last)',
    commands: [],
  },
]
