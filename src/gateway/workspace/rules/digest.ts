import { createHash } from 'node:crypto'
import type { Rule } from '#contract/rules/rule.ts'

/** SHA-256 of a rule without its name and description, hexadecimal. @param rule as parsed by the schema, so that its fields have a fixed order */
export function digestOf(rule: Rule): string {
  const content = { ...rule, name: '', description: '' }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
