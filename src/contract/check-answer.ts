import { api, type Api } from './api.ts'
import type { ReadName } from './client.ts'
import { clientSchemaOf, type Output } from './endpoint.ts'
import { refusal } from './values.ts'
import { withVersion } from './versions.ts'

/**
 * Checks an answer that came with the page in the same way as one that a call receives. Null unless it is a valid answer of this endpoint.
 * @param etag its version, see versionOf()
 */
export function checkAnswer<K extends ReadName>(name: K, json: unknown, etag: string | null): Output<Api[K]> | null {
  const parsed = clientSchemaOf(api[name]).safeParse(json)
  if (!parsed.success || refusal.safeParse(json).data?.status === false) return null
  return withVersion(parsed.data as Output<Api[K]> & object, etag)
}
