import type { Chat } from '#contract/chats.ts'
import type { SettingName } from '#contract/settings.ts'
import { atRisk, cachedCatalogue } from '#dashboard/platform/service/known-sounds.ts'

/** By chat, the sounds that saving it leaves out and the service may reset. The person confirms them before the save. */
export type SoundRisk = ReadonlyMap<number, SettingName[]>

export function soundRisk(chats: Chat[]): SoundRisk {
  const catalogue = cachedCatalogue()
  return new Map(chats.map((chat) => [chat.id, catalogue ? atRisk(catalogue, chat) : []]))
}

export const isRisky = (risk: SoundRisk) => [...risk.values()].some((sounds) => sounds.length > 0)
