import type { Kysely } from 'kysely'
import { Preset } from '#contract/presets/preset.ts'
import { unnamedRule } from '#contract/workspace/cause.ts'
import { allows } from '#contract/workspace/grant.ts'
import type { ChosenChats } from '#contract/workspace/reach.ts'
import type { LabelUse } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../session/tables.ts'
import { labelsFor, mayReadRule, type RuleReader } from './read-rules.ts'
import { readRules } from './store.ts'

/**
 * What is for chats with a label, so that whoever labels a chat knows what acts there afterwards. Everything is listed, without the names of what the
 * person may not see: a rule for a label that none of their chats has yet is one of them.
 */
export async function readLabelUses(query: Kysely<SessionTables>, { workspace, member }: RuleReader): Promise<LabelUse[]> {
  const chatLabels = await labelsFor(query, { workspace, member })
  const usesOf = (chats: ChosenChats, use: Pick<LabelUse, 'kind' | 'id' | 'name'>): LabelUse[] => {
    if (chats === 'all' || chats.labels.length === 0) return []
    const chatIds = chats.chatIds.filter((chatId) => allows(member, 'chats.read', chatId))
    return [{ ...use, labels: [...chats.labels], chatIds }]
  }
  const rules = (await readRules(query, workspace)).flatMap((row) => {
    if (row.running === null) return []
    const { rule } = row.running
    const name = mayReadRule(member, row, chatLabels) ? rule.name : unnamedRule
    return usesOf(rule.scope.chats, { kind: row.state === 'live' ? 'liveRule' : 'shadowRule', id: row.id, name })
  })
  const stored = await query
    .selectFrom('record')
    .select(['key', 'value'])
    .where('workspace', '=', workspace)
    .where('kind', '=', 'presets')
    .orderBy('key')
    .execute()
  const presets = stored.flatMap(({ key, value }) => {
    // One of another release cannot be turned on either.
    const preset = Preset.safeParse(JSON.parse(value)).data
    const name = preset && allows(member, 'presets.use') ? preset.name : 'A preset'
    return preset ? usesOf(preset.chats, { kind: 'preset', id: key, name }) : []
  })
  return [...rules, ...presets]
}
