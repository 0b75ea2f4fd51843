import type { limits } from '#contract/gateway/limits.ts'
import { invitationHandlers, peopleHandlers } from './access/people-handlers.ts'
import { ownAccessHandlers } from './access/own-access-handlers.ts'
import { signInHandlers } from './access/sign-in-handlers.ts'
import { teamHandlers } from './access/team-handlers.ts'
import { auditHandlers } from './audit/read-audit.ts'
import { companyHandlers } from './company/company-handlers.ts'
import { driftHandlers } from './drift/drift-handlers.ts'
import { versionHandlers } from './drift/read-versions.ts'
import { hoursHandlers } from './hours/hours-task.ts'
import { planChanged } from './hours/plan-hours.ts'
import { inboxHandlers } from './inbox/read-inbox.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { lentHandlers } from './lent/find-lent.ts'
import { channelHandlers } from './notifications/channel-handlers.ts'
import { deliveryHandlers } from './notifications/delivery-handlers.ts'
import { myNotificationHandlers } from './notifications/my-notification-handlers.ts'
import type { GatewayHandlers, HandlerOptions } from './pipeline/handler.ts'
import { pinHandlers } from './pins.ts'
import { presetHandlers } from './presets/preset-handlers.ts'
import { type AfterWrite, createRecordStore, recordHandlers } from './records/record-store.ts'
import { backtestHandlers, type BacktestRuns } from './rules/backtest/backtest-handlers.ts'
import { requireListCost } from './rules/cost.ts'
import { requireRightsOfRules } from './rules/ready.ts'
import { reviewHandlers } from './rules/review/review-handlers.ts'
import { ruleHandlers } from './rules/rule-handlers.ts'
import { tokenHandlers } from './tokens/token-handlers.ts'
import { visitHandlers } from './visit.ts'
import { standingHandlers } from './worker/standing-handlers.ts'

/** What changes of records bring about. */
const afterRecords =
  (nowMs: () => number): AfterWrite =>
  async (trx, actor, kind, changed) => {
    if (kind === 'word-lists') await requireListCost(trx, actor.workspace)
    await requireRightsOfRules(trx, actor, kind, changed)
    await planChanged(nowMs)(trx, actor, kind, changed)
  }

const limitHandlers = ({ deletionLimit }: HandlerOptions): GatewayHandlers<typeof limits> => ({
  limitsRead: async ({ session: { member } }) => {
    const { deletionsPerHour = null, widestBan = null } = member?.limits ?? {}
    const deletions = member && deletionsPerHour !== null ? await deletionLimit.left(member.id, deletionsPerHour) : null
    return { status: true, data: { deletions, widestBan } }
  },
})

/** The handlers of all groups of endpoints (contract/gateway/api.ts), one line each. */
export const gatewayHandlers = (options: HandlerOptions): GatewayHandlers & BacktestRuns => ({
  ...teamHandlers(options),
  ...peopleHandlers(options),
  ...invitationHandlers(options),
  ...tokenHandlers(options),
  ...lentHandlers(options),
  ...ownAccessHandlers(options),
  ...signInHandlers(options),
  ...companyHandlers(options),
  ...recordHandlers(createRecordStore(options.database, options.now, afterRecords(options.nowMs))),
  ...hoursHandlers(options),
  ...auditHandlers(options),
  ...visitHandlers(options),
  ...limitHandlers(options),
  ...jobHandlers(options),
  ...standingHandlers(options),
  ...versionHandlers(options),
  ...presetHandlers(options),
  ...pinHandlers(options),
  ...driftHandlers(options),
  ...channelHandlers(options),
  ...deliveryHandlers(options),
  ...myNotificationHandlers(options),
  ...ruleHandlers(options),
  ...backtestHandlers(options),
  ...reviewHandlers(options),
  ...inboxHandlers(options),
})
