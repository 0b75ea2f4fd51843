import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { settingNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { soundName, type Catalogue } from '../catalogue.ts'
import { q, queryClient, refresh } from '../query.ts'
import { pick, saveSettings, type Clash, type NotKept } from '../save-settings.ts'
import { call } from '../session.ts'
import { say } from '../ui/toast.tsx'
import { dangers } from './dangers.ts'
import { asSettings, editedNames, problemOf, type Values } from './store.ts'

interface SavingOptions {
  chatId: number
  form: UseFormReturn<Values>
  base: Settings
  adopt: (held: Settings, edits: Partial<Values>) => void
  currency: string
  catalogue: Catalogue
  /** An edit is not valid. */
  onProblem: (name: SettingName) => void
}

/** The way of an edit to the service: problems, dangers, clashes, what was not kept. */
export function useSaving({ chatId, form, base, adopt, currency, catalogue, onProblem }: SavingOptions) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [reviewed, setReviewed] = useState<Values | null>(null)
  const [clashes, setClashes] = useState<{ list: Clash[]; choose: (mine: SettingName[] | null) => void } | null>(null)
  const [notKept, setNotKept] = useState<NotKept[]>([])
  useHotkeys([['mod+S', () => void save()]], [], true)

  function review() {
    const values = form.getValues()
    const problem = editedNames(base, values).find((name) => problemOf(name, values[name], base) !== null)
    if (problem) onProblem(problem)
    else setReviewed({ ...values })
  }

  const choose = (list: Clash[]) =>
    new Promise<SettingName[] | null>((resolve) => {
      setClashes({
        list,
        choose: (mine) => {
          setClashes(null)
          resolve(mine)
        },
      })
    })

  /** @param names the edits to save, after a review; all of them when left out, unless one of them is dangerous */
  async function save(names?: SettingName[]) {
    const sent = { ...form.getValues() }
    const edited = editedNames(base, sent)
    if (busy || edited.length === 0) return
    const problem = edited.find((name) => problemOf(name, sent[name], base) !== null)
    if (problem) return onProblem(problem)
    if (!names && dangers(base, asSettings(sent), { currency }).length > 0) return review()
    setReviewed(null)
    setBusy(true)
    setError(null)
    try {
      const sending = new Set(names ?? edited)
      const edits = { base, changes: pick(asSettings(sent), (name) => sending.has(name)) }
      const saved = await saveSettings({ call, chatId, edits, nameOf: soundName(catalogue), choose })
      if (!saved) return
      // What was left out, and what was typed while the save was under way, stays an edit.
      const values = form.getValues()
      const later = settingNames.filter((name) => values[name] !== sent[name] || (edited.includes(name) && !sending.has(name)))
      adopt(saved.chat, Object.fromEntries(later.map((name) => [name, values[name]])))
      queryClient.setQueryData(q('chatRead', { params: { chatId } }).queryKey, (before) => before && { ...before, data: saved.chat })
      void refresh('chatList')
      setNotKept(saved.notKept)
      if (saved.notKept.length === 0) say('Settings saved')
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    error,
    reviewed,
    clashes,
    notKept,
    save: (names?: SettingName[]) => void save(names),
    review,
    endReview: () => setReviewed(null),
    /** Takes one setting off the list of what was not kept, or all of them. */
    settle: (name?: SettingName) => setNotKept((list) => (name ? list.filter((one) => one.name !== name) : [])),
  }
}
