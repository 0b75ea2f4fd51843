import { blockingSetting, changedSettings, setting, settingNames, type Settings } from '#contract/settings-derive.ts'
import { diagnose, type DoctorFinding } from '#contract/settings-doctor.ts'
import type { SettingName } from '#contract/settings.ts'
import { blockedBy } from '#dashboard/platform/saving/blocked-by.ts'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'

/** What follows from the changes of one chat, beside the changes themselves. */
export interface Consequences {
  /** What the settings doctor says after the change and did not say before. */
  found: DoctorFinding[]
  resolved: DoctorFinding[]
  /** Sentences, each with the setting it is about. */
  notes: { about: SettingName; text: string }[]
}

export function consequences(before: Settings, after: Settings, account: { currency: string }): Consequences {
  const [old, now] = [diagnose(before, account), diagnose(after, account)]
  const isNew = (list: DoctorFinding[]) => (finding: DoctorFinding) => list.every(({ rule }) => rule !== finding.rule)
  return { found: now.filter(isNew(old)), resolved: old.filter(isNew(now)), notes: notesOn(before, after) }
}

function notesOn(before: Settings, after: Settings): Consequences['notes'] {
  const changed = changedSettings(before, after)
  const notes: Consequences['notes'] = []
  for (const name of changed) {
    const blocker = blockingSetting(name, after)
    if (blocker) notes.push({ about: name, text: `${setting(name).label}: ${blockedBy(blocker, after[blocker]).replace(/^N/, 'n')}.` })
  }
  /** By the setting that takes their effect away. */
  const lost = new Map<SettingName, SettingName[]>()
  for (const name of settingNames) {
    const blocker = blockingSetting(name, after)
    const hadEffect = before[name] !== false && before[name] !== '' && blockingSetting(name, before) === null
    if (blocker && hadEffect && changed.includes(blocker) && !changed.includes(name))
      lost.set(blocker, [...(lost.get(blocker) ?? []), name])
  }
  for (const [about, names] of lost) {
    const labels = listed(names.map((name) => setting(name).label))
    notes.push({ about, text: plural(names.length, '{labels} has no effect any more.', '{labels} have no effect any more.', { labels }) })
  }
  if (before.allowLinks && !after.allowLinks && /https?:\/\//i.test(after.groupChatWelcomeMessage))
    notes.push({ about: 'allowLinks', text: 'The group welcome message has a link. It becomes plain text.' })
  return notes
}
