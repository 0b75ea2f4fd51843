import { Failure, readFirst } from '#contract/client.ts'

/** A change that is sent at most once: where no answer says what came of it, that is found out by reading. */
export interface OnceChange<Seen, Result> {
  /** Reads what tells the change from what was there before, as plain data. `done`: there is nothing to send. */
  look: () => Promise<{ seen: Seen } | { done: Result }>
  send: (seen: Seen) => Promise<Result>
  /** null: it is not there. Rejects with a Failure where that cannot be read. */
  find: (seen: Seen) => Promise<Result | null>
  /** What a person can do where it is not there. */
  missing: { advice: string; mayBeSentAgain: boolean }
  /** What a person should look at although it is done; '' where there is nothing. */
  oddIn?: (result: Result) => string
  /** A refusal may mean that somebody else has done the same. */
  looksAfterRefusal?: boolean
}

/** `isFound`: there was no answer. `missing`: it was looked for. `unreadable`: it could not be looked for, because of `error`. */
export type SentOnce<Seen, Result> =
  | { outcome: 'done'; result: Result; isFound: boolean }
  | { outcome: 'missing'; because: Failure; seen: Seen }
  | { outcome: 'unreadable'; because: Failure; seen: Seen; error: Failure }

interface SendOptions<Seen> {
  /** Awaited before it is sent. Where it rejects, nothing is sent. */
  keep?: (seen: Seen) => Promise<unknown>
  /** Called before it is looked for. */
  onNoAnswer?: () => void
}

/** Rejects with a Failure where it was refused, or where `look` could not read, so that nothing was sent. */
export async function sendOnce<Seen, Result>(
  change: OnceChange<Seen, Result>,
  { keep, onNoAnswer }: SendOptions<Seen> = {},
): Promise<SentOnce<Seen, Result>> {
  const before = await readFirst(change.look())
  if ('done' in before) return { outcome: 'done', result: before.done, isFound: false }
  const { seen } = before
  await keep?.(seen)
  try {
    return { outcome: 'done', result: await change.send(seen), isFound: false }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!error.outcomeUnknown && !(change.looksAfterRefusal && error.kind === 'refused')) throw error
    onNoAnswer?.()
    const sent = await findSent(change, seen, error)
    if (sent.outcome !== 'done' && !error.outcomeUnknown) throw error
    return sent
  }
}

/** Looks for what was sent without an answer. Changes nothing. @param because why there was none */
export async function findSent<Seen, Result>(
  change: Pick<OnceChange<Seen, Result>, 'find'>,
  seen: Seen,
  because: Failure,
): Promise<SentOnce<Seen, Result>> {
  try {
    const result = await change.find(seen)
    return result === null ? { outcome: 'missing', because, seen } : { outcome: 'done', result, isFound: true }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { outcome: 'unreadable', because, seen, error }
  }
}

/** Rejects with a Failure where it is not known to be done. */
export function resultOf<Seen, Result>({ missing }: Pick<OnceChange<Seen, Result>, 'missing'>, sent: SentOnce<Seen, Result>): Result {
  if (sent.outcome === 'done') return sent.result
  if (sent.outcome === 'unreadable') throw sent.because
  throw sent.because.with({ advice: missing.advice, hadNoEffect: missing.mayBeSentAgain })
}
