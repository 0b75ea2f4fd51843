import type { Chat } from '../chats.ts'
import type { Call } from '../client.ts'
import { versionOf } from '../versions.ts'
import {
  isUnnamedSound,
  settingNames,
  soundSettings,
  withSoundNames,
  type Settings,
  type SettingsWrite,
  type SoundName,
} from '../settings-derive.ts'
import type { SettingName } from '../settings.ts'
import type { KnownSounds } from './known-sounds.ts'
import type { CheckedSave, SaveTarget, UncheckedSave } from './three-way.ts'
import { createWholeReader } from './whole-answer.ts'

/** The settings of a chat as fields to save. Sounds are read by number and written by name, so they compare by name. */
export type SettingsTarget = SaveTarget<Settings, Chat, Partial<SettingsWrite>>
export type CheckedSettings = CheckedSave<Settings, Chat>
export type UncheckedSettings = UncheckedSave<Settings, Chat, Partial<SettingsWrite>>

export const settingsComparison = (nameOf: SoundName) => ({
  names: settingNames,
  comparable: <V extends Partial<Settings>>(values: V) => withSoundNames(values, nameOf),
})

interface SettingsTargetOptions {
  call: Call
  chatId: number
  /** The service's sounds, which are written by name and read by number. */
  sounds: KnownSounds
  /** Sounds that the person knows already to be left out, so that the service may reset them. */
  acceptedRisks?: readonly SettingName[]
  /** Asks whether to save though these sounds are left out and the service may reset them. */
  mayReset: (names: SettingName[], fresh: Settings) => Promise<boolean>
}

/**
 * Sends every settable field, or the changes alone where the service is known to keep what is left out (docs/assumptions.md row 3). A sound whose
 * number has no confirmed name cannot be sent (row 4): where the service may therefore reset it, the person is asked before the write. Neither is a
 * setting sent that the service does not have, unless it was changed.
 */
export function settingsTarget({ call, chatId, sounds, acceptedRisks = [], mayReset }: SettingsTargetOptions): SettingsTarget {
  const params = { chatId }
  const accepted = new Set(acceptedRisks)
  let version: string | undefined
  const { read, known } = createWholeReader<Chat>(async (options) => {
    const answer = await call('chatRead', { params }, options)
    version = versionOf(answer)
    return answer
  }, settingNames)
  return {
    ...settingsComparison(sounds.nameOf),
    read,
    bodyOf: (fresh, changes) => known(sounds.bodyOf(fresh, changes), (name) => name in changes),
    beforeWrite: async (body, fresh) => {
      const risked = sounds.soundsAtRiskIn({ ...fresh, ...body }).filter((name) => !accepted.has(name))
      if (risked.length === 0) return 'write'
      if (!(await mayReset(risked, fresh))) return 'cancel'
      for (const name of risked) accepted.add(name)
      return 'reread'
    },
    write: (body) => call('chatUpdate', { params, body }, { version }),
    // An earlier try whose outcome stayed unknown may have lost a sound that has no name: then this save reports it.
    checkedAgainstBase: (base) =>
      Object.fromEntries(soundSettings.filter((name) => isUnnamedSound(name, base[name])).map((name) => [name, base[name]])),
    onConfirmed: sounds.learn,
  }
}
