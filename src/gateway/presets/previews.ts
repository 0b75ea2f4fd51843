import { type chatRead } from '#contract/chats.ts'
import { type Call, Failure } from '#contract/client.ts'
import type { Input } from '#contract/endpoint.ts'
import type { PresetValues } from '#contract/presets/preset.ts'
import { isUnnamedSound, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { PresetPreviewChat } from '#contract/gateway/presets.ts'
import { openChatIfThere, type OpenChat, type ServicePort } from '#engine/changes/open-chat.ts'
import { forEach } from '../for-each.ts'
import { activeIn, type StoredOn } from './stored.ts'

/** What turning a preset on would do, by a fresh read. Of each chat it shows the settings that the preset names, and no others. */

/** @param active the presets that are on, by which a chat may have this one already */
export async function previewTurnOn(
  service: ServicePort,
  { presetId, values }: { presetId: string; values: PresetValues },
  chatIds: readonly number[],
  active: readonly StoredOn[],
): Promise<PresetPreviewChat[]> {
  const names = Object.keys(values) as SettingName[]
  const port = chatIds.length > maxReadAlone ? { ...service, call: await callWithList(service.call) } : service
  return forEach(chatIds, previewIn)

  async function previewIn(chatId: number): Promise<PresetPreviewChat> {
    const on = activeIn(active, presetId, chatId)
    const alreadyOn = on ? { id: on.id, by: on.by, until: on.until } : null
    const unread = { chatId, name: '', message: '', isGone: false, alreadyOn, values: [], cannotPutBack: [], soundsAtRisk: [] }
    const chat = await readChat(port, chatId)
    if ('message' in chat) return { ...unread, ...chat }
    const left = cannotPutBack(names, chat.fresh)
    const set = names.filter((setting) => !left.includes(setting))
    return {
      ...unread,
      name: chat.answer.name,
      values: set.map((setting) => ({ setting, now: chat.fresh[setting], set: values[setting]! })),
      cannotPutBack: left,
      soundsAtRisk: chat.risksOf(Object.fromEntries(set.map((setting) => [setting, values[setting]]))),
    }
  }
}

/** Of more chats than this, the settings are read from the list of all: what is written later reads each chat again. */
const maxReadAlone = 20

/** Answers the reads of chats that are in the list with what is there. */
async function callWithList(call: Call): Promise<Call> {
  const listed = new Map((await call('chatList', {})).data.map((chat) => [chat.id, chat]))
  const read: Call = async (name, input, options) => {
    const chat = name === 'chatRead' ? listed.get(Number((input as Input<typeof chatRead>).params.chatId)) : undefined
    return chat ? ({ status: true, data: chat } as never) : call(name, input, options)
  }
  return read
}

/** A chat, or why it could not be read. */
async function readChat(port: ServicePort, chatId: number): Promise<OpenChat | { message: string; isGone: boolean }> {
  try {
    return (await openChatIfThere(port, chatId)) ?? { message: 'This chat does not exist any more.', isGone: true }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { serviceMessage, reason, outcomeUnknown } = error
    const message = serviceMessage || reason || (outcomeUnknown ? 'The service did not answer.' : 'The service refused it.')
    return { message, isGone: false }
  }
}

/** Sounds of a preset that cannot be put back in a chat, because its own has no known name. */
export const cannotPutBack = (names: readonly SettingName[], fresh: Settings): SettingName[] =>
  names.filter((name) => isUnnamedSound(name, fresh[name]))
