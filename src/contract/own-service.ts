/**
 * What our own service speaks beyond the API document: two headers of HTTP. The dashboard uses them only where the gateway says that its upstream
 * is our own service; no other service is expected to know them.
 */

/** Names one act: a request that comes again with the same key and the same content is not done again, it gets the answer of the first. */
export const idempotencyKeyHeader = 'idempotency-key'
/** `true` on an answer that was given before. */
export const idempotencyReplayedHeader = 'idempotency-replayed'
/** How long the service remembers a key. */
export const idempotencyKeyHours = 24

/** The version of the settings that a change was made for; answers tell it as `etag`. */
export const ifMatchHeader = 'if-match'
/** The code of the refusal where they have another version by now. */
export const staleCode = 'changed_meanwhile'
