import type { May } from '#dashboard/platform/session/rights.ts'
import type { ActivityScope } from './view.ts'

/** Which activity a person can look at. */

export const scopeLabels: Readonly<Record<ActivityScope, string>> = { everyone: 'Everyone', me: 'Me', browser: 'This browser' }

export const openScopes = (may: May): ActivityScope[] => (may('audit.read') ? ['everyone', 'me', 'browser'] : ['me', 'browser'])

/** What is shown: what the address asks for where the person may see it. Alone, people begin with the record of their browser. */
export function shownScope(asked: ActivityScope | null, open: readonly ActivityScope[], hasTeam: boolean): ActivityScope {
  if (asked && open.includes(asked)) return asked
  return hasTeam || asked ? (open[0] ?? 'browser') : 'browser'
}
