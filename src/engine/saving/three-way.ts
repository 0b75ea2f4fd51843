import { Failure, readFirst, withoutEffect } from '#contract/client.ts'
import { staleCode } from '#contract/own-service.ts'
import { equal } from './equal.ts'

/**
 * The one way to save edits. It loses nothing, whatever the service does with fields that an update leaves out (docs/assumptions.md rows 3, 8, 16):
 * it reads what is there now, merges three ways (the values the editing began with, the edits, the values of now), asks about conflicts, writes,
 * reads back, and reports what was not kept.
 * Our own service takes a save of settings only for the version that was read, so a change by somebody else between that read and the write starts
 * all of this again. No other service is known to have versions, so there this one gap remains and cannot be closed from here.
 */

/** Any value of JSON: a list or an object is compared as a whole. */
export type FieldValue = string | number | boolean | object | null
export type Fields = Record<string, FieldValue>
export type NameOf<T> = keyof T & string

/** What somebody changed, and the values that were on the screen when the editing began. */
export interface Edits<T> {
  base: T
  changes: Partial<T>
}

/** A field that was changed here and elsewhere, to different values. */
export interface Conflict<T> {
  name: NameOf<T>
  base: T[NameOf<T>]
  mine: T[NameOf<T>]
  theirs: T[NameOf<T>]
}

/** A field whose value after the save is not the intended one. */
export interface NotKept<T> {
  name: NameOf<T>
  intended: T[NameOf<T>]
  kept: T[NameOf<T>]
}

/** What fields are compared, and how. */
interface Comparison<T> {
  /** The fields that are compared, where the service's answer carries more than them. */
  names?: readonly NameOf<T>[]
  /** Brings values into the form in which they compare, where the service writes and reads them in different forms. */
  comparable?: <V extends Partial<T>>(values: V) => V
}

/** Where edits are saved: how it is read and written. `Held` is the service's answer, `Body` what is sent. */
export interface SaveTarget<T, Held extends T = T, Body = T> extends Comparison<T> {
  read: () => Promise<Held>
  /** As much of the known set as this service needs in order to keep the rest. */
  bodyOf: (fresh: Held, changes: Partial<T>) => Body
  write: (body: Body, fresh: Held) => Promise<unknown>
  /** The last look before the write. `reread`: it took time, so everything is read and compared again. Where it rejects, nothing is sent. */
  beforeWrite?: (body: Body, fresh: Held) => Promise<'write' | 'reread' | 'cancel'>
  /** Whether the write does more than store the fields, so that it is sent also where they are as intended. */
  alwaysWrites?: boolean
  /** Fields of the base that an earlier try may have lost: they are checked against the base, not against what was read right before the write. */
  checkedAgainstBase?: (base: T) => Partial<T>
  /** Whether a write without an answer took effect, judged by reading back; where left out, by whether a field changed. */
  tookEffect?: (fresh: Held, after: Held) => boolean
  /** Called with a write that the service confirmed. */
  onConfirmed?: (write: { before: Held; sent: Body; after: Held }) => void
}

/** A save that was read back. */
export interface CheckedSave<T, Held = T> {
  kind: 'checked'
  held: Held
  notKept: NotKept<T>[]
}

/** A save after which the service could not be read, so what it holds is not known. */
export interface UncheckedSave<T, Held = T, Body = T> {
  kind: 'unchecked'
  /** Whether the service confirmed the write; otherwise its outcome is unknown. */
  isConfirmed: boolean
  /** The service's answer right before the write. */
  fresh: Held
  /** The values expected then: an earlier save that was not checked either may have changed more. */
  expected: T
  changes: Partial<T>
  sent: Body
  /** Why the outcome is unknown, or else why it could not be read. */
  because: Failure
}

export type SaveResult<T, Held = T, Body = T> = CheckedSave<T, Held> | UncheckedSave<T, Held, Body>

/** The values expected after a save that could not be checked. The edits of one that was not confirmed are still edits. */
export const expectedAfter = <T>({ isConfirmed, expected, changes }: Pick<UncheckedSave<T>, 'isConfirmed' | 'expected' | 'changes'>): T =>
  isConfirmed ? { ...expected, ...changes } : expected

/** Saves that could not be checked, by the name of their draft. They outlive their page, but not a reload. */
export const uncheckedSaves = new Map<string, unknown>()

interface SaveOptions<T> {
  edits: Edits<T>
  /** The save before this one, where what became of it is not known. */
  earlier?: Pick<UncheckedSave<T>, 'isConfirmed' | 'expected' | 'changes'> | null
  /** Asks what to do about conflicts. Resolves to the names for which mine wins, or to null to save nothing. */
  choose: (conflicts: Conflict<T>[]) => Promise<NameOf<T>[] | null>
}

/** How often somebody may save in between before the save fails. */
const maxRounds = 10

const unchanged = <V>(values: V): V => values

/** Resolves to null where the person gave up when asked. Rejects with a Failure; then none of the edits is saved. */
export async function saveThreeWay<T extends Fields, Held extends T, Body>(
  target: SaveTarget<T, Held, Body>,
  { edits, earlier, choose }: SaveOptions<T>,
): Promise<SaveResult<T, Held, Body> | null> {
  const { read, bodyOf, write, beforeWrite, alwaysWrites, checkedAgainstBase, comparable = unchanged } = target
  const names = target.names ?? namesIn(edits.base)
  let changes = comparable(edits.changes)
  let base = comparable(edits.base)
  // What the earlier save should have left: where it is something else now, this save reports it.
  let unreported: Partial<T> = earlier ? expectedAfter(earlier) : {}
  for (let round = 1; ; round++) {
    let before = await readFirst(read())
    const conflicts = () => conflictsOf({ base, changes }, comparable(before), names)
    for (let list = conflicts(); list.length > 0; list = conflicts()) {
      const mine = await choose(list)
      if (mine === null) return null
      const givenUp = new Set(list.map(({ name }) => name).filter((name) => !mine.includes(name)))
      changes = pick(changes, (name) => !givenUp.has(name))
      unreported = pick(unreported, (name) => !givenUp.has(name))
      // The person chose against these values; whatever changes after this is asked about again.
      base = comparable(before)
      before = await readFirst(read())
    }
    const fresh = comparable(before)
    const expected: T = { ...before, ...checkedAgainstBase?.(comparable(edits.base)), ...unreported }
    if (!alwaysWrites && changedNames(fresh, changes, names).length === 0)
      return { kind: 'checked', held: fresh, notKept: differences(target, { ...expected, ...changes }, before) }

    const sent = bodyOf(fresh, changes)
    const next = await beforeWrite?.(sent, fresh)
    if (next === 'cancel') return null
    if (next === 'reread') continue
    const failure = await write(sent, fresh).then(
      () => null,
      (error: unknown) => error,
    )
    if (isStale(failure) && round < maxRounds) continue
    if (failure !== null && !(failure instanceof Failure && failure.outcomeUnknown)) throw failure
    const save = { isConfirmed: failure === null, fresh: before, expected, changes, sent }
    return checkSave(target, { ...save, because: failure }).catch((error: unknown): UncheckedSave<T, Held, Body> => {
      if (!(error instanceof Failure) || error.hadNoEffect) throw error
      return { kind: 'unchecked', ...save, because: failure ?? error }
    })
  }
}

type WrittenSave<T, Held, Body> = Omit<UncheckedSave<T, Held, Body>, 'because' | 'kind'> & { because: Failure | null }

/** Reads what became of a save. Rejects with a Failure where that cannot be read, and with one that had no effect where nothing was saved. */
export async function checkSave<T extends Fields, Held extends T, Body>(
  target: SaveTarget<T, Held, Body>,
  { isConfirmed, fresh, expected, changes, sent, because }: WrittenSave<T, Held, Body>,
): Promise<CheckedSave<T, Held>> {
  const { read, names, comparable = unchanged, onConfirmed } = target
  const { tookEffect = () => changedNames<T>(comparable(fresh), comparable(after), names).length > 0 } = target
  const after = await read()
  if (isConfirmed) onConfirmed?.({ before: fresh, sent, after })
  else if (because && !tookEffect(fresh, after)) throw withoutEffect(because)
  return { kind: 'checked', held: comparable(after), notKept: differences(target, { ...expected, ...changes }, after) }
}

/** Somebody else saved since the last read; nothing was written. */
const isStale = (failure: unknown) => failure instanceof Failure && failure.code === staleCode

/** A target that takes all of its fields at once. */
export const wholeTarget = <T extends Fields>(read: () => Promise<T>, write: (all: T, fresh: T) => Promise<unknown>): SaveTarget<T> => ({
  read,
  write,
  bodyOf: (fresh, changes) => ({ ...fresh, ...changes }),
})

const namesIn = <T extends Fields>(fields: Partial<T>) => Object.keys(fields) as NameOf<T>[]

/** The names in which two states differ, in the order of `names`. */
export const changedNames = <T extends Fields>(before: T, after: Partial<T>, names: readonly NameOf<T>[] = namesIn(before)): NameOf<T>[] =>
  names.filter((name) => name in after && !equal(after[name], before[name]))

export const conflictsOf = <T extends Fields>({ base, changes }: Edits<T>, fresh: T, names?: readonly NameOf<T>[]): Conflict<T>[] =>
  changedNames(base, fresh, names).flatMap((name) => {
    const mine = changes[name]
    return mine === undefined || equal(mine, fresh[name]) ? [] : [{ name, base: base[name], mine, theirs: fresh[name] }]
  })

/** The fields in which `kept` is not as intended. */
export function differences<T extends Fields>({ names, comparable = unchanged }: Comparison<T>, intended: T, kept: T): NotKept<T>[] {
  const [before, after] = [comparable(intended), comparable(kept)]
  return changedNames(before, after, names).map((name) => ({ name, intended: before[name], kept: after[name] }))
}

/** The fields whose name passes. */
export const pick = <T extends Fields>(fields: Partial<T>, keep: (name: NameOf<T>) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => keep(name))) as Partial<T>
