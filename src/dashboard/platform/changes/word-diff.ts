export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Longer texts are compared as a whole: the table of the comparison has a cell for each pair of words. */
const maxCells = 250_000

/** What changed between two texts, by the longest common subsequence of words and the white space between them. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [all, allNext] = [before, after].map((text) => text.split(/(\s+)/).filter(Boolean)) as [string[], string[]]
  const shorter = Math.min(all.length, allNext.length)
  let start = 0
  while (start < shorter && all[start] === allNext[start]) start++
  let end = 0
  while (end < shorter - start && all.at(-1 - end) === allNext.at(-1 - end)) end++
  const [old, next] = [all.slice(start, all.length - end), allNext.slice(start, allNext.length - end)]
  if (old.length * next.length > maxCells) return joined([part('removed', before), part('added', after)])
  const width = next.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === next[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const parts: DiffPart[] = []
  for (let row = 0, column = 0; row < old.length || column < next.length;) {
    const [was, is] = [old[row], next[column]]
    if (was !== undefined && was === is) {
      parts.push(part('same', was))
      row++
      column++
    } else if (is === undefined || (was !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      parts.push(part('removed', was ?? ''))
      row++
    } else {
      parts.push(part('added', is))
      column++
    }
  }
  parts.unshift(...all.slice(0, start).map((word) => part('same', word)))
  parts.push(...all.slice(all.length - end).map((word) => part('same', word)))
  // Of two texts that share little more than their spaces, each is read for itself.
  const isMostlyNew = lengthOf(parts, 'same') * 3 < Math.min(before.length, after.length)
  return joined(isMostlyNew ? [part('removed', before), part('added', after)].filter(({ text }) => text !== '') : parts)
}

const lengthOf = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts.reduce((sum, one) => sum + (one.kind === kind ? one.text.trim().length : 0), 0)

const part = (kind: DiffPart['kind'], text: string): DiffPart => ({ kind, text })

/** Neighbours of one kind are one part, removed before added. */
function joined(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed) result.push(part('removed', removed))
    if (added) result.push(part('added', added))
    ;[removed, added] = ['', '']
  }
  for (const { kind, text } of parts) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      const last = result.at(-1)
      if (last?.kind === 'same') last.text += text
      else result.push(part('same', text))
    }
  }
  flush()
  return result
}

/** The entries of a list that was separated by commas, each once. One that begins with a space is found inside words too (word-filter.ts). */
const entriesOf = (list: string) =>
  new Set(
    list.split(',').flatMap((word) => (word.trim() === '' ? [] : word.startsWith(' ') ? `${word.trim()} (inside words)` : word.trim())),
  )

export type ListDiff = ReturnType<typeof listDiff>

export function listDiff(before: string, after: string) {
  const [old, next] = [entriesOf(before), entriesOf(after)]
  return {
    removed: [...old].filter((word) => !next.has(word)),
    added: [...next].filter((word) => !old.has(word)),
    before: old.size,
    after: next.size,
  }
}
