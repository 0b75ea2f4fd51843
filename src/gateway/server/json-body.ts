import type { z } from 'zod/mini'
import { fieldErrors, invalid } from '#http/refusal.ts'
import type { RequestContext } from './request-context.ts'
import { notJson } from '../refusals.ts'

/** The body as the schema knows it; throws `invalid` where it is something else. */
export async function jsonBody<T extends z.ZodMiniType>(c: RequestContext, schema: T): Promise<z.output<T>> {
  const body: unknown = await c.req.json().catch(() => {
    throw notJson()
  })
  const draft = schema.safeParse(body)
  if (!draft.success) throw invalid(fieldErrors({ body: draft.error.issues }))
  return draft.data
}

/** A token without the spaces around it. Other characters cannot stand in a header, so no service can have given them out. */
export function parseToken(typed: string): string {
  const token = typed.trim()
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid({ token: ['contains characters that no token has'] })
  return token
}
