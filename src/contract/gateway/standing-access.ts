import { z } from 'zod/mini'
import type { WriteName } from '../client.ts'
import { endpoint } from '../endpoint.ts'
import type { Rule } from '../rules/rule.ts'
import { boolean, id, itemResponse, key } from '../values.ts'

/** Background access (called standing access in code): what Roomkeeper does for an account while nobody is signed in. Times are milliseconds. */

/** The kinds of work that run on their own. */
export const plannedKinds = { preset: 'Modes', hours: 'Opening hours', drift: 'Outside changes', rules: 'Rules' } as const
export type PlannedKind = keyof typeof plannedKinds
const Kind = z.enum(Object.keys(plannedKinds) as PlannedKind[])

/** One thing that runs on its own may do. */
interface StandingAct {
  words: string
  /** The changes that it makes at the chat service. */
  sends: readonly WriteName[]
}

const ruleActs: Record<keyof Rule['actions'], StandingAct> = {
  mark: { words: 'Mark messages for review where a rule says so', sends: [] },
  deleteAfterSeconds: { words: 'Delete messages where a rule says so', sends: ['messageDelete', 'messageDeleteSome'] },
  announce: { words: 'Post messages where a rule says so', sends: ['messageSend'] },
  preset: { words: 'Turn on modes where a rule says so, which changes settings of chats', sends: ['chatUpdate'] },
  notify: { words: 'Notify people where a rule says so', sends: [] },
}

/**
 * Everything that standing access allows beside reading. The words are what people consent to, and the gateway sends no change on its own that is not
 * listed for the kind of work.
 */
export const standingActs: Record<PlannedKind, readonly StandingAct[]> = {
  preset: [{ words: 'End modes, which restores the settings of chats', sends: ['chatUpdate'] }],
  hours: [{ words: 'Take chats offline and online by their opening hours', sends: ['chatUpdate'] }],
  drift: [{ words: 'Keep copies of what it reads, to find outside changes', sends: [] }],
  rules: Object.values(ruleActs),
}

const action = {
  id: key,
  kind: Kind,
  title: z.string(),
  note: z.string(),
  chatIds: z.array(id),
}

export const NextAction = z.object({
  ...action,
  due: z.number(),
  /** `late`: it is too late to carry it out without asking. */
  state: z.enum(['planned', 'running', 'late']),
})
export type NextAction = z.output<typeof NextAction>

const LastAction = z.object({
  ...action,
  at: z.number(),
  /** What came of it: "1 change found"; '' where the outcome says it all. */
  result: z.string(),
  /** `decide`: values need a decision. `waited`: the service asked to wait. */
  outcome: z.enum(['done', 'failed', 'decide', 'skipped', 'waited']),
})
export type LastAction = z.output<typeof LastAction>

const Standing = z.object({
  /** When this was read, by the server's clock. */
  at: z.number(),
  /** null: standing access is off. */
  on: z.nullable(z.object({ since: z.number(), by: z.string(), isTokenRejected: boolean })),
  next: z.array(NextAction),
  last: z.array(LastAction),
  /** Requests by minute and kind of the last hour, oldest first. */
  requests: z.array(z.object({ minute: z.number(), kind: Kind, count: z.number() })),
  /** Requests a minute at most. */
  budget: z.number(),
  /** null: none has run yet. */
  worker: z.nullable(
    z.object({
      /** The gateway that runs it. */
      name: z.string(),
      since: z.number(),
      renewed: z.number(),
      /** The fencing number of its lease. */
      number: z.number(),
      /** Other gateways that could take over. */
      others: z.number(),
      /** Whether it was renewed lately. */
      isRunning: boolean,
    }),
  ),
})
export type Standing = z.output<typeof Standing>

export const minBudget = 10
export const maxBudget = 600
export const defaultBudget = 120

export const standingAccess = {
  standingRead: endpoint('GET /standing-access', 'standing.read', 'Read background access', { response: itemResponse(Standing) }),
  standingTurnOn: endpoint('POST /standing-access', 'standing.write', 'Turn on background access', {
    description: 'Roomkeeper may then act for this account while nobody is signed in. The token of the account is sealed for this purpose.',
    stepUp: true,
    response: itemResponse(Standing),
  }),
  standingTurnOff: endpoint('DELETE /standing-access', 'standing.write', 'Turn off background access, with the next request', {
    response: itemResponse(Standing),
  }),
  standingBudget: endpoint(
    'PUT /standing-access/budget',
    'standing.write',
    'Change how many requests a minute Roomkeeper may send in the background',
    {
      body: z.object({ budget: z.number().check(z.int(), z.minimum(minBudget), z.maximum(maxBudget)) }),
      response: itemResponse(Standing),
    },
  ),
  /** A missed action is dropped by it as well. */
  plannedSkip: endpoint('DELETE /standing-access/actions/{actionId}', 'standing.write', 'Skip a planned action'),
  plannedRunNow: endpoint(
    'POST /standing-access/actions/{actionId}',
    'standing.write',
    'Carry out a planned action now, however late it is',
  ),
}
