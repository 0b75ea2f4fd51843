import type { Review, review, Decided, ReviewDecision } from '#contract/gateway/review.ts'
import { actorOf } from '#gateway/audit/actor.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '#gateway/pipeline/handler.ts'
import { readNow } from '#gateway/worker/lease.ts'
import { planAction } from '#gateway/worker/planner.ts'
import { rulesWatch } from '../store.ts'
import { countOpen, readChatHits, readFellBack, readLastDecisions, readNextDue, readReview, hitsOf } from './read-review.ts'
import { allows } from '#contract/gateway/grant.ts'
import { decideHits } from '../hit-states.ts'
import { requireStanding } from '../ready.ts'
import { withRules, type HitRow } from './hits.ts'

/** Nobody has decided about the message, and its deletion has not started. */
const isOpen = (row: HitRow | undefined) => row !== undefined && row.by === '' && (row.state === 'held' || row.state === 'marked')

const isGone = (state: HitRow['state']) => state === 'deleting' || state === 'deleted' || state === 'gone' || state === 'unknown'

/**
 * The queue of held and marked messages, and the decisions about them. The first decision counts: each is a conditional update, and a later one changes no
 * row.
 */
export function reviewHandlers(options: HandlerOptions): GatewayHandlers<typeof review> {
  const { database, deletionLimit, nowMs, leaseNow } = options
  const { query } = database
  const presence = createPresence(nowMs)
  const reviewerOf = ({ session: { member }, workspace }: SignedInRequest) => ({ workspace, member })
  const nameOf = ({ c, session }: SignedInRequest) => actorOf(c, session).who.name
  /** Sessions with the account token have no person; all of them count as one. */
  const personOf = (request: SignedInRequest) => ({ id: request.session.member?.id ?? '', name: nameOf(request) })

  async function decide(request: SignedInRequest, ids: readonly string[], decision: ReviewDecision): Promise<Decided[]> {
    const reviewer = reviewerOf(request)
    const { member, workspace } = reviewer
    const now = await readNow(query, leaseNow)
    const wanted = [...new Set(ids)]
    const read = async () => {
      const rows = await hitsOf(query, reviewer).selectAll().where('id', 'in', wanted).execute()
      return new Map(rows.map((row) => [row.id, row]))
    }
    const before = await read()
    const allowed = wanted.filter((id) => {
      const row = before.get(id)
      return row !== undefined && allows(member, 'messages.delete', row.chat_id)
    })
    const open = allowed.filter((id) => isOpen(before.get(id)))
    if (decision === 'delete' && open.length > 0) await requireStanding(query, workspace)
    const limit = member?.limits.deletionsPerHour ?? null
    const refund =
      decision === 'delete' && member && limit !== null && open.length > 0 ? await deletionLimit.take(member.id, limit, open.length) : null
    const done = await database
      .transaction(async (trx) => {
        const changed = await decideHits(trx, { workspace, by: nameOf(request), ids: decision === 'undo' ? allowed : open, decision, now })
        // Once the time to undo is over, a round of the worker deletes the messages.
        if (changed.size > 0 && decision !== 'keep' && decision !== 'spare') await planAction(trx, rulesWatch(workspace, nowMs()))
        return changed
      })
      .catch(async (error: unknown) => {
        await refund?.()
        throw error
      })
    // Messages that somebody else decided at the same moment stay counted if others were changed: the limit errs on the safe side.
    if (done.size === 0) await refund?.()
    const after = await read()
    const hits = await withRules(query, workspace, [...after.values()], member)
    const hitOf = new Map(hits.map((hit) => [hit.id, hit]))
    const allowedIds = new Set(allowed)
    return wanted.map((id) => {
      const hit = hitOf.get(id) ?? null
      if (!hit || !allowedIds.has(id)) return { id, outcome: 'refused', hit }
      return { id, outcome: done.has(id) ? 'done' : isGone(hit.state) ? 'tooLate' : 'already', hit }
    })
  }

  return {
    reviewRead: async (request) => {
      const now = await readNow(query, leaseNow)
      const read = await readReview(query, reviewerOf(request), now, request.query.since)
      return { status: true, data: { ...read, people: presence.others(request.workspace, personOf(request).id) } }
    },

    reviewCount: async (request) => {
      const reviewer = reviewerOf(request)
      const at = await readNow(query, leaseNow)
      const [counts, due, fellBack] = await Promise.all([
        countOpen(query, reviewer),
        readNextDue(query, reviewer),
        readFellBack(query, reviewer),
      ])
      return { status: true, data: { at, ...counts, due, ...fellBack } }
    },

    reviewLastList: async (request) => ({ status: true, data: await readLastDecisions(query, reviewerOf(request)) }),

    reviewDecide: async (request) => {
      const { ids, decision } = request.body
      return { status: true, data: await decide(request, ids, decision) }
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
