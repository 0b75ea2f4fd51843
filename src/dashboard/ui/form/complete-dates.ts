import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/**
 * A date that is typed in part has no value, so it would be dropped without a word. Adds to a resolver that the browser must be able to read what
 * stands in each registered field.
 */
export const requireCompleteDates =
  <In extends FieldValues, Context, Out>(resolver: Resolver<In, Context, Out>): Resolver<In, Context, Out> =>
  async (values, context, options) => {
    const result = await resolver(values, context, options)
    const partial = Object.entries(options.fields).filter(([, field]) => isPartial(field?.ref))
    if (partial.length === 0) return result
    const errors = Object.fromEntries(
      partial.map(([name, field]) => [name, { type: 'badInput', message: 'Complete the date, or clear it', ref: field?.ref }]),
    )
    return { values: {}, errors: { ...result.errors, ...errors } as FieldErrors<In> }
  }

const isPartial = (field: unknown) => field instanceof HTMLInputElement && field.validity.badInput
