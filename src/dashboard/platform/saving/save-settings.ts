import type { Chat } from '#contract/chats.ts'
import { Failure, readFirst, versionOf, withoutEffect, type Call } from '#contract/client.ts'
import { staleCode } from '#contract/own-service.ts'
import {
  changedSettings,
  isUnnamedSound,
  settingNames,
  withSoundNames,
  type Settings,
  type SettingValue,
  type SettingsWrite,
  type SoundName,
} from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { KnownSounds } from '#dashboard/platform/service/known-sounds.ts'
import { expectedAfter, uncheckedSaves, type NotChecked } from './unchecked-saves.ts'

/**
 * Saving settings without losing anything, whatever the service does with fields that are left out (assumptions.md row 3):
 * read the chat afresh, ask where somebody else changed the same field meanwhile, send every settable field, read back, and tell what was not kept.
 * Where the service is known to keep what is left out, only the changes are sent.
 * A sound whose number has no confirmed name cannot be sent (row 4): where the service may therefore reset it, that is asked about before the write.
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

/** `fresh` as the service sent it, sounds by number. */
export interface Unchecked extends NotChecked<Chat, Settings> {
  /** The body of the write. */
  sent: Partial<SettingsWrite>
}

/** By the chat's id. */
export const uncheckedSettings = uncheckedSaves<Unchecked>()

interface Place {
  call: Call
  chatId: number
  /** The service's sounds, which are written by name and read by number. */
  sounds: KnownSounds
}

interface SaveOptions extends Place {
  edits: Edits
  /** The save before this one, where nobody knows yet what the service made of it. */
  earlier?: Unchecked | null
  /** Sounds of which the person knows already that they are left out and the service may reset them. */
  told?: readonly SettingName[]
  /** Asks whether to save though these sounds are left out and the service may reset them. */
  mayReset: (names: SettingName[], fresh: Settings) => Promise<boolean>
  /** Asks what to do about clashes. Resolves to the names for which mine shall win, or to null to save nothing. */
  choose: (clashes: Clash[]) => Promise<SettingName[] | null>
}

/** So often somebody may come between before the save is told as failed. */
const mostRounds = 10

/** Resolves to null where the person gave up when asked. Rejects with a Failure; then nothing of the edits is saved. */
export async function saveSettings(options: SaveOptions): Promise<Saved | Unchecked | null> {
  const { call, chatId, edits, sounds, earlier, told = [], mayReset, choose } = options
  const params = { chatId }
  const { nameOf } = sounds
  let version: string | undefined
  /** The chat as the service sent it, sounds by number. */
  const read = async (): Promise<Chat> => {
    const answer = await readFirst(call('chatRead', { params }))
    version = versionOf(answer)
    return answer.data
  }
  let changes = withSoundNames(edits.changes, nameOf)
  let base = withSoundNames(edits.base, nameOf)
  // What the earlier save should have left: where it is something else now, that is told with this one.
  let unreported: Partial<Settings> = earlier ? expectedAfter(earlier) : {}
  const accepted = new Set(told)
  for (let round = 1; ; round++) {
    let before = await read()
    const clashes = () => clashesOf({ base, changes }, withSoundNames(before, nameOf))
    for (let list = clashes(); list.length > 0; list = clashes()) {
      const mine = await choose(list)
      if (mine === null) return null
      const given = new Set(list.map(({ name }) => name).filter((name) => !mine.includes(name)))
      changes = pick(changes, (name) => !given.has(name))
      unreported = pick(unreported, (name) => !given.has(name))
      // What was chosen was chosen against these values; whatever changes after this is asked about again.
      base = withSoundNames(before, nameOf)
      before = await read()
    }
    const fresh = withSoundNames(before, nameOf)
    // An earlier try whose outcome stayed unknown may have lost a sound that has no name: it is told now.
    const named = withSoundNames(edits.base, nameOf)
    const nameless = pick(named, (name) => isUnnamedSound(name, named[name]))
    // Untouched sounds by number: this save may take a name away from one, and that is no change of the sound.
    const expected = { ...before, ...nameless, ...unreported }
    if (changedSettings(fresh, changes).length === 0)
      return { chat: fresh, notKept: differences({ ...expected, ...changes }, before, nameOf) }

    const body = sounds.bodyOf(fresh, changes)
    const risked = sounds.atRisk({ ...fresh, ...body }).filter((name) => !accepted.has(name))
    if (risked.length > 0) {
      if (!(await mayReset(risked, fresh))) return null
      for (const name of risked) accepted.add(name)
      // Somebody took time to answer, so all of it is looked at again.
      continue
    }
    const failure = await call('chatUpdate', { params, body }, { version }).then(
      () => null,
      (error: unknown) => error,
    )
    if (isStale(failure) && round < mostRounds) continue
    if (failure !== null && !(failure instanceof Failure && failure.outcomeUnknown)) throw failure
    const save = { isConfirmed: failure === null, fresh: before, expected, changes, sent: body }
    return checkSave({ call, chatId, sounds }, { ...save, because: failure }).catch((error: unknown): Unchecked => {
      if (!(error instanceof Failure) || error.hadNoEffect) throw error
      return { ...save, because: failure ?? error }
    })
  }
}

/** Reads what the service made of a save. Rejects with a Failure where that cannot be read, and with one that had no effect where nothing was saved. */
export async function checkSave(
  { call, chatId, sounds }: Place,
  { isConfirmed, fresh, expected, changes, sent, because }: Omit<Unchecked, 'because'> & { because: Failure | null },
): Promise<Saved> {
  const { data: after } = await call('chatRead', { params: { chatId } })
  if (isConfirmed) sounds.learn({ before: fresh, sent, after })
  else if (because && changedSettings(fresh, after).length === 0) throw withoutEffect(because)
  return { chat: withSoundNames(after, sounds.nameOf), notKept: differences({ ...expected, ...changes }, after, sounds.nameOf) }
}

/** Somebody else saved since the last reading; nothing was written. */
const isStale = (failure: unknown) => failure instanceof Failure && failure.code === staleCode

export const clashesOf = ({ base, changes }: Edits, fresh: Settings): Clash[] =>
  changedSettings(base, fresh).flatMap((name) => {
    const mine = changes[name]
    return mine === undefined || mine === fresh[name] ? [] : [{ name, base: base[name], mine, theirs: fresh[name] }]
  })

/** The settings in which `kept` is not what was meant. */
export const differences = (meant: Settings, kept: Settings, nameOf: SoundName): NotKept[] => {
  const [before, after] = [withSoundNames(meant, nameOf), withSoundNames(kept, nameOf)]
  return changedSettings(before, after).map((name) => ({ name, meant: before[name], kept: after[name] }))
}

export const pick = (values: Partial<Settings>, keep: (name: SettingName) => boolean): Partial<Settings> =>
  Object.fromEntries(settingNames.filter((name) => name in values && keep(name)).map((name) => [name, values[name]]))
