import type { IndexedMessage } from './indexed-message.ts'
import type { TextForms } from './text-forms.ts'
import { areInsistent } from './repeats.ts'

/** Many almost equal messages within a short time. */
export interface Wave {
  /** Newest first. */
  ids: number[]
  authors: number
  /** Seconds: the first and the last message. */
  from: number
  to: number
  /** The most frequent text, as its newest message has it. */
  sample: string
}

/** How many almost equal messages are a wave. */
const waveLeast = 8
/** Seconds within which that many come, and of silence that end a wave. */
const waveTime = 10 * 60
/** The same for what everybody says. */
const commonplaceTime = 60

/** The waves in what is loaded, the one that ended last in front. @param entries newest first */
export function findWaves(entries: readonly IndexedMessage[], forms: TextForms): Wave[] {
  const waves: Wave[] = []
  for (const alike of groupsOf(entries, forms)) {
    const commonplace = forms.isCommonplace(alike[0]?.form ?? 0)
    const time = commonplace ? commonplaceTime : waveTime
    for (const run of runs(alike, time)) {
      if (!isDense(run, time)) continue
      const wave = waveOf(run)
      if (!commonplace || areInsistent(wave.authors, run.length)) waves.push(wave)
    }
  }
  return waves.toSorted((one, other) => other.to - one.to || other.ids.length - one.ids.length)
}

/** Almost equal messages, newest first, where there are enough of them. */
function groupsOf(entries: readonly IndexedMessage[], forms: TextForms): IndexedMessage[][] {
  const sizes = new Map<number, number>()
  for (const { form } of entries) sizes.set(forms.group(form), (sizes.get(forms.group(form)) ?? 0) + 1)
  const groups = new Map<number, IndexedMessage[]>()
  for (const entry of entries) {
    const group = forms.group(entry.form)
    if ((sizes.get(group) ?? 0) < waveLeast) continue
    const members = groups.get(group)
    if (members) members.push(entry)
    else groups.set(group, [entry])
  }
  return [...groups.values()]
}

/** Parts the messages wherever nothing came for longer than `silence` seconds. @param entries newest first */
function runs(entries: IndexedMessage[], silence: number): IndexedMessage[][] {
  const all: IndexedMessage[][] = []
  let later = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    if (later - entry.time > silence) all.push([])
    all.at(-1)?.push(entry)
    later = entry.time
  }
  return all
}

/** Whether somewhere enough of them come within the time. @param run newest first */
const isDense = (run: IndexedMessage[], time: number) =>
  run.some((entry, index) => {
    const last = run[index + waveLeast - 1]
    return last !== undefined && entry.time - last.time <= time
  })

function waveOf(run: IndexedMessage[]): Wave {
  const newestOfForm = new Map<number, { entry: IndexedMessage; count: number }>()
  for (const entry of run) {
    const known = newestOfForm.get(entry.form)
    if (known) known.count++
    else newestOfForm.set(entry.form, { entry, count: 1 })
  }
  const [most] = [...newestOfForm.values()].toSorted((one, other) => other.count - one.count)
  return {
    ids: run.map(({ id }) => id),
    authors: new Set(run.map(({ author }) => author)).size,
    from: run.at(-1)?.time ?? 0,
    to: run[0]?.time ?? 0,
    sample: most?.entry.message.text ?? '',
  }
}
