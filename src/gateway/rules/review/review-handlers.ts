import type { Review, review } from '#contract/gateway/review.ts'
import { actorOf } from '#gateway/audit/actor.ts'
import type { SignedInRequest, WorkspaceHandlers, WorkspaceOptions } from '#gateway/pipeline/handler.ts'
import { rulesWatch } from '../store.ts'
import { decide } from './decide.ts'
import { countHeldByRule, countStates, readChatHits, readFellBack, readLastDecisions, readNow, readReview } from './read-review.ts'

/** The queue of held and marked messages, and the decisions about them. */
export function reviewHandlers(options: WorkspaceOptions): WorkspaceHandlers<typeof review> {
  const { database, deletionLimit, planner, nowMs, leaseNow } = options
  const { query } = database
  const presence = createPresence(nowMs)
  const reviewerOf = ({ session: { member }, workspace }: SignedInRequest) => ({ workspace, member })
  const nameOf = ({ c, session }: SignedInRequest) => actorOf(c, session).who.name
  /** Sessions with the account token have no person; all of them count as one. */
  const personOf = (request: SignedInRequest) => ({ id: request.session.member?.id ?? '', name: nameOf(request) })
  const wake = (workspace: string, trx: Parameters<typeof planner.plan>[1]) => planner.plan(rulesWatch(workspace, nowMs()), trx)

  return {
    reviewRead: async (request) => {
      const now = await readNow(query, leaseNow)
      const read = await readReview(query, reviewerOf(request), now, request.query.since)
      return { status: true, data: { ...read, people: presence.others(request.workspace, personOf(request).id) } }
    },

    reviewCount: async (request) => {
      const reviewer = reviewerOf(request)
      const at = await readNow(query, leaseNow)
      const [counts, held, fellBack] = await Promise.all([
        countStates(query, reviewer),
        countHeldByRule(query, reviewer),
        readFellBack(query, reviewer),
      ])
      return { status: true, data: { at, ...counts, ...held, ...fellBack } }
    },

    reviewLastList: async (request) => ({ status: true, data: await readLastDecisions(query, reviewerOf(request)) }),

    reviewDecide: async (request) => {
      const { ids, decision } = request.body
      const now = await readNow(query, leaseNow)
      const decider = { ...reviewerOf(request), by: nameOf(request) }
      return { status: true, data: await decide({ database, deletionLimit, wake }, decider, { ids, decision, now }) }
    },

    reviewLook: async (request) => {
      presence.look(request.workspace, personOf(request), request.body.hitId)
      return { status: true }
    },

    chatHitList: async ({ params, query: { from, to }, ...request }) => {
      const at = await readNow(query, leaseNow)
      return { status: true, data: { at, hits: await readChatHits(query, reviewerOf(request), { chatId: params.chatId, from, to }) } }
    },
  }
}

const seenMs = 30_000
/** Per workspace; a team has at most 500 people. */
const maxPeople = 500

/**
 * Who has the queue open, and which message they look at. Kept in memory only, because it expires after half a minute: with several gateways, people
 * see only those who use the same gateway.
 */
function createPresence(nowMs: () => number) {
  const workspaces = new Map<string, Map<string, { name: string; hitId: string | null; at: number }>>()

  function peopleIn(workspace: string) {
    const people = workspaces.get(workspace)
    // A time in the future was written before the clock was set back.
    for (const [id, { at }] of people ?? []) if (Math.abs(nowMs() - at) >= seenMs) people?.delete(id)
    if (people?.size === 0) workspaces.delete(workspace)
    return workspaces.get(workspace)
  }

  return {
    look: (workspace: string, { id, name }: { id: string; name: string }, hitId: string | null): void => {
      const people = peopleIn(workspace) ?? new Map<string, { name: string; hitId: string | null; at: number }>()
      if (!people.has(id) && people.size >= maxPeople) return
      people.set(id, { name, hitId, at: nowMs() })
      workspaces.set(workspace, people)
    },
    /** Everybody except this person, by name. */
    others: (workspace: string, personId: string): Review['people'] =>
      [...(peopleIn(workspace) ?? [])]
        .filter(([id]) => id !== personId)
        .map(([, { name, hitId }]) => ({ name, hitId }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
  }
}
