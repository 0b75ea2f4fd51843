import type { review } from '#contract/workspace/review.ts'
import { actorOf } from '../../audit/actor.ts'
import type { SignedInRequest, WorkspaceHandlers, WorkspaceOptions } from '../../handler.ts'
import { rulesWatch } from '../work/watch-action.ts'
import { decide } from './decide.ts'
import { readFellBack } from './fell-back.ts'
import { readLastDecisions } from './last-decisions.ts'
import { createPresence } from './presence.ts'
import { countHeldByRule, countStates, readChatHits, readNow, readReview } from './read-review.ts'

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
