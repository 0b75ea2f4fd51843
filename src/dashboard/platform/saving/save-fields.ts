import { Failure, readFirst, withoutEffect } from '#contract/client.ts'
import { expectedAfter, type NotChecked } from './unchecked-saves.ts'

/**
 * Saving a small form of an account without losing anything, whatever the service does with fields that are left out (assumptions.md row 16): read
 * afresh, ask where somebody else changed the same field meanwhile, send the whole known set, read back, and tell what was not kept.
 * The same rules as for the settings of a chat, in save-settings.ts.
 */

export type Fields = Record<string, string | boolean>
export type NameOf<T> = keyof T & string

/** A field that was changed here and elsewhere, to different values. */
export interface FieldClash<T extends Fields> {
  name: NameOf<T>
  base: T[NameOf<T>]
  mine: T[NameOf<T>]
  theirs: T[NameOf<T>]
}

/** A field that is not as it was meant after the save. */
export interface FieldNotKept<T extends Fields> {
  name: NameOf<T>
  meant: T[NameOf<T>]
  kept: T[NameOf<T>]
}

export interface SavedFields<T extends Fields> {
  held: T
  notKept: FieldNotKept<T>[]
}

interface SaveOptions<T extends Fields> {
  read: () => Promise<T>
  /** Sends every field. `fresh` is what the service held a moment before. */
  write: (all: T, fresh: T) => Promise<unknown>
  /** What was on the screen when the editing began, and what was edited. */
  edits: { base: T; changes: Partial<T> }
  /** The save before this one, where nobody knows yet what the service made of it. */
  earlier?: NotChecked<T, T> | null
  /** Asks what to do about clashes. Resolves to the names for which mine shall win, or to null to save nothing. */
  choose: (clashes: FieldClash<T>[]) => Promise<NameOf<T>[] | null>
}

/** Resolves to null where the person gave up at a clash. Rejects with a Failure; then nothing of the edits is saved. */
export async function saveFields<T extends Fields>(options: SaveOptions<T>): Promise<SavedFields<T> | NotChecked<T, T> | null> {
  const { read, write, edits, earlier, choose } = options
  let { base, changes } = edits
  // What the earlier save should have left: where it is something else now, that is told with this one.
  let unreported: Partial<T> = earlier ? expectedAfter(earlier) : {}
  let fresh = await readFirst(read())
  for (let clashes = clashesOf(base, changes, fresh); clashes.length > 0; clashes = clashesOf(base, changes, fresh)) {
    const mine = await choose(clashes)
    if (mine === null) return null
    const given = new Set(clashes.map(({ name }) => name).filter((name) => !mine.includes(name)))
    changes = pickFields(changes, (name) => !given.has(name))
    unreported = pickFields(unreported, (name) => !given.has(name))
    // What was chosen was chosen against these values; whatever changes after this is asked about again.
    base = fresh
    fresh = await readFirst(read())
  }
  const expected = { ...fresh, ...unreported }
  const wanted = { ...fresh, ...changes }
  if (changedFields(fresh, wanted).length === 0) return { held: fresh, notKept: notKeptOf({ ...expected, ...changes }, fresh) }
  const failure = await write(wanted, fresh).then(
    () => null,
    (error: unknown) => error,
  )
  if (failure !== null && !(failure instanceof Failure && failure.outcomeUnknown)) throw failure
  const save = { isConfirmed: failure === null, fresh, expected, changes }
  return checkFields(read, { ...save, because: failure }).catch((error: unknown): NotChecked<T, T> => {
    if (!(error instanceof Failure) || error.hadNoEffect) throw error
    return { ...save, because: failure ?? error }
  })
}

type Save<T> = Omit<NotChecked<T, T>, 'because'> & { because: Failure | null }

/** Reads what the service made of a save. Rejects with a Failure where that cannot be read, and with one that had no effect where nothing was saved. */
export async function checkFields<T extends Fields>(read: () => Promise<T>, save: Save<T>): Promise<SavedFields<T>> {
  const held = await read()
  if (!save.isConfirmed && save.because && changedFields(save.fresh, held).length === 0) throw withoutEffect(save.because)
  return { held, notKept: notKeptOf({ ...save.expected, ...save.changes }, held) }
}

const notKeptOf = <T extends Fields>(meant: T, held: T) =>
  changedFields(meant, held).map((name): FieldNotKept<T> => ({ name, meant: meant[name], kept: held[name] }))

const namesOf = <T extends Fields>(fields: Partial<T>) => Object.keys(fields) as NameOf<T>[]

/** The names in which two states differ. */
export const changedFields = <T extends Fields>(before: T, after: T): NameOf<T>[] =>
  namesOf(before).filter((name) => before[name] !== after[name])

export const pickFields = <T extends Fields>(fields: Partial<T>, keep: (name: NameOf<T>) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => keep(name))) as Partial<T>

function clashesOf<T extends Fields>(base: T, changes: Partial<T>, fresh: T): FieldClash<T>[] {
  return changedFields(base, fresh).flatMap((name) => {
    const mine = changes[name]
    return mine === undefined || mine === fresh[name] ? [] : [{ name, base: base[name], mine, theirs: fresh[name] }]
  })
}
