import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import type { PresetOn, presets } from '#contract/workspace/presets.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { endInWords } from './until.ts'

const none: PresetOn[] = []

/**
 * The presets that are on, or that have ended and left something to decide, as the band above the page has read them. It sends no request, and needs
 * none of the code for one: pages of the first load show it.
 */
export const usePresetsOn = (): PresetOn[] =>
  useQuery<Output<typeof presets.presetOnList>>({ queryKey: ['presetOnList', {}], enabled: false }).data?.data ?? none

export const chatsIn = ({ chats }: PresetOn, ...states: PresetOn['chats'][number]['state'][]) =>
  chats.filter(({ state }) => states.includes(state))

/** Whether it still changes chats, so that the next reading should come soon. */
export const isUnderWay = (on: PresetOn) => chatsIn(on, 'waiting', 'ending').length > 0

/** The chats that it holds now, those included in which that is being changed. */
export const heldChats = (on: PresetOn) => chatsIn(on, 'waiting', 'on', 'ending', 'notEnded')

export const undecidedIn = (on: PresetOn) => chatsIn(on, 'decide').reduce((sum, { undecided }) => sum + undecided, 0)

/** "Lockdown in 3 chats", or what is left of it: "Lockdown ended, 2 values need a decision". */
export function titleOf(on: PresetOn): string {
  const { name } = on
  if (on.ended === null) {
    const held = heldChats(on).length
    const all = held + chatsIn(on, 'failed').length
    return all === held
      ? plural(held, '{name} in {count} chat', '{name} in {count} chats', { name })
      : plural(all, '{name} in {held} of {count} chat', '{name} in {held} of {count} chats', { name, held: String(held) })
  }
  const notEnded = chatsIn(on, 'notEnded').length
  if (notEnded > 0)
    return plural(notEnded, '{name} could not be ended in {count} chat', '{name} could not be ended in {count} chats', { name })
  const undecided = undecidedIn(on)
  if (undecided > 0)
    return plural(undecided, '{name} ended, {count} value needs a decision', '{name} ended, {count} values need a decision', { name })
  return plural(chatsIn(on, 'ending').length, '{name} is ending in {count} chat', '{name} is ending in {count} chats', { name })
}

/** Until when it is on: "until 21:30". @param now milliseconds */
export function untilInWords({ until, endsByItself }: PresetOn, now: number): string {
  if (until === null) return 'until somebody ends it'
  const time = endInWords(until, now)
  if (until > now) return `until ${time}`
  return endsByItself ? `until ${time}, ending now` : `was to end at ${time}`
}

/** "by Ana, until 21:30"; '' for one that has ended. @param now milliseconds */
export function detailOf(on: PresetOn, now: number): string {
  if (on.ended !== null) return ''
  const until = untilInWords(on, now)
  return on.by === '' ? until : `by ${on.by}, ${until}`
}
