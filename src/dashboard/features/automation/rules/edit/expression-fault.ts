import { useQuery } from '@tanstack/react-query'
import type { ExpressionFault } from '#engine/analysis/rules/expression.ts'
import type { RuleFields } from './rule-fields.ts'

/** Checks expressions with the engine of the server. Its code is loaded with the first expression. */

/** null: it compiles. */
async function faultOf(pattern: string): Promise<ExpressionFault | null> {
  const { compileExpression } = await import('#engine/analysis/rules/expression.ts')
  const compiled = compileExpression(pattern)
  return compiled.kind === 'fault' ? compiled : null
}

/** The fault of an expression while it is typed; undefined: not known yet. */
export const useExpressionFault = (pattern: string): ExpressionFault | null | undefined =>
  useQuery({
    queryKey: ['expression', pattern],
    queryFn: () => faultOf(pattern),
    enabled: pattern.trim() !== '',
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: (before) => before,
  }).data

/** “character 4”, “characters 4 to 9”. Counted from 1. */
export const positionInWords = ({ from, to }: Pick<ExpressionFault, 'from' | 'to'>): string =>
  to > from + 1 ? `characters ${from + 1} to ${to}` : `character ${from + 1}`

/** The fault of the first expression that does not compile, as a sentence; null: all compile. */
export async function expressionProblem({ groups }: Pick<RuleFields, 'groups'>): Promise<string | null> {
  for (const { conditions } of groups)
    for (const condition of conditions) {
      if (condition.kind !== 'expression') continue
      // If the code cannot be loaded, the server decides.
      const fault = await faultOf(condition.pattern).catch(() => null)
      if (fault) return `${fault.message} (${positionInWords(fault)})`
    }
  return null
}
