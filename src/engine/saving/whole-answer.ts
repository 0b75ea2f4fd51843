import { Failure, type CallOptions } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'

/**
 * Once parsed, a field that an answer left out has its default, and nobody can tell it from a value. Where it is about to be sent or recorded, that would
 * put the default in the place of what the service holds. So the thing is read again: what one answer left out by mistake is in the next, and what the
 * service does not have, as an older release, is in none.
 */

/** One answer, parsed and as it was received. */
export interface Answer<T> {
  data: T
  /** undefined where it is not known. */
  raw: unknown
}

interface Whole<T> {
  data: T
  /** The fields that the service does not have. */
  absent: ReadonlySet<string>
  /** The fields that the service may have, though no answer had them. */
  unknown: string[]
}

/** As many answers in a row that leave out the same fields: the service does not have them. */
const sameAnswers = 3
/** A service that leaves out one field in 16 has then sent all 60 in all but one of 10,000 reads. */
const maxReads = 5

/**
 * The last answer, with what it left out from those before.
 * @param read null: it could not be read; then what is known already is all
 * @param absent the fields that the service is known not to have
 */
export async function readWhole<T extends object, None extends null = never>(
  read: () => Promise<Answer<T> | None>,
  names: readonly string[],
  absent: ReadonlySet<string> = new Set(),
): Promise<Whole<T> | None> {
  const first = await read()
  if (first === null) return first
  let { data } = first
  let missing = missingIn(first.raw, names)
  /** In no answer so far. */
  let never = missing
  const unknown = () => never.filter((name) => !absent.has(name))
  for (let reads = 1, same = 1; unknown().length > 0 && reads < maxReads; reads++) {
    const next = await read()
    if (next === null) break
    const left = missingIn(next.raw, names)
    const earlier = new Set(left.filter((name) => !never.includes(name)))
    data = { ...next.data, ...Object.fromEntries(Object.entries(data).filter(([name]) => earlier.has(name))) }
    never = never.filter((name) => left.includes(name))
    same = left.join() === missing.join() ? same + 1 : 1
    missing = left
    if (same === sameAnswers) return { data, absent: new Set([...absent, ...never]), unknown: [] }
  }
  return { data, absent, unknown: unknown() }
}

function missingIn(raw: unknown, names: readonly string[]): string[] {
  if (typeof raw !== 'object' || raw === null) return []
  return names.filter((name) => !(name in raw))
}

/** What is in the envelope of an answer. */
export const itemIn = (json: unknown): unknown => (json as { data?: unknown } | null | undefined)?.data

/** Sends a read, and keeps its answer as it was received as well. Rejects as `call` does. */
export async function readAnswer<T>(call: (options: Pick<CallOptions, 'onJson'>) => Promise<{ data: T }>): Promise<Answer<T>> {
  let json: unknown
  const { data } = await call({ onJson: (received) => (json = received) })
  return { data, raw: itemIn(json) }
}

/** Reads one thing for a save. */
export function createWholeReader<T extends object>(
  call: (options: Pick<CallOptions, 'onJson'>) => Promise<{ data: T }>,
  names: readonly string[],
) {
  let absent: ReadonlySet<string> = new Set()
  let nulls: ReadonlySet<string> = new Set()
  async function readOne(): Promise<Answer<T>> {
    const answer = await readAnswer(call)
    nulls = new Set(nullsIn(answer, names))
    return answer
  }
  return {
    /** Rejects where a field stays unknown: nothing may be saved then, because its default would be sent. */
    read: async (): Promise<T> => {
      const whole = await readWhole<T>(readOne, names, absent)
      if (whole.unknown.length > 0) throw new Failure('not-this-api', { reason: incomplete() })
      absent = whole.absent
      return whole.data
    },
    /** The fields that the service did not show when they were last read. */
    hidden: () => [...absent],
    /**
     * Leaves out what was not changed and is not known: what the service does not have, and texts and numbers that it sent as null. Those read as '' or as
     * the default, which would otherwise be written back in their place.
     */
    known: <B extends object>(body: B, isChanged: (name: keyof B) => boolean): B =>
      Object.fromEntries(
        Object.entries(body).filter(([name]) => isChanged(name as keyof B) || !(absent.has(name) || nulls.has(name))),
      ) as B,
  }
}

/** Null means off for a switch (docs/assumptions.md row 21), and writing that changes nothing. What stays null is written back as it was. */
const nullsIn = ({ data, raw }: Answer<object>, names: readonly string[]): string[] => {
  const [parsed, received] = [data as Record<string, unknown>, raw as Record<string, unknown> | null | undefined]
  return names.filter((name) => received?.[name] === null && parsed[name] !== null && typeof parsed[name] !== 'boolean')
}

const incomplete = () => `${serviceNameFirst()} left values out of its answers, so saving could overwrite them.`
