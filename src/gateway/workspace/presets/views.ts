import { allows } from '#contract/workspace/grant.ts'
import type { PresetOn, PresetUse } from '#contract/workspace/presets.ts'
import type { Member } from '../member.ts'
import type { LastUse, StoredChat, StoredOn } from './stored.ts'

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

/** What a person sees of the last use of a preset. */
export function useOf({ presetId, at, by, ended, kept, chats, isFinished }: LastUse): PresetUse {
  const state = ended === null ? 'on' : !isFinished ? 'decide' : kept > 0 ? 'kept' : 'restored'
  return { presetId, at, by, chats, state }
}
