import type { Chat } from '#contract/chats.ts'
import { settingNames, withSoundNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { SettingFields } from '#engine/changes/chat-result.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** A chat in the matrix. The same object while neither the chat nor its edits change. */
export interface MatrixChat {
  id: number
  name: string
  /** As the service sent it. */
  chat: Chat
  /** What the service holds, with sounds by name where the name is known. */
  saved: Chat
  /** The same with the edits over it. */
  values: Chat
  /** In the order of the catalogue; empty where nothing is edited. */
  edited: readonly SettingName[]
  /** `read`: the person may not change it. `none`: nor read its settings. */
  access: 'edit' | 'read' | 'none'
}

interface Known {
  catalogue: Catalogue
  saved: Chat
  /** By what it was made of. */
  made?: { edits: SettingFields | undefined; mayEdit: boolean; chat: MatrixChat }
}

/** Thousands of chats are not built again for an edit of one. */
const known = new WeakMap<Chat, Known>()

function knownOf(chat: Chat, catalogue: Catalogue): Known {
  const before = known.get(chat)
  if (before?.catalogue === catalogue) return before
  const next = { catalogue, saved: withSoundNames(chat, soundName(catalogue)) }
  known.set(chat, next)
  return next
}

/** What the service holds, with sounds by name where the name is known. */
export const savedSettings = (chat: Chat, catalogue: Catalogue): Chat => knownOf(chat, catalogue).saved

/** @param edits undefined: none */
export function matrixChat(chat: Chat, catalogue: Catalogue, edits: SettingFields | undefined, mayEdit: boolean): MatrixChat {
  const kept = knownOf(chat, catalogue)
  const { saved, made } = kept
  if (made && made.edits === edits && made.mayEdit === mayEdit) return made.chat
  const edited = edits ? settingNames.filter((name) => name in edits) : []
  const one: MatrixChat = {
    id: chat.id,
    name: chatTitle(chat),
    chat,
    saved,
    // A draft may hold what is not valid yet, such as the text "1.5" for seconds; what is derived from settings accepts that.
    values: edited.length > 0 ? ({ ...saved, ...edits } as Chat) : saved,
    edited,
    access: chat.isReduced ? 'none' : mayEdit ? 'edit' : 'read',
  }
  kept.made = { edits, mayEdit, chat: one }
  return one
}
