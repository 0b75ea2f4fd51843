import type { Chat } from '#contract/chats.ts'
import type { Api } from '#contract/api.ts'
import type { Call } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import { versionOf } from '#contract/own-service.ts'
import {
  isSettingName,
  isUnnamedSound,
  settingNames,
  soundSettings,
  withSoundNames,
  type Settings,
  type SettingsWrite,
  type SoundName,
} from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { KnownSounds } from './sounds.ts'
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
  /** Whether the question also names settings that the service does not show: work that nobody sees is not stopped by them. */
  asksForHidden?: boolean
  /** An answer of a service that takes a write for its version alone: it stands for the first read, and a newer chat refuses the write. */
  known?: Output<Api['chatRead']> | undefined
  /** Settings that the person knows already to be left out, so that the service may reset them. */
  acceptedRisks?: readonly SettingName[]
  /** Asks whether to save though these settings are left out and the service may reset them: sounds without a name, and what it does not show. */
  mayReset: (sounds: SettingName[], fresh: Settings, hidden: SettingName[]) => Promise<boolean>
}

/**
 * Sends every settable field, or the changes alone where the service is known to keep what is left out (docs/assumptions.md row 3). A sound whose
 * number has no confirmed name cannot be sent (row 4), and a setting that the service does not show is not sent unless it was changed: where the service
 * may therefore reset them, the person is asked before the write.
 */
export function settingsTarget({
  call,
  chatId,
  sounds,
  asksForHidden = false,
  acceptedRisks = [],
  known: first,
  mayReset,
}: SettingsTargetOptions): SettingsTarget & { version: () => string | undefined } {
  const params = { chatId }
  const accepted = new Set(acceptedRisks)
  let version: string | undefined
  let isFirst = first !== undefined && versionOf(first) !== undefined
  const { read, known, hidden } = createWholeReader<Chat>(async (options) => {
    const answer = isFirst && first ? first : await call('chatRead', { params }, options)
    isFirst = false
    version = versionOf(answer)
    return answer
  }, settingNames)
  return {
    ...settingsComparison(sounds.nameOf),
    read,
    /** Of the last read. */
    version: () => version,
    bodyOf: (fresh, changes) => known(sounds.bodyOf(fresh, changes), (name) => name in changes),
    beforeWrite: async (body, fresh) => {
      const unseen = new Set(asksForHidden && sounds.mayChangeOmitted() ? hidden().filter(isSettingName) : [])
      const isNew = (name: SettingName) => !(name in body) && !accepted.has(name)
      const unshown = [...unseen].filter(isNew)
      const unnamed = sounds.soundsAtRiskIn({ ...fresh, ...body }).filter((name) => isNew(name) && !unseen.has(name))
      if (unnamed.length + unshown.length === 0) return 'write'
      if (!(await mayReset(unnamed, fresh, unshown))) return 'cancel'
      for (const name of [...unnamed, ...unshown]) accepted.add(name)
      return 'reread'
    },
    write: (body) => call('chatUpdate', { params, body }, { version }),
    // An earlier try whose outcome stayed unknown may have lost a sound that has no name: then this save reports it.
    checkedAgainstBase: (base) =>
      Object.fromEntries(soundSettings.filter((name) => isUnnamedSound(name, base[name])).map((name) => [name, base[name]])),
    onConfirmed: sounds.learn,
  }
}
