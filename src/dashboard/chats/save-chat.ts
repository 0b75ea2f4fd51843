import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { chatUpdate, setting, settingNames, type Settings, type SoundName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { catalogueQuery, soundName } from '../catalogue.ts'
import { queryClient } from '../query.ts'
import { call } from '../session.ts'

/** The settings in which `kept` is not what was meant. Sounds are written by name and read by number, so they are compared by name. */
export function notKept(meant: Settings, kept: Settings, nameOf: SoundName): SettingName[] {
  const same = (name: SettingName) => {
    if (meant[name] === kept[name]) return true
    if (setting(name).control.kind !== 'sound') return false
    const asName = (value: string | number) => (typeof value === 'number' ? nameOf(value) : value)
    const wanted = asName(meant[name] as string | number)
    return wanted !== undefined && wanted === asName(kept[name] as string | number)
  }
  return settingNames.filter((name) => !same(name))
}

/**
 * Changes some settings of a chat the safe way (assumptions.md row 3): reads it afresh, sends every settable field with the changes over them, reads it back.
 * Rejects with a Failure. Resolves to what the service holds now and the settings that are not as meant.
 */
export async function saveChat(chatId: number, changes: Partial<Settings>): Promise<{ chat: Chat; notKept: SettingName[] }> {
  const params = { chatId }
  const nameOf = soundName(await queryClient.ensureQueryData(catalogueQuery))
  const { data: fresh } = await call('chatRead', { params })
  await call('chatUpdate', { params, body: chatUpdate(fresh, changes, nameOf) })
  const { data: chat } = await call('chatRead', { params })
  return { chat, notKept: notKept({ ...fresh, ...changes }, chat, nameOf) }
}

/** Takes a chat offline or brings it back. Resolves to other settings that the service did not keep. */
export async function setOffline({ id }: Chat, offline: boolean): Promise<SettingName[]> {
  const saved = await saveChat(id, { offline })
  if (saved.chat.offline !== offline)
    throw new Failure('refused', { said: `done, but the chat is still ${offline ? 'online' : 'offline'}` })
  return saved.notKept
}

/** Deletes a chat. Gone is success, however it came to be gone: after a failure the list is read before anybody is told. */
export async function deleteChat({ id }: Chat): Promise<void> {
  try {
    await call('chatDelete', { params: { chatId: id } })
  } catch (error) {
    if (!(error instanceof Failure) || ['signed-out', 'too-many-requests'].includes(error.kind)) throw error
    const { data } = await call('chatList', {}).catch(() => Promise.reject(error))
    if (data.some((chat) => chat.id === id)) throw error
  }
}

/**
 * Creates a chat and finds out what happened when no answer came: a new chat of that name in the list is taken as the one (it is never sent twice).
 * @param create sends the request
 * @param name the name it will have, undefined where the service chooses
 */
export async function createAndLook(create: () => Promise<{ chatId: number }>, name: string | undefined): Promise<number> {
  const before = await call('chatList', {})
  try {
    return (await create()).chatId
  } catch (error) {
    if (!(error instanceof Failure) || !['unreachable', 'timed-out', 'not-this-api'].includes(error.kind)) throw error
    const known = new Set(before.data.map(({ id }) => id))
    const after = await call('chatList', {}).catch(() => Promise.reject(error))
    const fresh = after.data.filter(({ id, name: other }) => !known.has(id) && (name === undefined || other === name))
    if (fresh.length === 1 && fresh[0]) return fresh[0].id
    throw new Failure(error.kind, { said: 'The list of chats was read again: it is not there. You may send it again', cause: error })
  }
}
