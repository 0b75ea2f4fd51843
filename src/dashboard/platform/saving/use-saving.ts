import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Failure } from '#contract/client.ts'
import { useWrite, type Writer } from '#dashboard/platform/api/actions.ts'
import { errorAboveForm, errorsOntoFields } from '#dashboard/ui/form/form-errors.tsx'
import { useModKey } from '#dashboard/ui/overlay/keys.tsx'
import { undoLast } from '#dashboard/platform/undo-offer.ts'
import { toast, toastUnchecked } from '#dashboard/ui/feedback/toast.tsx'
import { useIsUnmounted } from '#dashboard/ui/page/use-is-unmounted.ts'
import { usePrompt } from '#dashboard/ui/overlay/use-prompt.ts'
import { settleDraft } from './drafts.ts'
import { equal } from '#engine/saving/equal.ts'
import {
  changedNames,
  checkSave,
  expectedAfter,
  pick,
  uncheckedSaves,
  type Conflict,
  type Fields,
  type NameOf,
  type NotKept,
  type SaveTarget,
} from '#engine/saving/three-way.ts'
import { apply, type UnknownSave } from '#engine/changes/apply.ts'
import type { EditedForm, Typed } from './use-edited-form.ts'

interface SavingOptions<T extends Fields, V extends Typed<T>, Held extends T, Body, Send> {
  edits: EditedForm<T, V>
  /** Names the save where it is reported on another page: "Profile". */
  what: string
  savedMessage: string
  /** The endpoint that the target writes to: writer('accountUpdate'). */
  writes: Writer<Send>
  /** @param reviewed the changes, where the person has just seen what saving them means */
  target: (send: Send, reviewed?: Partial<T>) => SaveTarget<T, Held, Body> | Promise<SaveTarget<T, Held, Body>>
  /** Shows what the service holds now, as far as it is known, on the rest of the page. @param isChecked whether it was read back */
  onSaved: (held: Held, isChecked: boolean) => unknown
  /** Whether these edits need a review first, which it opens. Asked of edits that are valid and were not reviewed. */
  needsReview?: (values: V) => boolean | Promise<boolean>
  /** Shows the first field whose value is refused, by the form or by the service. The form sets the focus on it where this is left out. */
  onProblem?: (name: NameOf<T>) => void
  /** Its page saves several forms together: by one bar and one key, which are the page's. */
  isPart?: boolean
}

export type Saving<T extends Fields> = ReturnType<typeof useSaving<T, Typed<T>, T, T, never>>

/** The way of a form's edits to the service: problems, conflicts, what was not kept, and what could not be checked. */
export function useSaving<T extends Fields, V extends Typed<T>, Held extends T, Body, Send>(
  options: SavingOptions<T, V, Held, Body, Send>,
) {
  const {
    edits,
    what,
    savedMessage,
    writes: { name, summary, send },
    target,
    needsReview,
    onSaved,
    onProblem,
    isPart = false,
  } = options
  const { names, base, adopt, draftName, editedNames } = edits
  // The form's paths cannot be resolved for fields that are a type parameter.
  const form = edits.form as unknown as UseFormReturn<Fields, T, Fields>
  const isUnmounted = useIsUnmounted()
  const [conflicts, choose] = usePrompt<Conflict<T>[], NameOf<T>[] | null>(null)
  const [notKept, setNotKept] = useState<NotKept<T>[]>([])
  // Only this form stores under the name of its draft, so the types match.
  const [unchecked, setUnchecked] = useState(() => (uncheckedSaves.get(draftName) ?? null) as UnknownSave<T, Held, Body> | null)

  const showProblem = (name: NameOf<T>) => (onProblem ? onProblem(name) : form.setFocus(name))
  /** The first field, in the order of the form, whose value is refused. */
  const problem = () => names.find((name) => form.getFieldState(name).invalid) ?? null

  /** Whether nothing is wrong with these edits; otherwise the first problem is shown. What the service refused may be sent again. */
  async function check(some: NameOf<T>[]) {
    if (await form.trigger(some)) return true
    const wrong = some.find((name) => form.getFieldState(name).invalid)
    if (wrong) showProblem(wrong)
    return false
  }

  function keepUnchecked(save: UnknownSave<T, Held, Body> | null) {
    if (save) uncheckedSaves.set(draftName, save)
    else uncheckedSaves.delete(draftName)
    setUnchecked(save)
  }

  /** @param later what stays an edit */
  function takeOver(held: Held, later: (name: NameOf<T>) => boolean) {
    // Also where the page was left meanwhile, and its form keeps no draft any more.
    settleDraft(draftName, held)
    adopt(held, pick<Typed<T>>(form.getValues() as V, later))
  }

  async function report(held: Held, missing: NotKept<T>[]) {
    setNotKept(missing)
    await onSaved(held, true)
    if (missing.length === 0) toast(savedMessage, undoLast())
  }

  /** Reads what became of a save that could not be checked. */
  const checking = useWrite(
    null,
    null,
    async (save: UnknownSave<T, Held, Body>) => {
      try {
        const saved = await checkSave(await target(send), save)
        keepUnchecked(null)
        // What was sent is an edit no more, unless it was edited again since.
        const edited = editedNames()
        const values: Fields = form.getValues()
        takeOver(saved.held, (name) => edited.includes(name) && !equal(values[name], save.changes[name]))
        await report(saved.held, saved.notKept)
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure
        if (!failure.hadNoEffect) return keepUnchecked({ ...save, because: save.isConfirmed ? failure : save.because })
        keepUnchecked(null)
        throw failure
      }
    },
    {},
  )

  /** @returns whether the service confirmed the save */
  async function sendNow({ sent, sending, isReviewed }: { sent: Fields; sending: NameOf<T>[]; isReviewed: boolean }): Promise<boolean> {
    setNotKept([])
    const edited = changedNames<Fields>(base, sent, names)
    // They were checked before, so they are valid.
    const changes = pick<Fields>(sent, (name) => sending.includes(name)) as Partial<T>
    const to = await target(send, isReviewed ? changes : undefined)
    const saved = await apply(to, { base, changes, conflicts: choose, earlier: unchecked })
    if (saved.outcome === 'decide') return false
    const unknown = saved.outcome === 'unknown' ? saved : null
    keepUnchecked(unknown)
    if (unknown && isUnmounted()) toastUnchecked(what, unknown.isConfirmed)
    if (unknown && !unknown.isConfirmed) return false
    // What was left out, and what was typed while the save was under way, stays an edit.
    const values: Fields = form.getValues()
    const stays = (name: NameOf<T>) => !equal(values[name], sent[name]) || (edited.includes(name) && !sending.includes(name))
    const { comparable = (held: Held) => held } = to
    const held = saved.outcome === 'unknown' ? comparable({ ...saved.fresh, ...expectedAfter(saved) }) : saved.held
    takeOver(held, stays)
    if (saved.outcome === 'unknown') await onSaved(held, false)
    else await report(held, saved.notKept)
    return true
  }
  const saving = useWrite(name, summary, sendNow, {
    onError: (failure) => {
      errorsOntoFields(form, failure)
      const refused = errorAboveForm(form, failure) === null ? problem() : null
      if (refused) showProblem(refused)
    },
  })
  const busy = saving.isPending || checking.isPending

  /**
   * @param reviewed the edits to save after a review; all of them where left out
   * @returns whether the service confirmed the save. Of one that failed, or that a person has to look at first, the form says why
   */
  async function saveNow(reviewed?: NameOf<T>[]): Promise<boolean> {
    const sending = reviewed ?? editedNames()
    if (busy || sending.length === 0 || !(await check(sending))) return false
    const sent: Fields = { ...form.getValues() }
    if (!reviewed && (await needsReview?.(sent as V))) return false
    checking.reset()
    // The form shows why it failed.
    return (await saving.mutateAsync({ sent, sending, isReviewed: reviewed !== undefined }).catch(() => false)) ?? false
  }
  const save = (reviewed?: NameOf<T>[]) => void saveNow(reviewed)
  useModKey('s', () => !isPart && save())

  return {
    what,
    form,
    busy,
    error: errorAboveForm(form, saving.error ?? checking.error),
    editedNames,
    problem,
    showProblem,
    check,
    save,
    saveNow,
    conflicts,
    notKept,
    unchecked: unchecked as Pick<UnknownSave<T>, 'isConfirmed' | 'because'> | null,
    checkAgain: () => {
      if (busy || !unchecked) return
      saving.reset()
      checking.mutate(unchecked)
    },
    discard: () => {
      saving.reset()
      checking.reset()
      setNotKept([])
      adopt(edits.held, {})
    },
    /** Makes an edit of what was intended, to be saved again. */
    putBack: ({ name, intended }: NotKept<T>) => {
      form.setValue<string>(name, intended, { shouldDirty: true, shouldValidate: true })
      setNotKept((list) => list.filter((one) => one.name !== name))
    },
    /** Takes a field off the list of what was not kept, or all of them. */
    dismiss: (name?: NameOf<T>) => setNotKept((list) => (name ? list.filter((one) => one.name !== name) : [])),
  }
}
