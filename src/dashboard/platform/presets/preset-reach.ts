import { allows, type Grant } from '#contract/workspace/grant.ts'
import { isWithin, type Reach } from '#contract/workspace/reach.ts'
import { reachOfPreset } from '#contract/workspace/record-kinds.ts'
import type { KnownPreset } from './known-presets.ts'

/** The chats in which it may be turned on without the right to change settings, as far as the person sees them. */
export function reachOfKnown({ id, preset: { chats }, entry }: KnownPreset): Reach {
  const isForOthers = entry?.isReduced === true && chats !== 'all' && chats.labels.length === 0
  return isForOthers ? chats.chatIds : reachOfPreset({ chats }, id)
}

/** Whether a person may turn it on in a chat. */
export const mayTurnOn = (person: Grant | null, known: KnownPreset, chatId: number): boolean =>
  allows(person, 'presets.use', chatId) && (isWithin([chatId], reachOfKnown(known)) || allows(person, 'settings.write', chatId))
