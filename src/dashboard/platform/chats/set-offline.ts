import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { openChat } from '#engine/changes/open-chat.ts'
import type { UncheckedSettings } from '#engine/saving/settings-target.ts'
import { uncheckedSaves } from '#engine/saving/three-way.ts'
import type { SettingName } from '#contract/settings.ts'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { knownSounds } from '#dashboard/platform/service/known-service.ts'
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
  const opened = await openChat({ call: send, sounds: await knownSounds() }, chat.id, { acceptedRisks })
  const saved = await opened.apply({
    base: chat,
    changes: { offline },
    conflicts: 'mine',
    earlier: (uncheckedSaves.get(draft) ?? null) as UncheckedSettings | null,
  })
  if (saved.outcome === 'decide')
    throw new Failure('refused', {
      advice: 'Someone else changed the sounds of this chat. Nothing was sent. Check its sounds and try again.',
    })
  if (saved.outcome === 'unknown') {
    uncheckedSaves.set(draft, saved)
    if (saved.isConfirmed) return null
    throw saved.because
  }
  uncheckedSaves.delete(draft)
  const names = saved.notKept.map(({ name }) => name)
  if (names.includes('offline'))
    throw new Failure('refused', {
      advice: `${serviceNameFirst()} says it is done, but the chat is still ${offline ? 'online' : 'offline'}.`,
    })
  return names
}
