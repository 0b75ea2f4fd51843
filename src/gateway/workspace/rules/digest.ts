import { createHash } from 'node:crypto'
import type { Rule } from '#contract/rules/rule.ts'

/** The same for rules that do the same: of all but name and description, hexadecimal. @param rule as the schema returns it, which orders its fields */
export function digestOf(rule: Rule): string {
  const content = { ...rule, name: '', description: '' }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
