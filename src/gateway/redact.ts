/**
 * A path, or a segment of one, for a log. A segment longer than any id or address range may be a token that somebody mistook for an id, so only its
 * first characters are kept.
 */
export const redact = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.length < 32 ? segment : `${segment.slice(0, 4)}…`))
    .join('/')
