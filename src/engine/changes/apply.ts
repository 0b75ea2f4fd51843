import {
  saveThreeWay,
  type Conflict,
  type Edits,
  type Fields,
  type NameOf,
  type NotKept,
  type SaveTarget,
  type UncheckedSave,
} from '../saving/three-way.ts'

/** Carries out changes by the three-way save: what happens to a conflict is decided before, or by whoever is asked then. */

/**
 * `ask`: nothing is sent, and somebody decides. `mine`: ours is written over theirs. `theirs`: theirs stays, and the rest is written. Otherwise a function
 * that resolves to the names for which ours is written, or to null to send nothing.
 */
export type ConflictPolicy<T> = 'ask' | 'mine' | 'theirs' | ((conflicts: Conflict<T>[]) => Promise<NameOf<T>[] | null>)

export interface Changes<T, Held = T> {
  /** The values that the changes were made on. */
  base: T
  changes: Partial<T>
  conflicts: ConflictPolicy<T>
  /** The save before this one, where what became of it is not known. */
  earlier?: Pick<UncheckedSave<T>, 'isConfirmed' | 'expected' | 'changes'> | null
  /** Called right before something is sent, with what was read and the conflicts so far. Where it rejects, nothing is sent. */
  onWrite?: (fresh: Held, conflicts: Conflict<T>[]) => Promise<void>
}

export type UnknownSave<T, Held = T, Body = T> = Omit<UncheckedSave<T, Held, Body>, 'kind'>

/** What became of changes. `conflicts`: all that were found, also those that the policy decided. */
export type Applied<T, Held = T, Body = T> = { conflicts: Conflict<T>[] } & (
  | { outcome: 'done' | 'notKept'; held: Held; notKept: NotKept<T>[] }
  /** Nothing was sent. */
  | { outcome: 'decide' }
  | ({ outcome: 'unknown' } & UnknownSave<T, Held, Body>)
)

/** Rejects with a Failure where nothing was saved. */
export async function apply<T extends Fields, Held extends T, Body>(
  target: SaveTarget<T, Held, Body>,
  { base, changes, conflicts: policy, earlier = null, onWrite }: Changes<T, Held>,
): Promise<Applied<T, Held, Body>> {
  let conflicts: Conflict<T>[] = []
  const edits: Edits<T> = { base, changes }
  const saved = await saveThreeWay(
    {
      ...target,
      beforeWrite: async (body, fresh) => {
        const next = (await target.beforeWrite?.(body, fresh)) ?? 'write'
        if (next === 'write') await onWrite?.(fresh, conflicts)
        return next
      },
    },
    {
      edits,
      earlier,
      choose: async (found) => {
        conflicts = [...conflicts, ...found]
        if (typeof policy === 'function') return policy(found)
        if (policy === 'ask') return null
        return policy === 'mine' ? found.map(({ name }) => name) : []
      },
    },
  )
  if (saved === null) return { outcome: 'decide', conflicts }
  if (saved.kind === 'unchecked') {
    const { kind: _, ...unchecked } = saved
    return { outcome: 'unknown', conflicts, ...unchecked }
  }
  const { held, notKept } = saved
  return { outcome: notKept.length > 0 ? 'notKept' : 'done', conflicts, held, notKept }
}
