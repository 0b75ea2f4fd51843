import type { Plan } from '#contract/account.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'

/** What a plan limits and tells the use of. */
export const planFigures = (plan: Plan) => [
  { label: 'Chats', one: 'chat', used: plan.usedRooms, limit: plan.rooms },
  { label: 'Admins', one: 'admin', used: plan.usedAdmins, limit: plan.admins },
  { label: 'Keywords', one: 'keyword', used: plan.usedKeywords, limit: plan.keywords },
]

/** Describes which limits of the plan are exceeded and what to do; null if none is. */
export function overPlan(plan: Plan): { title: string; detail: string; remedy: string } | null {
  const over = planFigures(plan).flatMap(({ one, used, limit }) =>
    used !== null && limit !== null && used > limit ? [{ one, used, limit }] : [],
  )
  if (over.length > 0) {
    return {
      title: `${listed(over.map(({ one, used, limit }) => counted(used - limit, one)))} over the plan.`,
      detail: `${listed(over.map(({ one, used, limit }) => `${count(used)} of ${counted(limit, one)}`))} are in use.`,
      remedy: `Remove ${listed(over.map(({ one, used, limit }) => counted(used - limit, one)))}, or ask ${serviceName()} for a larger plan.`,
    }
  }
  if (!plan.exceed) return null
  return {
    title: 'The account is over its plan.',
    detail: `${serviceNameFirst()} says so, without saying by what.`,
    remedy: `Ask ${serviceName()} what to remove, or for a larger plan.`,
  }
}
