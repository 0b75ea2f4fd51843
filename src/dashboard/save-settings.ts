import type { Chat } from '#contract/chats.ts'
import { Failure, versionOf, withoutEffect, type Call } from '#contract/client.ts'
import { staleCode } from '#contract/own-service.ts'
import {
  changed,
  chatUpdate,
  setting,
  settingNames,
  withSoundNames,
  type Settings,
  type SettingValue,
  type SoundName,
} from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'

/**
 * Saving settings without losing anything, whatever the service does with fields that are left out (assumptions.md row 3):
 * read the chat afresh, ask where somebody else changed the same field meanwhile, send every settable field, read back, and tell what was not kept.
 * Our own service takes a save only for the version that was read: a change by somebody else between the fresh read and the write begins all of this
 * again. Of other services nobody knows that they do, so there this one gap remains and cannot be closed from here.
 */

/** What somebody changed, and the settings that were on the screen when the changing began. */
export interface Edits {
  base: Settings
  changes: Partial<Settings>
}

/** A setting that was changed here and elsewhere, to different values. */
export interface Clash {
  name: SettingName
  base: SettingValue
  mine: SettingValue
  theirs: SettingValue
}

/** A setting that is not as it was meant after the save. */
export interface NotKept {
  name: SettingName
  meant: SettingValue
  kept: SettingValue
}

export interface Saved {
  chat: Chat
  notKept: NotKept[]
}

interface SaveOptions {
  call: Call
  chatId: number
  edits: Edits
  /** The deployment's names for sounds, which are written by name and read by number. */
  nameOf: SoundName
  /** Asks what to do about clashes. Resolves to the names for which mine shall win, or to null to save nothing. */
  choose: (clashes: Clash[]) => Promise<SettingName[] | null>
}

/** So often somebody may come between before the save is told as failed. */
const mostRounds = 10

/** Resolves to null where the person gave up at a clash. Rejects with a Failure; then nothing of the edits is known to be saved. */
export async function saveSettings({ call, chatId, edits, nameOf, choose }: SaveOptions): Promise<Saved | null> {
  const params = { chatId }
  let version: string | undefined
  const read = async () => {
    const answer = await call('chatRead', { params })
    version = versionOf(answer)
    return withSoundNames(answer.data, nameOf)
  }
  let changes = withSoundNames(edits.changes, nameOf)
  let base = withSoundNames(edits.base, nameOf)
  for (let round = 1; ; round++) {
    let fresh = await read()
    for (let clashes = clashesOf({ base, changes }, fresh); clashes.length > 0; clashes = clashesOf({ base, changes }, fresh)) {
      const mine = await choose(clashes)
      if (mine === null) return null
      const given = new Set(clashes.map(({ name }) => name).filter((name) => !mine.includes(name)))
      changes = pick(changes, (name) => !given.has(name))
      // What was chosen was chosen against these values; whatever changes after this is asked about again.
      base = fresh
      fresh = await read()
    }
    // An earlier try whose outcome stayed unknown may have lost a sound that has no name: it is told now.
    const nameless = pick(edits.base, (name) => isNameless(name, edits.base[name], nameOf))
    const meant = { ...fresh, ...nameless, ...changes }
    if (changed(fresh, changes).length === 0) return { chat: fresh, notKept: differences(meant, fresh, nameOf) }

    const failure = await call('chatUpdate', { params, body: chatUpdate(fresh, changes, nameOf) }, { version }).then(
      () => null,
      (error: unknown) => error,
    )
    if (isStale(failure) && round < mostRounds) continue
    if (failure !== null && !(failure instanceof Failure && failure.outcomeUnknown)) throw failure
    const chat = await read()
    const nothingHappened = changed(fresh, chat).length === 0
    if (failure !== null && nothingHappened) throw withoutEffect(failure)
    return { chat, notKept: differences(meant, chat, nameOf) }
  }
}

/** Somebody else saved since the last reading; nothing was written. */
const isStale = (failure: unknown) => failure instanceof Failure && failure.code === staleCode

const isNameless = (name: SettingName, value: SettingValue, nameOf: SoundName) =>
  setting(name).control.kind === 'sound' && typeof value === 'number' && nameOf(value) === undefined

export const clashesOf = ({ base, changes }: Edits, fresh: Settings): Clash[] =>
  changed(base, fresh).flatMap((name) => {
    const mine = changes[name]
    return mine === undefined || mine === fresh[name] ? [] : [{ name, base: base[name], mine, theirs: fresh[name] }]
  })

/** The settings in which `kept` is not what was meant. */
export const differences = (meant: Settings, kept: Settings, nameOf: SoundName): NotKept[] => {
  const [before, after] = [withSoundNames(meant, nameOf), withSoundNames(kept, nameOf)]
  return changed(before, after).map((name) => ({ name, meant: before[name], kept: after[name] }))
}

export const pick = (values: Partial<Settings>, keep: (name: SettingName) => boolean): Partial<Settings> =>
  Object.fromEntries(settingNames.filter((name) => name in values && keep(name)).map((name) => [name, values[name]]))
