import type { Judged } from '../ranges/judge.ts'
import { readCsv } from '../paste/paste-csv.ts'
import type { EntryToBan } from './preview.ts'

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
