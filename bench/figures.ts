import { cpus } from 'node:os'
import type { Browser } from '@playwright/test'

/** What benchmarks do with their figures, and what they print beside them. */

/** NaN, for what never happened, counts as the largest. */
export function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => (Number.isNaN(a) ? 1 : Number.isNaN(b) ? -1 : a - b))
  return sorted[sorted.length >> 1] ?? NaN
}

/** @param browser the one that was measured, if any */
export const machine = (browser?: Browser): string =>
  [
    `Node ${process.versions.node}`,
    ...(browser ? [`Chromium ${browser.version()}`] : []),
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
  ].join(', ')
