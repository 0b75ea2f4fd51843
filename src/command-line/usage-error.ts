import type { z } from 'zod/mini'

/** Wrong arguments or environment; the message says what is wrong. Nothing was sent. */
export class UsageError extends Error {}

/** The value as a schema parses it. Throws a UsageError that names what is wrong. */
export function checked<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'It'} ${message}.`)
  throw new UsageError(problems.join(' '))
}
