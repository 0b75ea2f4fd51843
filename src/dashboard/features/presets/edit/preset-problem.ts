import type { Grant } from '#contract/workspace/grant.ts'
import { allowsRecord } from '#contract/workspace/record-kinds.ts'
import { right } from '#contract/workspace/rights.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'

/** Why a person may not change or delete a preset, by the decision of the gateway; null: they may. */
export function presetProblem(person: Grant | null, { id, preset, entry }: KnownPreset): string | null {
  const { label } = right('presets.write')
  if (entry?.isReduced) return `It is also for chats that you can’t see. Changing it needs the right “${label}” in all of its chats.`
  if (allowsRecord(person, 'write', { kind: 'presets', chatId: null, key: id, value: preset })) return null
  return `It may be turned on in any chat, so changing it needs the right “${label}” in all chats. Duplicate it to make your own.`
}
