/** Wrong arguments or environment; the message says what is wrong. Nothing was sent. */
export class UsageError extends Error {}
