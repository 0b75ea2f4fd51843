/** Whole seconds since 1970, of milliseconds. */
export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** `YYYY-MM-DD HH:MM:SS` in UTC, of milliseconds (docs/assumptions.md row 20). */
export const toTextDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
