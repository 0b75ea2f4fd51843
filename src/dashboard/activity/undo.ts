import { Failure } from '#contract/client.ts'
import type { Entry, Value } from './entry.ts'
import type { Fields, Thing } from './things.ts'

/**
 * Takes a change back: reads afresh and says what would be sent, and after somebody agreed sends the whole known set once and reads back. The rules
 * of save-settings.ts, for everything that has no page to review an edit on.
 */

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
  send: () => Promise<void>
}

/** The values to go back to. */
export function inverseOf({ act, changes }: Entry): { name: string; back: Value; written: Value }[] {
  if (act === 'banCreate') return [{ name: 'banned', back: false, written: true }]
  if (act === 'banLift' || act === 'banLiftRange') return [{ name: 'banned', back: true, written: false }]
  return changes.flatMap(({ name, before, after }) =>
    before === undefined || name === 'send' ? [] : [{ name, back: tidy(name, before), written: tidy(name, after ?? '') }],
  )
}

/** No country is 0, no text is ''. */
const tidy = (name: string, value: Value): Value => value ?? (name === 'countryId' ? 0 : '')

/** Rejects with a Failure where the thing is gone or cannot be read. */
export async function prepareUndo(entry: Entry, thing: Thing): Promise<Undoing> {
  const fresh = await thing.read()
  const lines = inverseOf(entry).flatMap(({ name, back, written }): UndoLine[] => {
    const now = fresh[name]
    if (now === undefined || now === back) return []
    return [{ name, now, back, ...(now !== written && { changedSince: written }) }]
  })
  const values: Fields = Object.fromEntries(lines.map(({ name, back }) => [name, back]))
  const isThere = (held: Fields) => lines.every(({ name, back }) => held[name] === back)

  async function send() {
    const latest = await thing.read()
    if (lines.some(({ name, now }) => latest[name] !== now))
      throw new Failure('refused', { advice: 'It was changed elsewhere a moment ago. Nothing was sent; close this and look again.' })
    const failure = await thing.write({ ...latest, ...values }, latest).then(
      () => null,
      (error: unknown) => error,
    )
    if (failure !== null && !(failure instanceof Failure && failure.outcomeUnknown)) throw failure
    const held = await thing.read()
    await thing.refresh()
    if (isThere(held)) return
    throw failure ?? new Failure('refused', { advice: 'The service says it is done, but it holds something else.' })
  }
  return { lines, cost: thing.cost?.(values) ?? '', send }
}
