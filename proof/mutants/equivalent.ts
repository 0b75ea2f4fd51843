/** A mutant that is no gap in the tests: the program does the same with it, or a test kills it that is not run here. */
export interface Equivalent {
  file: string
  /** The line as the mutation leaves it, trimmed. */
  line: string
  reason: string
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/engine/bans/range.ts',
    line: 'else if (range.last >= open.last) open.last = range.last',
    reason: 'assigns the value that is there already',
  },
  {
    file: 'src/engine/bans/range.ts',
    line: 'if (one.last <= other.last) i++',
    reason: 'of two ranges that end at the same address either may be left first: the other shares nothing with what follows',
  },
  {
    file: 'src/engine/bans/range.ts',
    line: 'if (!best || range.last >= best.last) best = range',
    reason: 'of two ranges that end at the same address both cover what follows',
  },
  {
    file: 'src/engine/bans/steps.ts',
    line: 'if (true) parts.push({ first: entry.first, last: target.first - 1 })',
    reason: 'the part is then empty, and planUnbanPart leaves out empty parts with those that are covered',
  },
  {
    file: 'src/engine/bans/steps.ts',
    line: 'if (true) parts.push({ first: target.last + 1, last: entry.last })',
    reason: 'the part is then empty, and planUnbanPart leaves out empty parts with those that are covered',
  },
  {
    file: 'src/engine/bans/tidy.ts',
    line: 'isSameSet: true && before.every((range, index) => isSame(range, now[index]!)),',
    reason: 'a second check of what the plan promises: no plan adds or loses addresses, so it never fails',
  },
  {
    file: 'src/dashboard/features/banned-ips/ranges/notation.ts',
    line: 'return withSuggestion(unsupported, mapped ?? "Stryker was here!")',
    reason: 'withSuggestion suggests only what is an address',
  },
  {
    file: 'src/gateway/session/sign-in.ts',
    line: '"",',
    reason: 'Hono mounts routes at an empty path as it does at a slash',
  },
  {
    file: 'src/gateway/database/presets.ts',
    line: `.addPrimaryKeyConstraint("", ['workspace', 'chat_id'])`,
    reason: 'PostgreSQL refuses an empty name, and the tests fail there; SQLite, which is used here, takes it',
  },
]
