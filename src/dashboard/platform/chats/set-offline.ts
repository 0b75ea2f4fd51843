import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { settingsTarget, type UncheckedSettings } from '#contract/saving/settings-target.ts'
import { saveThreeWay, uncheckedSaves } from '#contract/saving/three-way.ts'
import type { SettingName } from '#contract/settings.ts'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { knownSounds } from '#dashboard/platform/service/known-sounds.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'

/**
 * Takes a chat offline or brings it back online. Resolves to the other settings that the service did not keep; null where it confirmed the save and
 * could not be read afterwards: the page of settings checks again.
 * @param acceptedRisks sounds that the person knows to be left out, so that the service may reset them
 */
export async function setOffline(
  send: SendRequest,
  chat: Chat,
  offline: boolean,
  acceptedRisks: readonly SettingName[],
): Promise<SettingName[] | null> {
  const draft = draftName('settings', chat.id)
  const target = settingsTarget({
    call: send,
    chatId: chat.id,
    sounds: await knownSounds(),
    acceptedRisks,
    mayReset: () =>
      Promise.reject(
        new Failure('refused', {
          advice: 'Someone else changed the sounds of this chat. Nothing was sent. Check its sounds and try again.',
        }),
      ),
  })
  const saved = await saveThreeWay(target, {
    edits: { base: chat, changes: { offline } },
    earlier: (uncheckedSaves.get(draft) ?? null) as UncheckedSettings | null,
    choose: async (conflicts) => conflicts.map(({ name }) => name),
  })
  if (saved?.kind === 'unchecked') {
    uncheckedSaves.set(draft, saved)
    if (saved.isConfirmed) return null
    throw saved.because
  }
  uncheckedSaves.delete(draft)
  const names = saved?.notKept.map(({ name }) => name) ?? []
  if (names.includes('offline'))
    throw new Failure('refused', {
      advice: `${serviceNameFirst()} says it is done, but the chat is still ${offline ? 'online' : 'offline'}.`,
    })
  return names
}
