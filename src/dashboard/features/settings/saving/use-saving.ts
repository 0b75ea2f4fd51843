import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import { settingNames, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { atRisk, knownSounds } from '#dashboard/platform/service/known-sounds.ts'
import { q, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import {
  checkSave,
  pick,
  saveSettings,
  type Clash,
  type NotKept,
  uncheckedSettings,
  type Saved,
  type Unchecked,
} from '#dashboard/platform/saving/save-settings.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { settleDraft } from '#dashboard/platform/saving/settings-draft.ts'
import { errorAboveForm, errorsOntoFields } from '#dashboard/ui/form/form-errors.tsx'
import { useSaveKey } from '#dashboard/ui/overlay/keys.tsx'
import { toast, toastUnchecked } from '#dashboard/ui/feedback/toast.tsx'
import { useIsUnmounted } from '#dashboard/ui/page/use-is-unmounted.ts'
import { usePrompt } from '#dashboard/ui/overlay/use-prompt.ts'
import { expectedAfter } from '#dashboard/platform/saving/unchecked-saves.ts'
import { dangers } from './dangers.ts'
import { asSettings, editedNames, firstProblem, type SettingsForm, type Values } from '../form/store.ts'

interface SavingOptions {
  chatId: number
  form: SettingsForm
  base: Settings
  adopt: (held: Settings, edits: Partial<Values>) => void
  currency: string
  catalogue: Catalogue
  /** The value of a setting is refused, by the form or by the service. */
  onProblem: (name: SettingName) => void
}

/** The question whether to save without these sounds. */
interface LeftOut {
  names: SettingName[]
  values: Settings
}

/** The way of an edit to the service: problems, dangers, clashes, what was not kept. */
export function useSaving({ chatId, form, base, adopt, currency, catalogue, onProblem }: SavingOptions) {
  const accountId = useSession().account.id
  const [reviewed, setReviewed] = useState<Values | null>(null)
  const isLeft = useIsUnmounted()
  const [clashes, choose] = usePrompt<Clash[], SettingName[] | null>(null)
  const [leftOut, askLeftOut] = usePrompt<LeftOut, boolean>(false)
  const [notKept, setNotKept] = useState<NotKept[]>([])
  const [unchecked, setUnchecked] = useState(() => uncheckedSettings.get(String(chatId)) ?? null)
  useSaveKey(() => void save())

  /** Whether nothing is wrong with these edits; otherwise the first problem is shown. What the service refused may be sent again. */
  async function check(names: SettingName[]) {
    if (await form.trigger(names)) return true
    const problem = names.find((name) => form.getFieldState(name).invalid)
    if (problem) onProblem(problem)
    return false
  }

  async function review() {
    if (await check(editedNames(base, form.getValues()))) setReviewed({ ...form.getValues() })
  }

  function keepUnchecked(save: Unchecked | null) {
    if (save) uncheckedSettings.set(String(chatId), save)
    else uncheckedSettings.delete(String(chatId))
    setUnchecked(save)
  }

  /** @param later what stays an edit */
  function takeOver({ chat }: Saved, later: SettingName[]) {
    const values = form.getValues()
    // Also where the page was left meanwhile, and its form keeps no draft any more.
    settleDraft(accountId, chatId, chat)
    adopt(chat, Object.fromEntries(later.map((name) => [name, values[name]])))
    queryClient.setQueryData(q('chatRead', { params: { chatId } }).queryKey, (before) => before && { ...before, data: chat })
    void refresh('chatList')
  }

  function report(saved: Saved) {
    setNotKept(saved.notKept)
    if (saved.notKept.length === 0) toast('Settings saved')
  }

  /** Reads what the service made of a save that could not be checked. */
  const checking = useAction(null, async (send, save: Unchecked) => {
    try {
      const saved = await checkSave({ call: send, chatId, sounds: await knownSounds() }, save)
      keepUnchecked(null)
      // What was sent is an edit no more, unless it was edited again since.
      const values = form.getValues()
      takeOver(
        saved,
        editedNames(base, values).filter((name) => values[name] !== save.changes[name]),
      )
      report(saved)
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      if (!failure.hadNoEffect) return keepUnchecked({ ...save, because: save.isConfirmed ? failure : save.because })
      keepUnchecked(null)
      throw failure
    }
  })

  const saving = useAction(
    'chatUpdate',
    async (send, { sent, names, isReviewed }: { sent: Values; names: SettingName[]; isReviewed: boolean }) => {
      const edited = editedNames(base, sent)
      const sending = new Set(names)
      const edits = { base, changes: pick(asSettings(sent), (name) => sending.has(name)) }
      const sounds = await knownSounds()
      const saved = await saveSettings({
        call: send,
        chatId,
        edits,
        sounds,
        earlier: unchecked,
        told: isReviewed ? atRisk(catalogue, { ...base, ...edits.changes }) : [],
        mayReset: (leftOutNames, values) => askLeftOut({ names: leftOutNames, values }),
        choose,
      })
      if (!saved) return
      keepUnchecked('because' in saved ? saved : null)
      if ('because' in saved && isLeft()) toastUnchecked(`Settings of ${saved.fresh.name}`, saved.isConfirmed)
      if ('because' in saved && !saved.isConfirmed) return
      // What was left out, and what was typed while the save was under way, stays an edit.
      const values = form.getValues()
      const later = settingNames.filter((name) => values[name] !== sent[name] || (edited.includes(name) && !sending.has(name)))
      takeOver(
        'because' in saved ? { chat: withSoundNames({ ...saved.fresh, ...expectedAfter(saved) }, sounds.nameOf), notKept: [] } : saved,
        later,
      )
      if (!('because' in saved)) report(saved)
    },
    {
      onError: (failure) => {
        errorsOntoFields(form, failure)
        const problem = errorAboveForm(form, failure) === null ? firstProblem(form) : null
        if (problem) onProblem(problem)
      },
    },
  )
  const busy = saving.isPending || checking.isPending

  /** @param names the edits to save, after a review; all of them when left out, unless one of them is dangerous */
  async function save(names?: SettingName[]) {
    const edited = editedNames(base, form.getValues())
    if (busy || edited.length === 0 || !(await check(names ?? edited))) return
    const sent = { ...form.getValues() }
    if (!names && dangers(base, asSettings(sent), { currency }).length > 0) return setReviewed(sent)
    setReviewed(null)
    checking.reset()
    saving.mutate({ sent, names: names ?? edited, isReviewed: names !== undefined })
  }

  function checkAgain() {
    if (busy || !unchecked) return
    saving.reset()
    checking.mutate(unchecked)
  }

  return {
    busy,
    error: errorAboveForm(form, saving.error ?? checking.error),
    reviewed,
    clashes,
    leftOut,
    notKept,
    unchecked,
    checkAgain,
    save: (names?: SettingName[]) => void save(names),
    review: () => void review(),
    endReview: () => setReviewed(null),
    /** Takes one setting off the list of what was not kept, or all of them. */
    settle: (name?: SettingName) => setNotKept((list) => (name ? list.filter((one) => one.name !== name) : [])),
  }
}
