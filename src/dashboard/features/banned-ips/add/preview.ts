import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import type { Doubt, Judged } from '../ranges/judge.ts'
import type { SpecialBlock } from '../ranges/special-blocks.ts'
import { isSame, type IpRange } from '#engine/bans/range.ts'
import { readCsv } from '../paste/paste-csv.ts'
import { nameOf } from '../read.ts'

/** What is banned only when it is explicitly included. */
export type Include = Record<Doubt['kind'], boolean>
export const includeNothing: Include = { wide: false, special: false, own: false, unclear: false }

/** Whether it bans any address that is not banned yet. */
export const isNew = ({ verdict }: Judged) => verdict.kind === 'new' || verdict.kind === 'overlaps'

export interface EntryToBan {
  range: IpRange
  judged: Judged
}

export const entriesToBan = (judged: readonly Judged[], include: Include): EntryToBan[] =>
  judged.flatMap((one) => {
    const { entry, doubt } = one
    return isNew(one) && 'range' in entry && (doubt === null || include[doubt.kind]) ? [{ range: entry.range, judged: one }] : []
  })

export function doubtsIn(judged: readonly Judged[]): Record<Doubt['kind'], number> {
  const found = { wide: 0, special: 0, own: 0, unclear: 0 }
  for (const one of judged) if (one.doubt && isNew(one)) found[one.doubt.kind]++
  return found
}

export interface VerdictText {
  tone: 'ok' | 'quiet' | 'warn' | 'bad'
  icon: IconName
  label: string
  detail: string
}

const specialLabels: Record<SpecialBlock['kind'], string> = {
  private: 'Private',
  loopback: 'Loopback',
  linkLocal: 'Link-local',
  carrierNat: 'Carrier NAT',
  multicast: 'Multicast',
  documentation: 'Documentation',
  reserved: 'Reserved',
}

const addresses = (size: number) => counted(size, 'address', 'addresses')

export function verdictText(judged: Judged): VerdictText {
  const { entry, size, verdict, doubt } = judged
  const bare = 'error' in entry ? entry.error : ''
  if (verdict.kind === 'invalid' && entry.isPair) return { tone: 'warn', icon: 'warning', label: 'Unclear', detail: bare }
  if (verdict.kind === 'invalid') return { tone: 'bad', icon: 'x', label: 'Invalid', detail: bare + suggestionOf(judged) }
  if (verdict.kind === 'tooWide') return { tone: 'bad', icon: 'x', label: 'Too wide', detail: tooWideText(verdict.maxSize) }
  if (verdict.kind === 'covered') return { tone: 'quiet', icon: 'check', label: 'Covered', detail: coveredBy(entry, verdict) }
  if (verdict.kind === 'duplicate')
    return { tone: 'quiet', icon: 'repeat', label: 'Duplicate', detail: `of ${verdict.of.text}, line ${verdict.of.line}` }
  switch (doubt?.kind) {
    case 'own':
      return { tone: 'bad', icon: 'warning', label: 'Your own', detail: 'contains your own address' }
    case 'wide':
      return { tone: 'warn', icon: 'warning', label: 'Very wide', detail: addresses(size) }
    case 'special':
      return { tone: 'warn', icon: 'warning', label: specialLabels[doubt.block.kind], detail: 'not a public address' }
    case 'unclear':
      return { tone: 'warn', icon: 'warning', label: 'Unclear', detail: `beside “${entry.unclear}”` }
    case undefined:
  }
  return verdict.kind === 'new'
    ? { tone: 'ok', icon: 'plus', label: 'New', detail: addresses(size) }
    : { tone: 'warn', icon: 'merge', label: 'Overlaps', detail: `${count(verdict.fresh)} of ${count(size)} new` }
}

const tooWideText = (maxSize: number) =>
  plural(maxSize, 'Your role can ban {count} address at a time.', 'Your role can ban up to {count} addresses at a time.')

const coveredBy = (entry: Judged['entry'], { by, count: all }: { by: IpRange; count: number }) =>
  'range' in entry && isSame(by, entry.range) ? 'already listed' : `inside ${nameOf(by)}${all > 1 ? ` and ${count(all - 1)} more` : ''}`

const suggestionOf = ({ entry }: Judged) => ('error' in entry && entry.suggestion ? ` Did you mean ${entry.suggestion}?` : '')

/** The entries of one line as one: the most important verdict. */
export function lineText(entries: readonly Judged[]): VerdictText | null {
  const texts = entries.map(verdictText)
  const order = ['bad', 'warn', 'ok', 'quiet']
  const first = texts.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone))[0]
  if (!first) return null
  return texts.length === 1 ? first : { ...first, detail: `${counted(texts.length, 'entry', 'entries')} on this line` }
}

/**
 * What stays of a text after its entries were banned: the lines of which something is not banned, below the header of a table. Other lines, comments
 * among them, have nothing left to decide. JSON stays as a whole.
 */
export function leftover(text: string, judged: readonly Judged[], banned: readonly EntryToBan[]): string {
  const left = entriesLeft(judged, banned)
  if (left.length === 0 || /^\s*[[{]/.test(text)) return left.length === 0 ? '' : text
  const lines = text.split(/\r\n|\r|\n/)
  const starts = [...new Set(judged.map(({ entry }) => entry.line))]
  const header = readCsv(text) === null ? [] : lines.slice(0, starts[0]! - 1)
  const kept = new Set(left.map(({ entry }) => entry.line))
  // A record of a table may have several lines.
  return [
    ...header,
    ...starts.flatMap((start, index) => (kept.has(start) ? lines.slice(start - 1, endOf(lines, start, starts[index + 1])) : [])),
  ].join('\n')
}

function entriesLeft(judged: readonly Judged[], banned: readonly EntryToBan[]): Judged[] {
  // The form's validation has judged the same text anew.
  const keyOf = ({ line, text }: Judged['entry']) => `${line} ${text}`
  const covered = judged.filter(({ verdict }) => verdict.kind === 'covered')
  const done = new Set([...covered, ...banned.map((one) => one.judged)].map(({ entry }) => keyOf(entry)))
  return judged.filter(({ entry, verdict }) => !done.has(keyOf(entry)) && !(verdict.kind === 'duplicate' && done.has(keyOf(verdict.of))))
}

/** The line behind an entry, without what belongs to none. */
function endOf(lines: string[], start: number, next = lines.length + 1): number {
  let end = next - 1
  while (end > start && lines[end - 1]!.trim() === '') end--
  return end
}
