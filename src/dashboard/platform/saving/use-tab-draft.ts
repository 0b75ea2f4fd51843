import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { keep, kept } from '#dashboard/platform/session/session.ts'

/**
 * Keeps what is typed in a form in this tab: after a reload or a crash it is there again. Dropped when the form is left, and when somebody signs out.
 * @param name tells the form from all others of all accounts
 */
export function useTabDraft<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, name: string): void {
  useEffect(() => {
    const typed = draftIn(kept(name, sessionStorage), form.getValues())
    for (const [field, value] of Object.entries(typed))
      form.setValue(field as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true })
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        try {
          keep(name, JSON.stringify(values), sessionStorage)
        } catch {
          // Storage is full or switched off: no reason to stop typing.
        }
      },
    })
    return () => {
      unsubscribe()
      keep(name, null, sessionStorage)
    }
  }, [form, name])
}

/** What of a draft fits the form; nothing where there is none, or one of another release. */
function draftIn(text: string | null, values: FieldValues): FieldValues {
  try {
    const draft = JSON.parse(text ?? '') as FieldValues
    return Object.fromEntries(Object.entries(draft).filter(([field, value]) => typeof value === typeof values[field]))
  } catch {
    return {}
  }
}
