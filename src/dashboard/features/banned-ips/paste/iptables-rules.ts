import { readNotation } from '../ranges/notation.ts'
import { pasted, type Pasted } from './pasted.ts'

/** Rules of iptables. */

export const isRule = (line: string) => /^-[AI]\s/.test(line) || /^(?:sudo\s+)?\S*ip6?tables\s/.test(line)

/** A rule as iptables takes it or iptables-save writes it. */
export function readRule(line: string, number: number): Pasted[] {
  const words = (line.match(/"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  const positionOf = (...names: string[]) => words.findIndex((word) => names.includes(word))
  const after = (...names: string[]) => (positionOf(...names) === -1 ? '' : (words[positionOf(...names) + 1] ?? ''))
  const position = { line: number, comment: after('--comment') }
  const refused = (error: string) => [pasted(position, line, { error })]

  if (positionOf('-A', '-I', '--append', '--insert') === -1 || !['DROP', 'REJECT', 'TARPIT'].includes(after('-j', '--jump')))
    return refused('Only rules that are added and drop or reject packets ban an address.')
  const from = positionOf('-s', '--src', '--source', '--src-range')
  if (from === -1) return refused('The rule has no source address.')
  if (words[from - 1] === '!') return refused('A rule with ! bans everyone except this address.')
  return (words[from + 1] ?? '').split(',').map((text) => pasted(position, text, readNotation(text)))
}
