import type { Chat } from '#contract/chats.ts'
import { Failure, type Call } from '#contract/client.ts'
import { changedSettings, settingNames, type Settings, type SettingsWrite } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { KnownSounds } from '../saving/sounds.ts'
import { settingsTarget, type CheckedSettings } from '../saving/settings-target.ts'
import { checkSave, type UncheckedSave } from '../saving/three-way.ts'
import { apply, type Applied, type Changes } from './apply.ts'

/** How a service is reached, and what is known of its sounds. */
export interface ServicePort {
  call: Call
  sounds: KnownSounds
}

interface OpenOptions {
  /** Settings that may be left out of an update, although the service may reset them then; `all`: any. */
  acceptedRisks?: readonly SettingName[] | 'all'
  /** Whether settings that the service does not show count as such. */
  asksForHidden?: boolean
}

export type AppliedSettings = Applied<Settings, Chat, Partial<SettingsWrite>> & {
  /** The settings that the service might have reset, so that nothing was sent. */
  risks: SettingName[]
}

export type OpenChat = Awaited<ReturnType<typeof openChat>>

/** A chat that is read now. Rejects with a Failure where it cannot be read. */
export async function openChat(
  { call, sounds }: ServicePort,
  chatId: number,
  { acceptedRisks = [], asksForHidden = false }: OpenOptions = {},
) {
  let risks: SettingName[] = []
  const target = settingsTarget({
    call,
    chatId,
    sounds,
    asksForHidden,
    acceptedRisks: acceptedRisks === 'all' ? settingNames : acceptedRisks,
    mayReset: async (names, _, hidden) => {
      risks = [...names, ...hidden]
      return false
    },
  })
  const answer = await target.read()
  const fresh = target.comparable?.(answer) ?? answer
  let first: Chat | null = answer
  const read = async () => {
    const held = first ?? (await target.read())
    first = null
    return held
  }
  return {
    answer,
    /** Its settings, with the names of sounds as far as they are known. */
    fresh,
    /** Begins with what was read. The base is what was read where it is left out. Rejects with a Failure where nothing was saved. */
    apply: async (changes: Omit<Changes<Settings, Chat>, 'base'> & { base?: Settings }): Promise<AppliedSettings> => {
      const applied = await apply({ ...target, read }, { base: fresh, ...changes })
      return { ...applied, risks: applied.outcome === 'decide' ? risks : [] }
    },
    /** Sounds that the service may reset where these changes are written. */
    risksOf: (changes: Partial<Settings>) =>
      changedSettings(fresh, changes).length === 0 ? [] : sounds.soundsAtRiskIn({ ...fresh, ...sounds.bodyOf(fresh, changes) }),
  }
}

/**
 * null: the chat was deleted. What is known of a chat that is gone may be forgotten, so this is not left to one answer, which may be that of a proxy.
 * Rejects as `openChat` does.
 */
export async function openChatIfThere(port: ServicePort, chatId: number, options?: OpenOptions): Promise<OpenChat | null> {
  try {
    return await openChat(port, chatId, options)
  } catch (error) {
    if (error instanceof Failure && error.status === 404 && !error.isFromGateway) {
      const { data } = await port.call('chatList', {})
      if (data.every(({ id }) => id !== chatId)) return null
    }
    throw error
  }
}

/**
 * Finds out what became of a write that was interrupted, without changing anything. Resolves to null where none of it took effect, and rejects with a
 * Failure where the chat cannot be read.
 */
export async function lookUp(
  { call, sounds }: ServicePort,
  chatId: number,
  written: Pick<UncheckedSave<Settings>, 'isConfirmed' | 'expected' | 'changes'>,
): Promise<CheckedSettings | null> {
  const target = settingsTarget({ call, chatId, sounds, mayReset: async () => false })
  const interruption = new Failure('unreachable')
  // Nothing is sent here, so there is nothing to learn about the service.
  const save = { ...written, fresh: written.expected as Chat, sent: {}, because: interruption }
  return checkSave({ ...target, onConfirmed: () => {} }, save).catch((error: unknown) => {
    if (error instanceof Failure && error.cause === interruption) return null
    throw error
  })
}
