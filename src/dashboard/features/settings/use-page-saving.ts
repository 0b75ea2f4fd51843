import { useMemo } from 'react'
import type { SettingName } from '#contract/settings.ts'
import { createStore } from '#dashboard/ui/store.ts'
import { useModKey } from '#dashboard/ui/overlay/keys.tsx'
import type { HoursPart } from './form/store.ts'
import { useSettingsSaving } from './use-settings-saving.ts'

/**
 * Saves the settings and the opening hours of the page together: first everything is checked and asked, then the settings are sent, and once the
 * service has confirmed them the hours. What was not sent or not confirmed stays an edit, and the bar names it.
 */
export function usePageSaving(options: Parameters<typeof useSettingsSaving>[0]) {
  const hours = useMemo(() => createStore<HoursPart | null>(null), [])
  const { saving, ...review } = useSettingsSaving(options)

  /** @param reviewed the settings to save after a review, which leaves out none of the hours */
  async function saveAll(reviewed?: SettingName[]) {
    const part = hours.get()
    const isOfHours = part !== null && part.edited > 0
    const names = reviewed ?? saving.editedNames()
    if (saving.busy || part?.saving.busy || !(await saving.check(names))) return
    if (isOfHours && !(await part.saving.check(part.saving.editedNames()))) return
    if (!reviewed && names.length > 0 && review.needsReview()) return review.review()
    if (isOfHours && !(await part.mayTake())) return
    if (reviewed) review.closeReview(names.length > 0)
    if (names.length > 0 && !(await saving.saveNow(reviewed))) return
    // As they are by now: the group was drawn again meanwhile.
    if (isOfHours) await (hours.get() ?? part).saving.saveNow()
  }
  useModKey('s', () => void saveAll())
  return { saving, hours, saveAll, ...review }
}
