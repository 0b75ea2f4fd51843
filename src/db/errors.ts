/** What a failed statement means, for both engines. Codes: SQLite's extended result names, PostgreSQL's SQLSTATE, Node's system errors. */

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** 40001: serialization failure, 40P01: deadlock. Both mean "try the whole transaction again". */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

/** Whether a change was refused because a row with this key is there already. */
export const isDuplicate = (error: unknown) => ['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(codeOf(error))

/** Disk full, file not to be opened or written. */
const sqliteTrouble = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/
/** Connection (08), resources such as disk and connections (53), shutdown and time limits (57), and conflicts that outlasted every try (40). */
const postgresTrouble = /^(08|53|57|40)[0-9A-Z]{3}$/
const networkTrouble = /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
/** The driver's own failures carry words and no code. */
const driverTrouble = /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Cannot use a pool/i

/** Whether the database is out of reach for now, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code ? [sqliteTrouble, postgresTrouble, networkTrouble].some((pattern) => pattern.test(code)) : driverTrouble.test(error.message)
}
