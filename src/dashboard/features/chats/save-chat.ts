import type { Chat } from '#contract/chats.ts'
import { Failure, readFirst, withoutEffect } from '#contract/client.ts'
import type { SettingName } from '#contract/settings.ts'
import { knownSounds } from '#dashboard/platform/service/known-sounds.ts'
import { settingsTarget, type UncheckedSettings } from '#contract/saving/settings-target.ts'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { saveThreeWay, uncheckedSaves } from '#contract/saving/three-way.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'

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

/** Deletes a chat. A chat that no longer exists counts as deleted: after a failure the list is read before the failure is reported. */
export async function deleteChat(send: SendRequest, { id }: Chat): Promise<void> {
  try {
    await send('chatDelete', { params: { chatId: id } })
  } catch (error) {
    if (!(error instanceof Failure) || ['signed-out', 'too-many-requests'].includes(error.kind)) throw error
    const { data } = await call('chatList', {}).catch(() => Promise.reject(error))
    if (data.some((chat) => chat.id === id)) throw withoutEffect(error)
  }
}

const ambiguous = 'The list has several new chats, and one of them may be this chat. Check them before you try again.'

/**
 * Creates a chat and finds out what happened when no answer came: a new chat of that name in the list is taken as the one (it is not sent again from here).
 * @param create sends the request
 * @param name the name it will have, undefined where the service chooses
 * @returns its id, and how many of it there are now: more than one where a way that delivers twice made more of it
 */
export async function createAndLook(create: () => Promise<{ chatId: number }>, name: string | undefined) {
  const known = new Set((await readFirst(call('chatList', {}))).data.map(({ id }) => id))
  const fresh = async () =>
    (await call('chatList', {})).data.filter(({ id, name: other }) => !known.has(id) && (name === undefined || other === name))
  try {
    const { chatId } = await create()
    const made = name === undefined ? [] : await fresh().catch(() => [])
    return { chatId, copies: Math.max(made.length, 1) }
  } catch (error) {
    if (!(error instanceof Failure && error.outcomeUnknown)) throw error
    const made = await fresh().catch(() => Promise.reject(error))
    const [first, ...more] = made
    // Without a name that was chosen here, several new chats cannot be told apart.
    if (first && (name !== undefined || more.length === 0)) return { chatId: first.id, copies: made.length }
    if (first) throw error.with({ advice: ambiguous })
    throw withoutEffect(error, 'The chat is not in the list, so you can send it again.')
  }
}
