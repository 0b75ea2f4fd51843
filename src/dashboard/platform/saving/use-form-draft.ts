import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { localJson, setLocalText } from '#dashboard/platform/session/session-state.ts'

/**
 * Keeps what is typed into a form for something new in this tab: after a reload or a crash it is there again. Dropped when the form is left, and
 * when somebody signs out.
 * @param name of the draft, unique in the account
 */
export function useFormDraft<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, name: string): void {
  useEffect(() => {
    const empty: FieldValues = form.getValues()
    for (const [field, value] of Object.entries(localJson(name, sessionStorage) ?? {}))
      // A draft of another release may not fit the form.
      if (typeof value === typeof empty[field]) form.setValue(field as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true })
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => setLocalText(name, JSON.stringify(values), sessionStorage),
    })
    return () => {
      unsubscribe()
      setLocalText(name, '', sessionStorage)
    }
  }, [form, name])
}
