import type { z } from 'zod/mini'
import { fieldErrors, invalid } from '#http/refusal.ts'
import { notJson } from '../refusals.ts'
import type { RequestContext } from './request-context.ts'

/** The body, parsed by the schema. Throws `invalid` if it does not match. */
export const jsonBody = async <T extends z.ZodMiniType>(c: RequestContext, schema: T): Promise<z.output<T>> =>
  parseJson(await c.req.text(), schema)

/** The same of a body that was read. */
export function parseJson<T extends z.ZodMiniType>(text: string, schema: T): z.output<T> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw notJson()
  }
  const draft = schema.safeParse(body)
  if (!draft.success) throw invalid(fieldErrors({ body: draft.error.issues }))
  return draft.data
}

/** A token without surrounding white space. Throws `invalid` for characters that cannot be sent in a header, which no service can have issued. */
export function parseToken(typed: string): string {
  const token = typed.trim()
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid({ token: ['contains characters that no token has'] })
  return token
}
