import { exportedRules } from '#contract/rules/exchange.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { download, inFileName } from '#dashboard/ui/format/download.ts'
import type { WordListEntry } from '../queries.ts'

/** Downloads rules as a file, with the word lists that they use. */
export function exportRules(rules: readonly Rule[], lists: readonly WordListEntry[]): void {
  const byKey = Object.fromEntries(lists.map(({ key, value }) => [key, value]))
  const name = rules.length === 1 ? `rule-${inFileName(rules[0]!.name) || 'unnamed'}` : 'rules'
  download(`${name}.json`, new Blob([exportedRules(rules, byKey)], { type: 'application/json' }))
}
