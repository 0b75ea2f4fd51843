import { groupBy } from '../group-by.ts'
import type { IndexedMessage } from './indexed-message.ts'
import type { TextForms } from './text-forms.ts'

/** A text is repeated when at least this many messages have its normal form. */
const minRepeats = 5
/** A commonplace text, such as "hello" or applause, is repeated only if its authors wrote it this often on average. */
const minRepeatsPerAuthor = 3

const isRepeatedPerAuthor = (messages: readonly IndexedMessage[]): boolean => authorsIn(messages) * minRepeatsPerAuthor <= messages.length

const authorsIn = (messages: readonly IndexedMessage[]): number => new Set(messages.map(({ author }) => author)).size

/** The repeated normal forms, each with its number of messages. */
export function repeatedForms(entries: readonly IndexedMessage[], forms: TextForms): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { form } of entries) counts.set(form, (counts.get(form) ?? 0) + 1)
  const repeated = new Map([...counts].filter(([, count]) => count >= minRepeats))
  const commonplace = entries.filter(({ form }) => forms.isCommonplace(form) && repeated.has(form))
  for (const [form, same] of groupBy(commonplace, (entry) => entry.form)) if (!isRepeatedPerAuthor(same)) repeated.delete(form)
  return repeated
}

/** Many messages with nearly the same text within a short time. */
export interface Wave {
  /** Newest first. */
  ids: number[]
  authors: number
  /** Times of the first and the last message, in seconds. */
  from: number
  to: number
  /** The most frequent text, as written in its newest message. */
  sample: string
}

/** A wave has at least this many messages. */
export const minWaveSize = 8
/** That many messages must come within this time, and a pause of this length ends a wave. */
export const waveWindowSeconds = 10 * 60
/** The same for commonplace texts. */
const commonplaceWindowSeconds = 60

/** The waves in the loaded messages, the one that ended last first. @param entries newest first */
export function findWaves(entries: readonly IndexedMessage[], forms: TextForms): Wave[] {
  const waves: Wave[] = []
  for (const group of groupBy(entries, ({ form }) => forms.group(form)).values()) {
    if (group.length < minWaveSize) continue
    const isCommonplace = forms.isCommonplace(group[0]?.form ?? 0)
    const time = isCommonplace ? commonplaceWindowSeconds : waveWindowSeconds
    for (const run of runs(group, time)) {
      if (!isDense(run, time)) continue
      if (!isCommonplace || isRepeatedPerAuthor(run)) waves.push(waveOf(run))
    }
  }
  return waves.toSorted((one, other) => other.to - one.to || other.ids.length - one.ids.length)
}

/** Splits messages wherever there was a pause of more than `maxGap` seconds. @param entries newest first */
function runs(entries: IndexedMessage[], maxGap: number): IndexedMessage[][] {
  const all: IndexedMessage[][] = []
  let later = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    if (later - entry.time > maxGap) all.push([])
    all.at(-1)?.push(entry)
    later = entry.time
  }
  return all
}

/** Whether enough messages for a wave come within `time` seconds somewhere in the run. @param run newest first */
const isDense = (run: IndexedMessage[], time: number) =>
  run.some((entry, index) => {
    const last = run[index + minWaveSize - 1]
    return last !== undefined && entry.time - last.time <= time
  })

function waveOf(run: IndexedMessage[]): Wave {
  const [mostFrequent] = [...groupBy(run, ({ form }) => form).values()].toSorted((one, other) => other.length - one.length)
  return {
    ids: run.map(({ id }) => id),
    authors: authorsIn(run),
    from: run.at(-1)?.time ?? 0,
    to: run[0]?.time ?? 0,
    sample: mostFrequent?.[0]?.message.text ?? '',
  }
}
