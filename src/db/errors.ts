import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a failed statement means on either engine. Codes: SQLite's extended result codes, PostgreSQL's SQLSTATE, Node's system errors. */

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** 40001: serialization failure, 40P01: deadlock. Both mean that the whole transaction should be retried. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

/** Whether a write failed because a row with this key exists already. */
export const isDuplicate = (error: unknown) => ['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(codeOf(error))

/** Locked, disk full, or the file cannot be opened, read or written. */
const sqliteOutage = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/
/** Connection (08), resources such as disk and connections (53), shutdown and time limits (57, 25P03), and conflicts that outlasted every attempt (40). */
const postgresOutage = /^((08|53|57|40)[0-9A-Z]{3}|25P03)$/
const networkOutage = /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
/** The driver's own errors have a message and no code. */
const driverOutage = /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Cannot use a pool/i

/** Citus gives these no code of their own: a worker failed while it committed. The transaction may be stored, or not. */
const citusOutage = /could not commit transaction for shard|failure on connection marked as essential/
const internalError = 'XX000'

/** Whether the database is temporarily unavailable, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === internalError) return citusOutage.test(error.message)
  return code ? [sqliteOutage, postgresOutage, networkOutage].some((pattern) => pattern.test(code)) : driverOutage.test(error.message)
}

/**
 * What a failure of the system or of the parser of options says to the person who runs a command, without its codes. Other failures
 * speak for themselves. Begins like the message of a driver: small, without a full stop.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
    case '53100':
      return 'the disk is full'
    case 'EROFS':
      return `${path} cannot be written: its file system is read-only`
    // A file that is about to be written has a temporary name, which helps nobody: its folder is what can be mended.
    case 'ENOENT':
      if (path === undefined) return message
      return existsSync(dirname(path)) ? `there is no file ${path}` : `there is no folder ${dirname(path)}`
    case 'EACCES':
    case 'EPERM':
      if (path === undefined) return message
      return existsSync(path) ? `this user has no access to ${path}` : `this user cannot write to the folder ${dirname(path)}`
    case 'EISDIR':
      return path === undefined ? 'it is a folder, not a file' : `${path} is a folder, not a file`
    default:
      // What follows explains how to begin an argument with a hyphen.
      return code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? message.replace(/\. .*$/s, '') : message
  }
}
