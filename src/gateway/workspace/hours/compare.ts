import type { HoursState } from '#contract/hours/openings.ts'
import { hoursSettings, type HoursQuestion, type HoursSetting } from '#contract/workspace/hours.ts'
import type { HoursMemory, HoursValues } from './memory.ts'

/** What opening hours may change in a chat, between what they left behind, what is there now and what the timetable wants. */

export interface HoursPlan {
  changes: Partial<HoursValues>
  /** What somebody else changed, and what therefore stays. */
  disputed: HoursQuestion['values']
  /** What the chat's own message and form were, to be put back when it opens; null: nothing is to be put back. */
  before: HoursMemory['before']
}

/** @param fresh as just read */
export function compare(
  state: HoursState,
  fresh: HoursValues,
  { held, before, attempt, follows }: Omit<HoursMemory, 'question' | 'skipped'>,
): HoursPlan {
  const isClosing = state.kind === 'closed'
  const wanted: Partial<HoursValues> = isClosing
    ? { offline: true, offlineMessage: state.message, offlineShowForm: state.showForm }
    : { offline: false, ...before }
  // A value that a try before this one was about to write is no change by somebody else.
  const isTheirs = (name: HoursSetting) => !follows && held !== null && fresh[name] !== held[name] && fresh[name] !== attempt?.[name]
  const dispute = (name: HoursSetting) => ({ setting: name, theirs: fresh[name], ours: wanted[name] ?? fresh[name] })

  // Whoever took the chat offline may have had a reason that the timetable does not know: it stays so, also where the timetable wants it closed, as it
  // would be opened again by the next change.
  if (isTheirs('offline') && (fresh.offline || fresh.offline !== wanted.offline))
    return { changes: {}, disputed: [dispute('offline')], before }

  const differing = hoursSettings.filter((name) => wanted[name] !== undefined && wanted[name] !== fresh[name])
  const changes = Object.fromEntries(
    differing.filter((name) => !isTheirs(name)).map((name) => [name, wanted[name]]),
  ) as Partial<HoursValues>
  if (!isClosing) return { changes, disputed: [], before: null }
  const own: Partial<HoursValues> = {
    ...('offlineMessage' in changes && { offlineMessage: fresh.offlineMessage }),
    ...('offlineShowForm' in changes && { offlineShowForm: fresh.offlineShowForm }),
  }
  return { changes, disputed: differing.filter(isTheirs).map(dispute), before: before ?? own }
}

/** What to compare with next time: what is theirs and not decided stays as it was. */
export const heldAfter = (kept: HoursValues, { disputed }: HoursPlan, { held }: Pick<HoursMemory, 'held'>): HoursValues => ({
  ...kept,
  ...Object.fromEntries(disputed.map(({ setting }) => [setting, held?.[setting] ?? kept[setting]])),
})
