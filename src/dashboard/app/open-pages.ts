import type { May } from '#dashboard/platform/session/rights.ts'
import { backend } from '#dashboard/platform/session/session.ts'
import { dashboardPages } from './pages.ts'

/** The pages that the person may open here, by their names in the registry. */
export const openPages = (may: May) =>
  Object.entries(dashboardPages).filter(([, { right, needsGateway }]) => may(right) && (!needsGateway || backend.sendToWorkspace !== null))
