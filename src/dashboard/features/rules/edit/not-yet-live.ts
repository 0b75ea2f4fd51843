import type { Rules, StoredRule } from '#contract/workspace/rules.ts'

export interface Readiness {
  /** null: it is not saved yet. */
  stored: Pick<StoredRule, 'state' | 'running' | 'version' | 'backtest'> | null
  worker: Pick<Rules['worker'], 'state'>
  /** Whether there are edits that are not saved. */
  isUnsaved: boolean
  backtest: { isRunning: boolean; failed: string | null }
}

/** Why a rule cannot go live at the moment, in a sentence; null: it can. */
export function notYetLive({ stored, worker, isUnsaved, backtest }: Readiness): string | null {
  if (isUnsaved || !stored) return 'Save the draft first.'
  if (stored.state === 'live' && stored.running?.version === stored.version) return 'This version is live.'
  if (worker.state === 'off') return 'Rules run only with standing access.'
  if (backtest.isRunning) return 'The backtest is running.'
  if (backtest.failed !== null) return 'The backtest is not complete.'
  return stored.backtest ? null : 'Run a backtest of this version first.'
}
