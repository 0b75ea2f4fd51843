import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch, type DefaultValues, type Path, type PathValue, type Resolver } from 'react-hook-form'
import { Failure, type WriteName } from '#contract/client.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import {
  changedFields,
  checkFields,
  pickFields,
  saveFields,
  type FieldClash,
  type FieldNotKept,
  type Fields,
  type NameOf,
  type SavedFields,
} from './save-fields.ts'
import { keep, kept, useSession, type SendRequest } from '#dashboard/platform/session/session.ts'
import { errorAboveForm, errorsOntoFields } from '#dashboard/ui/form/form-errors.tsx'
import { useSaveKey } from '#dashboard/ui/overlay/keys.tsx'
import { toast, toastUnchecked } from '#dashboard/ui/feedback/toast.tsx'
import { useIsUnmounted } from '#dashboard/ui/page/use-is-unmounted.ts'
import { usePrompt } from '#dashboard/ui/overlay/use-prompt.ts'
import { expectedAfter, uncheckedSaves, type NotChecked } from './unchecked-saves.ts'

interface FieldsFormOptions<T extends Fields> {
  /** Names the draft in this browser, and the toast: "Profile saved". */
  what: string
  /** What the service holds, as read last. */
  held: T
  /** Its context is what was on the screen when the editing began. */
  resolver: Resolver<T, T>
  read: () => Promise<T>
  /** The endpoint that `write` sends to. */
  writes: WriteName
  write: (send: SendRequest, all: T, fresh: T) => Promise<unknown>
  /** Takes what the service holds now to the rest of the page. */
  onSaved: () => unknown
}

export type FieldsForm<T extends Fields> = ReturnType<typeof useFieldsForm<T>>

interface Draft<T> {
  base: Partial<T>
  changes: Partial<T>
}

const uncheckedFields = uncheckedSaves<unknown>()

/** A form of one account: its edits, their draft in this browser until they are saved or the person signs out, and the way to the service. */
export function useFieldsForm<T extends Fields>({ what, held, resolver, read, writes, write, onSaved }: FieldsFormOptions<T>) {
  const key = `${what.toLowerCase()}-${useSession().account.id}`
  const [draft] = useState(() => draftIn<T>(kept(key), held))
  const [base, setBase] = useState<T>({ ...held, ...draft.base })
  const form = useForm<T, T>({
    defaultValues: { ...base, ...draft.changes } as DefaultValues<T>,
    context: base,
    resolver,
    mode: 'onTouched',
  })
  // The form holds every field from the start.
  const values = { ...base, ...(useWatch({ control: form.control }) as T) }
  const changed = changedFields(base, values)
  const isLeft = useIsUnmounted()
  const [clashes, choose] = usePrompt<FieldClash<T>[], NameOf<T>[] | null>(null)
  const [notKept, setNotKept] = useState<FieldNotKept<T>[]>([])
  // A form reads back what it put there itself, under a name of its own.
  const saves = uncheckedFields as Map<string, NotChecked<T, T>>
  const [unchecked, setUnchecked] = useState(() => saves.get(key) ?? null)
  useSaveKey(() => void save())

  function adopt(fresh: T, edits: Partial<T>) {
    setBase(fresh)
    form.reset({ ...fresh, ...edits })
  }

  // A newer answer of the service is taken over while nothing is edited. Otherwise saving compares the three.
  const takeOver = useEffectEvent((newer: T) => {
    if (changed.length === 0 && changedFields(base, newer).length > 0) adopt(newer, {})
  })
  const now = JSON.stringify(held)
  // oxlint-disable-next-line react/set-state-in-effect -- the edits live in the form, outside React's state, and are only known here
  useEffect(() => takeOver(JSON.parse(now) as T), [now])

  const isEdited = (name: NameOf<T>) => changed.includes(name)
  const kepts = JSON.stringify({ base: pickFields(base, isEdited), changes: pickFields(values, isEdited) } satisfies Draft<T>)
  useEffect(() => {
    const write = () => {
      try {
        keep(key, kepts === nothingEdited ? null : kepts)
      } catch {
        // Storage is full or switched off: no reason to stop editing.
      }
    }
    write()
    // Another tab of the account saved or dropped its edits, and the draft of these with them: all tabs keep one.
    const writeAgain = ({ newValue }: StorageEvent) => {
      if (newValue === null && kepts !== nothingEdited && kept(key) === null) write()
    }
    addEventListener('storage', writeAgain)
    return () => removeEventListener('storage', writeAgain)
  }, [key, kepts])

  function keepUnchecked(save: NotChecked<T, T> | null) {
    if (save) saves.set(key, save)
    else saves.delete(key)
    setUnchecked(save)
  }

  async function report(saved: SavedFields<T>) {
    setNotKept(saved.notKept)
    await onSaved()
    if (saved.notKept.length === 0) toast(`${what} saved`)
  }

  /** Reads what the service made of a save that could not be checked. */
  const checking = useAction(null, async (_, save: NotChecked<T, T>) => {
    try {
      const saved = await checkFields(read, save)
      keepUnchecked(null)
      // What was sent is an edit no more, unless it was edited again since.
      const later = form.getValues()
      adopt(
        saved.held,
        pickFields<T>(later, (name) => later[name] !== base[name] && later[name] !== save.changes[name]),
      )
      await report(saved)
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      if (!failure.hadNoEffect) return keepUnchecked({ ...save, because: save.isConfirmed ? failure : save.because })
      keepUnchecked(null)
      throw failure
    }
  })

  const saving = useAction(
    writes,
    async (send, sent: T) => {
      setNotKept([])
      const edits = { base, changes: pickFields<T>(sent, (name) => sent[name] !== base[name]) }
      const saved = await saveFields({ read, write: (all, fresh) => write(send, all, fresh), edits, earlier: unchecked, choose })
      if (!saved) return
      keepUnchecked('because' in saved ? saved : null)
      if ('because' in saved && isLeft()) toastUnchecked(what, saved.isConfirmed)
      if ('because' in saved && !saved.isConfirmed) return
      // What was typed while the save was under way stays an edit.
      const later = form.getValues()
      adopt(
        'because' in saved ? expectedAfter(saved) : saved.held,
        pickFields<T>(later, (name) => later[name] !== sent[name]),
      )
      if (!('because' in saved)) await report(saved)
    },
    { onError: (failure) => errorsOntoFields(form, failure) },
  )
  const busy = saving.isPending || checking.isPending

  async function save() {
    if (busy || changed.length === 0 || !(await form.trigger(undefined, { shouldFocus: true }))) return
    checking.reset()
    saving.mutate({ ...form.getValues() })
  }

  function checkAgain() {
    if (busy || !unchecked) return
    saving.reset()
    checking.mutate(unchecked)
  }

  return {
    form,
    base,
    values,
    changed,
    busy,
    error: errorAboveForm(form, saving.error ?? checking.error),
    clashes,
    notKept,
    unchecked,
    checkAgain,
    save: () => void save(),
    discard: () => {
      saving.reset()
      checking.reset()
      setNotKept([])
      adopt(held, {})
    },
    /** Makes an edit of what was meant, to be saved again. */
    putBack: ({ name, meant }: FieldNotKept<T>) => {
      form.setValue(name as unknown as Path<T>, meant as PathValue<T, Path<T>>, { shouldDirty: true })
      setNotKept((list) => list.filter((one) => one.name !== name))
    },
    dropNotKept: () => setNotKept([]),
  }
}

const nothingEdited = JSON.stringify({ base: {}, changes: {} })

/** The part of a draft that fits the form; nothing where there is none, or one of another release. */
function draftIn<T extends Fields>(text: string | null, held: T): Draft<T> {
  try {
    const { base, changes } = JSON.parse(text ?? '') as Draft<Fields>
    const fits = (name: string) => name in held && typeof changes[name] === typeof held[name] && typeof base[name] === typeof held[name]
    return { base: pickFields(base, fits), changes: pickFields(changes, fits) } as Draft<T>
  } catch {
    return { base: {}, changes: {} }
  }
}
