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
/** The code of the refusal when the settings have another version by now. */
export const staleCode = 'changed_meanwhile'
