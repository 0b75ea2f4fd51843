import type { LastAction, NextAction, Standing } from '#contract/gateway/standing-access.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/** What the page says about what runs on its own. Times are milliseconds. */

export const kindIcons: Record<NextAction['kind'], IconName> = { preset: 'toggles', hours: 'calendar', drift: 'eye', rules: 'shield' }

/** How an action ended. */
export const outcomes: Record<LastAction['outcome'], { label: string; tone: '' | 'ok' | 'warn' | 'bad'; icon: IconName | null }> = {
  done: { label: 'Done', tone: 'ok', icon: 'check' },
  failed: { label: 'Failed', tone: 'bad', icon: 'error' },
  decide: { label: 'Needs a decision', tone: 'warn', icon: 'warning' },
  skipped: { label: 'Skipped', tone: '', icon: null },
  waited: { label: 'Delayed', tone: 'warn', icon: 'warning' },
}

/** What would no longer happen if standing access were off, a sentence each. */
export function consequences(next: readonly Pick<NextAction, 'kind' | 'chatIds'>[]): string[] {
  const presets = next.filter(({ kind }) => kind === 'preset').length
  const chats = new Set(next.filter(({ kind }) => kind === 'hours').flatMap(({ chatIds }) => chatIds)).size
  const sentences: string[] = []
  if (presets > 0) sentences.push(plural(presets, '{count} preset would stay on.', '{count} presets would stay on.'))
  if (chats > 0)
    sentences.push(plural(chats, '{count} chat would not follow its opening hours.', '{count} chats would not follow their opening hours.'))
  if (next.some(({ kind }) => kind === 'drift')) sentences.push('Changes made elsewhere would not be found.')
  if (next.some(({ kind }) => kind === 'rules')) sentences.push('Rules would not run.')
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
