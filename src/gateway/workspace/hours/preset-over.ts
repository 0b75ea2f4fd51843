import { hoursSettings } from '#contract/workspace/hours.ts'
import { equal } from '#db/equal.ts'
import type { Query } from '../../session/tables.ts'

/** The name of a preset that is on in a chat and holds a setting of opening hours. */
export async function presetOver(query: Query, workspace: string, chatId: number): Promise<string | null> {
  const row = await query
    .selectFrom('preset_layer')
    .innerJoin('preset_on', (join) =>
      join.onRef('preset_on.workspace', '=', 'preset_layer.workspace').onRef('preset_on.id', '=', 'preset_layer.on_id'),
    )
    .select('preset_on.name')
    .where(equal({ 'preset_layer.workspace': workspace, 'preset_layer.chat_id': chatId }))
    .where('preset_layer.setting', 'in', hoursSettings)
    .orderBy('preset_layer.height', 'desc')
    .executeTakeFirst()
  return row?.name ?? null
}
