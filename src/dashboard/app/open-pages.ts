import type { May } from '#dashboard/platform/session/rights.ts'
import { dashboardPages } from './pages.ts'

/** The pages that the person may open, by their names in the registry. */
export const openPages = (may: May) => Object.entries(dashboardPages).filter(([, { right }]) => may(right))
