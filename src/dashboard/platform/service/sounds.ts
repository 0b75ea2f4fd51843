import { soundSettings, type Settings, type SettingsWrite, type SoundName } from '#contract/settings-derive.ts'
import type { SoundEvidence } from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'

/**
 * The sounds of a service that is not ours. The API document writes them by name, reads them by number and does not show the mapping
 * (docs/assumptions.md row 4), so a number has no name until this service has shown it, or its operator has declared it.
 */

export interface Sound {
  /** null: only the name is known, as one that may be tried. */
  id: number | null
  name: string
  label: string
}

/** A write that the service confirmed, between two readings. */
export interface ConfirmedWrite {
  /** As read, sounds by number; null where the write created the chat. */
  before: Settings | null
  sent: Partial<SettingsWrite>
  /** As read, sounds by number. */
  after: Settings
}

/**
 * The evidence with one more write. A number that was there before proves nothing about the name that was written: the service may have ignored it.
 * Neither does a number that this write also gave to a sound it left out: that is what the service resets to.
 */
export function withWrite(evidence: SoundEvidence, { before, sent, after }: ConfirmedWrite): SoundEvidence {
  const readBack: SoundEvidence['readBack'] = []
  const kept: SoundEvidence['kept'] = []
  const resetTo = new Set<string | number>()
  for (const setting of soundSettings) {
    const [was, is, written] = [before?.[setting], after[setting], sent[setting]]
    if (written !== undefined) {
      if (typeof is === 'number' && is !== was) readBack.push([written, is])
    } else if (typeof was === 'number') {
      if (is === was) kept.push([setting, was])
      else resetTo.add(is)
    }
  }
  return {
    readBack: withoutRepeats([...evidence.readBack, ...readBack.filter(([, number]) => !resetTo.has(number))]),
    kept: withoutRepeats([...evidence.kept, ...kept]),
    resets: evidence.resets || resetTo.size > 0,
  }
}

const withoutRepeats = <T extends [string, number]>(pairs: T[]): T[] =>
  pairs.filter(([text, number], index) => pairs.findIndex((other) => other[0] === text && other[1] === number) === index)

/**
 * The names that numbers have for certain. Where two names were read back as one number, or one name as two numbers, none of them counts,
 * unless the operator's word decides between them. What the operator says is dropped where the service has only ever shown something else.
 */
export function namesByNumber(declared: readonly { id: number; name: string }[], { readBack }: SoundEvidence): Map<number, string> {
  const contradicts = (name: string, number: number) => (other: readonly [string, number]) => (other[0] === name) !== (other[1] === number)
  const stated = declared.map(({ id, name }) => [name, id] as const)
  const isShown = (name: string, number: number) => readBack.some((other) => other[0] === name && other[1] === number)
  const confirmed = [
    ...stated.filter(([name, number]) => isShown(name, number) || !readBack.some(contradicts(name, number))),
    ...readBack.filter(([name, number]) => ![...stated, ...readBack].some(contradicts(name, number))),
  ]
  return new Map(confirmed.map(([name, number]) => [number, name]))
}

/**
 * The sounds that an update leaves out and that the service may therefore reset: it has not been seen to keep this number there, nor two different
 * numbers of any one setting, which no reset to a fixed value would do.
 */
export function soundsAtRisk({ kept, resets }: SoundEvidence, fresh: Settings, nameOf: SoundName): SettingName[] {
  const keepsAny = kept.some(([setting, number]) => kept.some((other) => other[0] === setting && other[1] !== number))
  return soundSettings.filter((setting) => {
    const value = fresh[setting]
    if (typeof value !== 'number' || nameOf(value) !== undefined) return false
    return resets || !(keepsAny || kept.some((other) => other[0] === setting && other[1] === value))
  })
}
