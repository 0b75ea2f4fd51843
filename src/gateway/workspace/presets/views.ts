import { allows } from '#contract/workspace/grant.ts'
import type { PresetOn, PresetUse } from '#contract/workspace/presets.ts'
import type { Member } from '../member.ts'
import type { StoredChat, StoredOn } from './stored.ts'

/** What a person sees of presets that are on: what is in the chats of the grant. */

/** null: nothing of it. @param endsByItself whether standing access is on */
export function viewOf(on: StoredOn, member: Member | null, endsByItself: boolean): PresetOn | null {
  const { id, presetId, name, at, by, until, ended } = on
  const chats = on.chats.filter(({ chatId }) => allows(member, 'chats.read', chatId)).map(shownChat)
  if (chats.length === 0) return null
  return { id, presetId, name, at, by, until, ended, endsByItself: endsByItself && until !== null && ended === null, chats }
}

const shownChat = ({ chatId, name, state, message, soundsAtRisk, notKept, undecided, copyOf }: StoredChat): PresetOn['chats'][number] => ({
  chatId,
  name,
  state,
  message,
  soundsAtRisk,
  notKept,
  undecided,
  copyOf,
})

/** The last use of each preset. @param uses the last one first */
export function lastUseOfEach(uses: readonly StoredOn[], member: Member | null): PresetUse[] {
  const last = new Map<string, PresetUse>()
  for (const { presetId, at, by, ended, kept, chats, isFinished } of uses) {
    const visible = chats.filter(({ chatId }) => allows(member, 'chats.read', chatId))
    if (visible.length === 0 || last.has(presetId)) continue
    const state = ended === null ? 'on' : !isFinished ? 'decide' : kept > 0 ? 'kept' : 'restored'
    last.set(presetId, { presetId, at, by, chats: visible.length, state })
  }
  return [...last.values()]
}
