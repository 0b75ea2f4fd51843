import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type FieldValues, useForm, useWatch, type Resolver, type UseFormReturn } from 'react-hook-form'
import { type Problems, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { markMadeHere, onDraftsNeeded, partOf, readDraft, settleDraft, withoutSaved, writeDraft, type Draft } from './drafts.ts'
import { equal } from '#engine/saving/equal.ts'
import { changedNames, pick, type Fields, type FieldValue, type NameOf } from '#engine/saving/three-way.ts'

/** The edited fields. One may hold what is not valid yet, such as the text "1.5" for seconds: nothing typed is lost. */
export type Typed<T> = Record<NameOf<T>, FieldValue>

interface EditedFormOptions<T extends Fields, V extends Typed<T>> {
  /** Names the draft in this browser, unique in the account. */
  draftName: string
  /** The fields, in the order in which they are checked. */
  names: readonly NameOf<T>[]
  /** What the service holds, as read last; the same object until it is read again. It may carry more than the fields. */
  held: T
  /** Its context is the base. */
  resolver: Resolver<V, T, V>
  mode?: 'onSubmit' | 'onTouched'
  /** Whether a draft of an earlier visit is offered instead of restored: for a form that is longer than the screen, where edits might go unnoticed. */
  offersDraft?: boolean
}

export type EditedForm<T extends Fields, V extends Typed<T> = Typed<T>> = ReturnType<typeof useEditedForm<T, V>>

const draftDelayMs = 300

/** The edits of a form, against the values they began with, and their draft in this browser. */
export function useEditedForm<T extends Fields, V extends Typed<T>>(options: EditedFormOptions<T, V>) {
  const { draftName, names, held, resolver, mode = 'onSubmit', offersDraft = false } = options
  const fieldsOf = useCallback((values: T) => pick(values, (name) => names.includes(name)) as T, [names])
  const [found] = useState(() => {
    const draft = fitting(withoutSaved(readDraft(draftName), held), held, names)
    const isRestored = (name: string) => !offersDraft || draft!.madeHere.has(name)
    return { restored: draft && nonEmpty(partOf(draft, isRestored)), rest: draft && nonEmpty(partOf(draft, (name) => !isRestored(name))) }
  })
  const { restored } = found
  const [offered, setOffered] = useState<Draft | null>(found.rest)
  const [base, setBase] = useState<T>(() => ({ ...fieldsOf(held), ...restored?.base }))
  // The types of paths cannot be resolved for fields that are a type parameter.
  const form = useForm<Fields, Fields>({
    defaultValues: { ...base, ...restored?.changes },
    context: base,
    resolver: resolver as unknown as Resolver<Fields, Fields>,
    mode,
  })

  /** The edits that this form has from the table of all settings. Those beside them were typed here. */
  const fromTable = useRef<Fields>(restored?.isLive ? restored.changes : {})

  const editedIn = useCallback((values: Fields) => changedNames<Fields>(base, values, names) as NameOf<T>[], [base, names])
  const editedNames = () => editedIn(form.getValues())

  /** Takes over what the service holds, with these edits over it. */
  const adopt = useCallback(
    (newer: T, edits: Partial<Typed<T>>) => {
      const fresh = fieldsOf(newer)
      fromTable.current = pick(fromTable.current, (name) => name in edits) as Fields
      setBase(fresh)
      form.reset({ ...fresh, ...edits })
    },
    [form, fieldsOf],
  )

  // Edits are judged against the base: those of a draft, and those that stay after a save.
  useEffect(() => {
    if (editedIn(form.getValues()).length > 0) void form.trigger()
  }, [form, editedIn])

  // A newer answer of the service is taken over while nothing is edited. Otherwise saving compares the three, and only what the service holds by now,
  // saved by whomever, is no edit any more.
  const takeOver = useEffectEvent((newer: T) => {
    const values = form.getValues()
    const edited = editedNames()
    const saved = edited.filter((name) => equal(values[name], newer[name]))
    if (saved.length < edited.length) {
      if (saved.length > 0) setBase({ ...base, ...pick(newer, (name) => saved.includes(name)) })
    } else if (changedNames<Fields>(base, newer, names).length > 0) adopt(newer, {})
    setOffered(withoutSaved(offered, newer))
    settleDraft(draftName, newer)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the edits live in the form, outside React's state, and are only known here
  useEffect(() => takeOver(held), [held])

  // Another tab of the account wrote the same draft. Edits of the table of all settings are shown here too, and dropped when they are gone there. What
  // was typed here and is not in the draft stays, also where that tab saved or discarded its own. Returns whether the draft must be written again.
  const follow = useEffectEvent((): boolean => {
    const stored = readDraft(draftName)
    if (stored && !stored.isLive) return false
    const draft = fitting(withoutSaved(stored, held), held, names)
    const edits = pick(form.getValues(), (name) => editedNames().includes(name as NameOf<T>)) as Fields
    const changes = draft?.changes ?? {}
    const typedHere = pick(edits, (name) => !equal(edits[name], fromTable.current[name]) && !(name in changes)) as Fields
    const next = { ...changes, ...typedHere }
    const isTyped = (name: string) => name in typedHere
    if (draft) setOffered(null)
    fromTable.current = changes
    if (!equal(edits, next)) {
      const newBase = { ...fieldsOf(held), ...draft?.base, ...pick<Fields>(base, isTyped) }
      setBase(newBase)
      form.reset({ ...newBase, ...next })
    }
    return Object.keys(typedHere).length > 0
  })

  // Compares the values with the base of the moment: after a save both are new, and what was saved is no edit any more.
  const keepDraft = (undecided: Draft | null) => {
    const edited: string[] = editedNames()
    const isEdited = (name: string) => edited.includes(name)
    // What is offered and not decided yet is kept too.
    const draft = {
      base: { ...pick<Fields>(base, isEdited), ...undecided?.base } as Fields,
      changes: { ...undecided?.changes, ...pick<Fields>(form.getValues(), isEdited) } as Fields,
    }
    markMadeHere(draftName, edited)
    const kept = readDraft(draftName)
    // Written anew, it would be news to the other tabs, which would write it as well.
    if (kept && equal(kept.changes, draft.changes) && equal(kept.base, draft.base)) return
    writeDraft(draftName, { ...draft, at: edited.length === 0 && undecided ? undecided.at : nowMs() }, edited)
  }
  const keepNow = useEffectEvent(() => keepDraft(offered))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      timer = undefined
      keepNow()
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(write, draftDelayMs)
    }
    const now = () => timer !== undefined && (clearTimeout(timer), write())
    // All tabs share one draft. null: everything was cleared.
    const onStorage = ({ key }: StorageEvent) => {
      if ((key === null || key.endsWith(draftName)) && follow()) soon()
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: soon })
    const stop = onDraftsNeeded(now)
    addEventListener('storage', onStorage)
    return () => {
      now()
      unsubscribe()
      stop()
      removeEventListener('storage', onStorage)
    }
  }, [form, draftName])

  const restore = () => {
    if (!offered) return
    setBase((current) => ({ ...current, ...offered.base }))
    for (const [name, value] of Object.entries(offered.changes)) form.setValue(name, value, { shouldValidate: true })
    setOffered(null)
  }
  const drop = () => {
    keepDraft(null)
    setOffered(null)
  }
  return {
    // As above: outside this module the fields are known.
    form: form as unknown as UseFormReturn<V, T, V>,
    names,
    base,
    held,
    draftName,
    editedNames,
    adopt,
    draft: { offered, restore, drop },
  }
}

/**
 * For a form over what a service holds, which is its context: a value that the service took once is no reason to refuse the rest.
 * @param problemOf what is wrong with a field, in words
 */
export const resolverOfEdits =
  <T extends FieldValues, Held extends Record<keyof T, unknown> = T>(
    problemOf: (name: keyof T & string, value: T[keyof T]) => string | null | undefined,
  ): Resolver<T, Held, T> =>
  (values, held, options) => {
    const edited = Object.entries(values).filter(([name, value]) => held && value !== held[name])
    const problems = Object.fromEntries(edited.map(([name, value]) => [name, problemOf(name, value as T[keyof T])]))
    return resolverOf<T>(() => problems as Problems<T>)(values, held, options)
  }

/** The part of a draft that fits the form: another release may have had other fields. A switch stays a switch, and a list a list; a sound is a text or a number. */
function fitting<T extends Draft>(draft: T | null, held: Fields, names: readonly string[]): T | null {
  if (!draft) return null
  const kindOf = (value: FieldValue | undefined) => (typeof value === 'boolean' ? 'switch' : Array.isArray(value) ? 'list' : 'other')
  const fits = (name: string) =>
    names.includes(name) && [draft.base[name], draft.changes[name]].every((value) => kindOf(value) === kindOf(held[name]))
  return nonEmpty(partOf(draft, fits))
}

const nonEmpty = <T extends Draft>(draft: T): T | null => (Object.keys(draft.changes).length === 0 ? null : draft)

/**
 * What `select` makes of the form. The component renders again only when that changes, so it must be a text, a number, a boolean or null: typing in
 * one field then leaves the others alone.
 */
export function useFromForm<V extends Fields, C, R extends string | number | boolean | null>(
  form: UseFormReturn<V, C, V>,
  select: () => R,
): R {
  return useFromForms(
    // What the form holds is not looked at here.
    useMemo(() => [form as unknown as UseFormReturn<Fields, Fields, Fields>], [form]),
    select,
  )
}

/** The same of several forms, which are the same ones at each render. */
export function useFromForms<R extends string | number | boolean | null>(
  forms: readonly UseFormReturn<Fields, Fields, Fields>[],
  select: () => R,
): R {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = forms.map((form) => form.subscribe({ formState: { values: true, errors: true }, callback: onChange }))
      return () => stops.forEach((stop) => stop())
    },
    [forms],
  )
  return useSyncExternalStore(subscribe, select, select)
}

/** All fields of a form that is drawn as a whole: what they hold, which are edited, what is wrong with them, and how to change one. */
export function useFields<T extends Fields>(edits: EditedForm<T, T>) {
  const { base, names } = edits
  // The form's paths cannot be resolved for fields that are a type parameter.
  const form = edits.form as unknown as UseFormReturn<Fields>
  const values: T = { ...base, ...useWatch({ control: form.control }) }
  const { errors } = form.formState
  return {
    values,
    edited: names.filter((name) => !equal(values[name], base[name])),
    problems: Object.fromEntries(names.map((name) => [name, errors[name]?.message])) as Partial<Record<NameOf<T>, string>>,
    set: <Name extends NameOf<T>>(name: Name, value: T[Name]) =>
      form.setValue<string>(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid }),
  }
}
