import { useQuery } from '@tanstack/react-query'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { laterGatewayQuery } from '#dashboard/platform/api/query.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { endInWords } from './until.ts'

const none: PresetOn[] = []

/**
 * The modes that are on, as the band above the page has read them. It sends no request, and needs none of the code for one: pages of the first load
 * show it.
 */
export const usePresetsOn = (): PresetOn[] => useQuery({ ...laterGatewayQuery('presetOnList', {}), enabled: false }).data?.data ?? none

export const isOnIn = ({ chats }: PresetOn, chatId: number): boolean => chats.some((chat) => chat.chatId === chatId)

/** "Lockdown in 3 chats", "Lockdown is being turned on in 3 chats", "Lockdown is not fully on in 3 chats" */
export function titleOf({ name, chats, progress }: PresetOn): string {
  const words = {
    underWay: ['{name} is being turned on in {count} chat', '{name} is being turned on in {count} chats'],
    part: ['{name} is not fully on in {count} chat', '{name} is not fully on in {count} chats'],
    whole: ['{name} in {count} chat', '{name} in {count} chats'],
  } as const
  const [one, several] = words[progress]
  return plural(chats.length, one, several, { name })
}

/** Until when it is on: "until 21:30". @param now milliseconds */
export function untilInWords({ until, endsByItself }: PresetOn, now: number): string {
  if (until === null) return 'until someone ends it'
  const time = endInWords(until, now)
  if (until > now) return `until ${time}`
  return endsByItself ? `until ${time}, ending now` : `was to end at ${time}`
}

/** "by Ana, until 21:30" @param now milliseconds */
export function detailOf(on: PresetOn, now: number): string {
  const until = untilInWords(on, now)
  return on.by === '' ? until : `by ${on.by}, ${until}`
}
