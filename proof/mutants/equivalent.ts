/** A mutant that no test can kill, because the program does the same with it. */
export interface Equivalent {
  file: string
  /** The line as the mutation leaves it, trimmed. */
  line: string
  reason: string
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/dashboard/features/banned-ips/ranges/sets.ts',
    line: 'else if (range.last >= open.last) open.last = range.last',
    reason: 'assigns the value that is there already',
  },
  {
    file: 'src/dashboard/features/banned-ips/ranges/sets.ts',
    line: 'for (let i = 0, j = 0; true && j < theirs.length;) {',
    reason: '',
  },
  {
    file: 'src/dashboard/features/banned-ips/ranges/sets.ts',
    line: 'if (one.last <= other.last) i++',
    reason: 'of two ranges that end at the same address either may be left first: the other shares nothing with what follows',
  },
  {
    file: 'src/dashboard/features/banned-ips/ranges/sets.ts',
    line: 'if (!best || range.last >= best.last) best = range',
    reason: 'of two ranges that end at the same address both cover what follows',
  },
]
