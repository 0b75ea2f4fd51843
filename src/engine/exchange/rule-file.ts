import { z } from 'zod/mini'
import { exchangeFile, type NotImported, readExchangeFile } from './exchange-file.ts'
import { Rule, WordList } from '#contract/rules/rule.ts'

/**
 * Rules as a file, with the word lists that they use. Chats and presets are left out, because their ids mean something else in another account; labels are
 * kept. A rule for single chats has no chats after the import, until somebody chooses some.
 */

const format = 'roomkeeper-rules'
const maxImportedRules = 200

/** Word lists by the key that conditions refer to. */
export type ListsByKey = Readonly<Record<string, WordList>>

const Content = z.object({
  rules: z.array(z.unknown()).check(z.minLength(1), z.maxLength(maxImportedRules)),
  lists: z._default(z.record(z.string(), z.unknown()), {}),
})

const listKeysIn = ({ groups }: Rule): string[] =>
  groups.flatMap(({ conditions }) => conditions.flatMap((condition) => (condition.kind === 'words' ? condition.lists : [])))

/** The text of a file with these rules. @param lists those of the account */
export function exportedRules(rules: readonly Rule[], lists: ListsByKey): string {
  const keys = new Set(rules.flatMap(listKeysIn))
  const used = Object.fromEntries(Object.entries(lists).filter(([key]) => keys.has(key)))
  return exchangeFile(format, { rules: rules.map(portable), lists: used })
}

function portable(rule: Rule): Rule {
  const { scope, actions } = rule
  const chats = scope.chats === 'all' ? 'all' : { labels: scope.chats.labels, chatIds: [] }
  const others = { ...actions, preset: null }
  const hasOther = others.mark || others.notify || others.deleteAfterSeconds !== null || others.announce !== null
  // A rule must have an action: if the preset was the only one, the rule marks messages.
  return { ...rule, scope: { ...scope, chats }, actions: { ...others, mark: others.mark || !hasOther } }
}

export type RuleImport =
  | {
      kind: 'read'
      rules: Rule[]
      /** The lists that the rules use, by the keys in the file. */
      lists: ListsByKey
      /** Entries of the file that are not valid rules in this release, with their position (counted from 1) and the reason. */
      skipped: { position: number; reason: string }[]
    }
  | NotImported

/** Reads a file of exportedRules(). */
export function importedRules(file: string): RuleImport {
  const read = readExchangeFile(file, format, Content)
  if (read.kind !== 'read') return read
  const rules: Rule[] = []
  const skipped: { position: number; reason: string }[] = []
  for (const [index, entry] of read.content.rules.entries()) {
    const rule = Rule.safeParse(entry)
    if (rule.success) rules.push(portable(rule.data))
    else skipped.push({ position: index + 1, reason: reasonOf(rule.error.issues[0]!) })
  }
  const lists = Object.entries(read.content.lists).flatMap(([key, entry]) => {
    const list = WordList.safeParse(entry)
    return list.success ? [[key, list.data] as const] : []
  })
  return { kind: 'read', rules, lists: Object.fromEntries(lists), skipped }
}

/** A message of Zod, where the schema has none of its own: those are continued sentences. */
const isGeneral = (message: string) => /^[A-Z]/.test(message)

function reasonOf({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  if (path.length === 0) return 'it is not a rule'
  return `${path.join('.')} ${isGeneral(message) ? 'is missing or invalid' : message}`
}

/** Replaces the keys of lists by those of this account. A key that is missing in `keys` stays. */
export const withListKeys = (rule: Rule, keys: ReadonlyMap<string, string>): Rule => ({
  ...rule,
  groups: rule.groups.map((group) => ({
    ...group,
    conditions: group.conditions.map((condition) =>
      condition.kind === 'words' ? { ...condition, lists: condition.lists.map((key) => keys.get(key) ?? key) } : condition,
    ),
  })),
})
