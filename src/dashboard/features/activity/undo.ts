import { Failure } from '#contract/client.ts'
import { resources, type Resource } from '#contract/resources.ts'
import { declared, type Value } from '#contract/recorded-change.ts'
import { apply } from '#engine/changes/apply.ts'
import { wholeTarget, type Fields } from '#engine/saving/three-way.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import type { ActivityEntry } from './entry.ts'
import { asField, type UndoTarget } from './undo-targets.ts'

/** Undoes a change: reads afresh and shows what would be sent; after somebody agreed, the earlier values are saved as any edit is (platform/saving/three-way.ts). */

export interface UndoLine {
  name: string
  now: Value
  /** The value to go back to. */
  earlier: Value
  /** What was written then, where it is something else by now; undefined where nobody changed it. */
  changedSince?: Value
}

export interface PreparedUndo {
  /** Empty where everything is as it was before. */
  lines: UndoLine[]
  /** What the earlier values remove as well, in a sentence; ''. */
  warning: string
  /** Resolves to whether the result could be checked. Rejects with a Failure where it is not as it was meant afterwards. */
  run: (send: SendRequest) => Promise<boolean>
}

interface Inverse {
  name: string
  earlier: Value
  written: Value
}

/** The values to go back to. */
function inverseOf({ action, changes }: ActivityEntry): Inverse[] {
  const { resource, makes = null } = declared(action)
  const { presence }: Resource = resources[resource]
  if (presence) return [{ name: presence.field, earlier: makes === 'absent', written: makes === 'present' }]
  return changes.flatMap(({ name, before, after = null }) => (before === undefined ? [] : [{ name, earlier: before, written: after }]))
}

/**
 * What differs between now and the earlier values.
 * @param fresh what the service holds
 * @param comparable a recorded value in the form that `fresh` has
 */
export function undoLines(
  entry: ActivityEntry,
  fresh: Readonly<Record<string, Value | undefined>>,
  comparable: (name: string, value: Value) => Value,
): UndoLine[] {
  return inverseOf(entry).flatMap(({ name, ...recorded }) => {
    const [now, earlier, written] = [fresh[name], comparable(name, recorded.earlier), comparable(name, recorded.written)]
    if (now === undefined || now === earlier) return []
    return [{ name, now, earlier, ...(now !== written && { changedSince: written }) }]
  })
}

/** Rejects with a Failure where the target is gone or cannot be read. */
export async function prepareUndo(entry: ActivityEntry, target: UndoTarget): Promise<PreparedUndo> {
  const fresh = await target.read()
  const lines = undoLines(entry, fresh, (_, value) => asField(value))
  const changes: Fields = Object.fromEntries(lines.map(({ name, earlier }) => [name, asField(earlier)]))

  async function run(send: SendRequest) {
    const saved = await apply(
      wholeTarget(target.read, (all, held) => target.write(send, all, held)),
      { base: fresh, changes, conflicts: 'ask' },
    )
    if (saved.outcome === 'decide')
      throw new Failure('refused', { advice: 'It was changed elsewhere just now. Nothing was sent. Close this dialog and try again.' })
    if (saved.outcome === 'unknown') {
      if (saved.isConfirmed) return false
      throw saved.because
    }
    await target.refresh()
    if (saved.notKept.some(({ name }) => name in changes))
      throw new Failure('refused', { advice: `${serviceNameFirst()} reported success, but it stored something else.` })
    return true
  }
  return { lines, warning: target.warning(changes), run }
}
