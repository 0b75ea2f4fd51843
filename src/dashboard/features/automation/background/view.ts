import type { LastAction, NextAction, Standing } from '#contract/gateway/standing-access.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/** What is said about background access. Times are milliseconds. */

export const kindIcons: Record<NextAction['kind'], IconName> = { preset: 'toggles', hours: 'calendar', drift: 'eye', rules: 'rule' }

/** How an action ended. */
export const outcomes: Record<LastAction['outcome'], { label: string; tone: '' | 'ok' | 'warn' | 'bad'; icon: IconName | null }> = {
  done: { label: 'Done', tone: 'ok', icon: 'check' },
  failed: { label: 'Failed', tone: 'bad', icon: 'error' },
  decide: { label: 'Needs a decision', tone: 'warn', icon: 'warning' },
  skipped: { label: 'Skipped', tone: '', icon: null },
  waited: { label: 'Delayed', tone: 'warn', icon: 'warning' },
}

/** What no longer happens while background access is off, a sentence each. */
export function standsStill(next: readonly Pick<NextAction, 'kind' | 'chatIds'>[]): string[] {
  const modes = next.filter(({ kind }) => kind === 'preset').length
  const chats = new Set(next.filter(({ kind }) => kind === 'hours').flatMap(({ chatIds }) => chatIds)).size
  const sentences: string[] = []
  if (modes > 0) sentences.push(plural(modes, '{count} mode stays on.', '{count} modes stay on.'))
  if (chats > 0)
    sentences.push(plural(chats, '{count} chat does not follow its opening hours.', '{count} chats do not follow their opening hours.'))
  if (next.some(({ kind }) => kind === 'drift')) sentences.push('Outside changes are not found.')
  if (next.some(({ kind }) => kind === 'rules')) sentences.push('Rules do not run.')
  return sentences
}

const minuteMs = 60_000
export const shownMinutes = 60

/** The requests of each minute of the last hour, oldest first; the last one is the present minute. */
export function perMinute(requests: Standing['requests'], at: number): { minute: number; count: number }[] {
  const last = Math.floor(at / minuteMs) * minuteMs
  const sums = new Map<number, number>()
  for (const { minute, count } of requests) sums.set(minute, (sums.get(minute) ?? 0) + count)
  return Array.from({ length: shownMinutes }, (_, index) => {
    const minute = last - (shownMinutes - 1 - index) * minuteMs
    return { minute, count: sums.get(minute) ?? 0 }
  })
}
