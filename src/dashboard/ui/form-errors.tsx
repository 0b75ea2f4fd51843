import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Failure } from '#contract/client.ts'
import { Icon } from './icons.tsx'

/** Puts the messages of a refusal on their fields. Returns what is left for the top of the form: the failure, or null. */
export function errorsOntoFields<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const names = Object.keys(error.fields).filter((name) => name in form.getValues())
  for (const name of names) form.setError(name as Path<T>, { message: error.fields[name]?.join(' ') ?? '' })
  return names.length > 0 && names.length === Object.keys(error.fields).length ? null : error
}

/** An error under a field: an icon and a sentence. */
export const fieldError = (message: string | undefined) =>
  message ? (
    <>
      <Icon name="error" size={14} /> {message.charAt(0).toUpperCase() + message.slice(1)}
    </>
  ) : undefined
