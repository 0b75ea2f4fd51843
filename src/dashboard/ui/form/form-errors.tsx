import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import { Failure } from '#contract/client.ts'
import { Icon } from '../theme/icons.tsx'

type Form<T extends FieldValues> = Pick<UseFormReturn<T>, 'getValues' | 'setError'>

const fieldsOf = <T extends FieldValues>(form: Form<T>, error: unknown) =>
  error instanceof Failure ? Object.keys(error.fields).filter((name) => name in form.getValues()) : []

/** Puts the messages of a refusal on their fields. */
export function errorsOntoFields<T extends FieldValues>(form: Form<T>, error: unknown): void {
  if (!(error instanceof Failure)) return
  for (const name of fieldsOf(form, error)) form.setError(name as Path<T>, { message: error.fields[name]?.join(' ') ?? '' })
}

/** What is left of a failure for the top of the form: null where each of its messages is on a field. */
export function errorAboveForm<T extends FieldValues>(form: Form<T>, error: unknown): unknown {
  const names = fieldsOf(form, error)
  return error instanceof Failure && names.length > 0 && names.length === Object.keys(error.fields).length ? null : error
}

/** "must not be empty" as a sentence of its own. */
export const asSentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1)

/** An error under a field: an icon and a sentence. */
export const fieldError = (message: string | undefined) =>
  message ? (
    <>
      <Icon name="error" size={14} /> {asSentence(message)}
    </>
  ) : undefined

/** What is wrong with each field, in words. */
export type Problems<T> = { [Name in keyof T]?: string | null | undefined }

/** For a form whose rules are more than a schema. */
export const resolverOf =
  <T extends FieldValues>(problemsOf: (values: T) => Problems<T> | Promise<Problems<T>>): Resolver<T, unknown, T> =>
  async (values) => {
    const problems = Object.entries(await problemsOf(values)).filter(([, message]) => message != null)
    if (problems.length === 0) return { values, errors: {} }
    return {
      values: {},
      errors: Object.fromEntries(problems.map(([name, message]) => [name, { type: 'value', message }])) as FieldErrors<T>,
    }
  }
