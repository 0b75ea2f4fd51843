/** Unix seconds of a time in milliseconds. */
export const toUnixSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** A time in milliseconds as `YYYY-MM-DD HH:MM:SS` in UTC (docs/assumptions.md row 20). */
export const toUtcDateTime = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
