import { audit } from './audit.ts'
import { chatVersions } from './chat-versions.ts'
import { drift } from './drift.ts'
import { hours } from './hours.ts'
import { inbox } from './inbox.ts'
import { jobs } from './jobs.ts'
import { lending } from './lent.ts'
import { limits } from './limits.ts'
import { company } from './company.ts'
import { myNotifications } from './my-notifications.ts'
import { notificationDeliveries } from './notification-deliveries.ts'
import { notifications } from './notifications.ts'
import { ownAccess, signIn } from './own-access.ts'
import { invitations, people, team } from './people.ts'
import { pins } from './pins.ts'
import { presets } from './presets.ts'
import { records } from './records.ts'
import { review } from './review.ts'
import { backtests, rules } from './rules.ts'
import { scopedTokens } from './scoped-tokens.ts'
import { schedule } from './schedule.ts'
import { standingAccess } from './standing-access.ts'
import { visits } from './visit.ts'

/** The gateway's own endpoints, below `/bff/workspace`. The key is operation id and handler name at once. They are not part of the API document. */
export const gatewayApi = {
  ...team,
  ...people,
  ...invitations,
  ...lending,
  ...scopedTokens,
  ...ownAccess,
  ...signIn,
  ...company,
  ...audit,
  ...visits,
  ...records,
  ...limits,
  ...standingAccess,
  ...schedule,
  ...presets,
  ...pins,
  ...chatVersions,
  ...drift,
  ...hours,
  ...rules,
  ...backtests,
  ...review,
  ...inbox,
  ...notifications,
  ...notificationDeliveries,
  ...myNotifications,
  ...jobs,
}

export type GatewayApi = typeof gatewayApi
export type GatewayEndpointName = keyof GatewayApi
