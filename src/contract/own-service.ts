/**
 * The HTTP headers that our own service supports beyond the API document. The dashboard uses them only where the gateway says that its upstream is our
 * own service.
 */

/** A request that is repeated with the same key and the same content is not carried out again; it gets the answer of the first. */
export const idempotencyKeyHeader = 'idempotency-key'
/** `true` on an answer that is replayed. */
export const idempotencyReplayedHeader = 'idempotency-replayed'
/** How long the service remembers a key. */
export const idempotencyKeyHours = 24

/** The version of the settings that a change is based on. Answers carry it as `etag`. */
export const ifMatchHeader = 'if-match'
/** The ETag of the answer that the client already has: a read is answered with 304 and no body if it would be the same. The gateway supports this for every service. */
export const ifNoneMatchHeader = 'if-none-match'
/** The code of the refusal when the settings have another version by now. */
export const staleCode = 'changed_meanwhile'

const versions = new WeakMap<object, string>()

/** The ETag of an answer. Undefined where the service sent none: then a change cannot be made conditional. */
export const versionOf = (answer: object): string | undefined => versions.get(answer)

/** Gives an answer an ETag, if there is one. Returns the answer. */
export function withVersion<T>(answer: T & object, version: string | null | undefined): T {
  if (version) versions.set(answer, version)
  return answer
}
