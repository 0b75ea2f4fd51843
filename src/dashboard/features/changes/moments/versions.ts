import { isSettingName, setting } from '#contract/settings-derive.ts'
import type { ChatVersion } from '#contract/gateway/chat-versions.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { day, minuteText } from '#dashboard/ui/format/time.tsx'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/** The known versions of a chat in words. Times are milliseconds. */

/** The id of the values of now, which are no stored version. */
export const nowId = 'now'

const whoOf = ({ who }: ChatVersion): string => {
  if (!who) return 'A change through Roomkeeper'
  return who.name || (who.kind === 'token' ? 'Account token' : 'A program')
}

/** “Ana”, “From outside, 14:10 – 14:20”, “Mode “Lockdown”, by Ana”. */
export function titleOf(version: ChatVersion): string {
  const { kind, at, from, cause } = version
  if (kind === 'first') return 'Checks for outside changes began'
  if (kind === 'outside') return from === null ? 'From outside' : `From outside, ${minuteText(from)} – ${minuteText(at)}`
  const who = whoOf(version)
  switch (cause?.kind) {
    case 'preset':
      return `Mode “${cause.title}”, by ${who}`
    case 'hours':
      return 'Opening hours'
    case 'undo':
      return `${who}, undo`
    case 'job':
      return `${who}: ${cause.title}`
    default:
      return who
  }
}

export const iconOf = ({ kind, cause }: ChatVersion): IconName => {
  if (kind !== 'own') return 'eye'
  const icons: Partial<Record<string, IconName>> = { preset: 'toggles', hours: 'calendar', undo: 'undo', job: 'bulk' }
  return icons[cause?.kind ?? ''] ?? 'edit'
}

const labelOf = (name: string) => (isSettingName(name) ? setting(name).label : name)

/** “File upload off, 2 more settings” */
export function detailOf({ kind, changes }: ChatVersion): string {
  if (kind === 'first') return 'Its first check read all settings'
  const [first] = changes
  if (!first) return ''
  const what = typeof first.after === 'boolean' ? `${labelOf(first.name)} ${first.after ? 'on' : 'off'}` : labelOf(first.name)
  const more = changes.length - 1
  return more === 0 ? what : plural(more, `${what}, {count} more setting`, `${what}, {count} more settings`)
}

/** “12 Nov, 18:02” */
export const atInWords = (at: number): string => `${day(at / 1000).replace(/ \d{4}$/, '')}, ${minuteText(at)}`

/** By local day, newest first. */
export function byDay(versions: readonly ChatVersion[]): { day: string; versions: ChatVersion[] }[] {
  const days: { day: string; versions: ChatVersion[] }[] = []
  for (const version of versions) {
    const name = day(version.at / 1000)
    const last = days.at(-1)
    if (last?.day === name) last.versions.push(version)
    else days.push({ day: name, versions: [version] })
  }
  return days
}

/** The newest version between two times that changed a setting. */
export const changedBy = (versions: readonly ChatVersion[], name: string, after: number, until: number): ChatVersion | undefined =>
  versions.find(({ at, changes }) => at > after && at <= until && changes.some((change) => change.name === name))
