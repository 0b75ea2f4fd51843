/**
 * A path, or a part of one, as it may stand in a log: what is longer than any id or range of addresses may be a token that somebody took for an id,
 * and leaves no more than its beginning.
 */
export const redact = (path: string): string => path.replace(/[^/]{32,}/g, (word) => `${word.slice(0, 4)}…`)
