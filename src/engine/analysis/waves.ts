import type { IndexedMessage } from './indexed-message.ts'
import type { TextForms } from './text-forms.ts'
import { isRepeatedPerAuthor } from './repeats.ts'

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
  for (const group of groupsOf(entries, forms)) {
    const isCommonplace = forms.isCommonplace(group[0]?.form ?? 0)
    const time = isCommonplace ? commonplaceWindowSeconds : waveWindowSeconds
    for (const run of runs(group, time)) {
      if (!isDense(run, time)) continue
      const wave = waveOf(run)
      if (!isCommonplace || isRepeatedPerAuthor(wave.authors, run.length)) waves.push(wave)
    }
  }
  return waves.toSorted((one, other) => other.to - one.to || other.ids.length - one.ids.length)
}

/** Groups of similar messages, newest first, that are large enough for a wave. */
function groupsOf(entries: readonly IndexedMessage[], forms: TextForms): IndexedMessage[][] {
  const sizes = new Map<number, number>()
  for (const { form } of entries) sizes.set(forms.group(form), (sizes.get(forms.group(form)) ?? 0) + 1)
  const groups = new Map<number, IndexedMessage[]>()
  for (const entry of entries) {
    const group = forms.group(entry.form)
    if ((sizes.get(group) ?? 0) < minWaveSize) continue
    const members = groups.get(group)
    if (members) members.push(entry)
    else groups.set(group, [entry])
  }
  return [...groups.values()]
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
  const newestOfForm = new Map<number, { entry: IndexedMessage; count: number }>()
  for (const entry of run) {
    const known = newestOfForm.get(entry.form)
    if (known) known.count++
    else newestOfForm.set(entry.form, { entry, count: 1 })
  }
  const [mostFrequent] = [...newestOfForm.values()].toSorted((one, other) => other.count - one.count)
  return {
    ids: run.map(({ id }) => id),
    authors: new Set(run.map(({ author }) => author)).size,
    from: run.at(-1)?.time ?? 0,
    to: run[0]?.time ?? 0,
    sample: mostFrequent?.entry.message.text ?? '',
  }
}
