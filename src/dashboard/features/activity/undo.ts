import { Failure } from '#contract/client.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { saveFields, type Fields } from '#dashboard/platform/saving/save-fields.ts'
import type { Entry, Value } from './entry.ts'
import type { Thing } from './things.ts'

/** Takes a change back: reads afresh and says what would be sent; after somebody agreed, the old values are saved as any edit is (save-fields.ts). */

export interface UndoLine {
  name: string
  now: Value
  back: Value
  /** What was written then, where it is something else by now; undefined where nobody touched it. */
  changedSince?: Value
}

export interface Undoing {
  /** Empty where everything is as it was before. */
  lines: UndoLine[]
  cost: string
  /** Rejects with a Failure where it is not as it was meant afterwards. */
  run: (send: SendRequest) => Promise<boolean>
}

/** The values to go back to. */
export function inverseOf({ act, changes }: Entry): { name: string; back: Value; written: Value }[] {
  if (act === 'banCreate') return [{ name: 'banned', back: false, written: true }]
  if (act === 'banLift' || act === 'banLiftRange') return [{ name: 'banned', back: true, written: false }]
  return changes.flatMap(({ name, before, after }) =>
    before === undefined || name === 'send' ? [] : [{ name, back: before, written: after ?? null }],
  )
}

/** As forms hold it: no country and no text are ''. */
const asField = (value: Value) => (typeof value === 'boolean' ? value : String(value || ''))

/** Rejects with a Failure where the thing is gone or cannot be read. */
export async function prepareUndo(entry: Entry, thing: Thing): Promise<Undoing> {
  const fresh = await thing.read()
  const lines = inverseOf(entry).flatMap((inverse) => {
    const [now, back, written] = [fresh[inverse.name], asField(inverse.back), asField(inverse.written)]
    if (now === undefined || now === back) return []
    return [{ name: inverse.name, now, back, ...(now !== written && { changedSince: written }) }]
  })
  const changes: Fields = Object.fromEntries(lines.map(({ name, back }) => [name, back]))

  async function run(send: SendRequest) {
    const saved = await saveFields({
      read: thing.read,
      write: (all, held) => thing.write(send, all, held),
      edits: { base: fresh, changes },
      choose: async () => null,
    })
    if (!saved)
      throw new Failure('refused', { advice: 'It was changed elsewhere a moment ago. Nothing was sent; close this and look again.' })
    if ('because' in saved) {
      if (saved.isConfirmed) return false
      throw saved.because
    }
    await thing.refresh()
    if (saved.notKept.some(({ name }) => name in changes))
      throw new Failure('refused', { advice: 'The service says it is done, but it holds something else.' })
    return true
  }
  return { lines, cost: thing.cost?.(changes) ?? '', run }
}
