import { withListKeys, type ListsByKey } from '#contract/rules/exchange.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { newKey, writeRecords } from '#dashboard/platform/records/records.ts'
import type { SendToWorkspace } from '#dashboard/platform/session/workspace.ts'
import type { WordListEntry } from '../queries.ts'

/**
 * Creates rules as drafts, with the word lists that they use. An existing list with the same name and words is reused; one with the same name and other
 * words stays unchanged, and the rule gets a new list. Rejects with a Failure, after which some of the rules may exist.
 */
export async function importRules(
  send: SendToWorkspace,
  chosen: readonly { id: string; rule: Rule }[],
  lists: ListsByKey,
  own: readonly WordListEntry[],
): Promise<void> {
  const keys = new Map<string, string>()
  const missing: { key: string; inFile: string }[] = []
  for (const [inFile, list] of Object.entries(lists)) {
    const same = own.find(({ value }) => JSON.stringify(value) === JSON.stringify(list))
    const key = same?.key ?? newKey()
    keys.set(inFile, key)
    if (!same) missing.push({ key, inFile })
  }
  if (missing.length > 0)
    await writeRecords(
      'word-lists',
      missing.map(({ key, inFile }) => ({ chatId: null, key, before: null, value: lists[inFile]! })),
    )
  for (const { id, rule } of chosen) await send('ruleSave', { params: { ruleId: id }, body: { rule: withListKeys(rule, keys), seen: 0 } })
}
