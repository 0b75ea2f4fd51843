import { messageOf } from '#db/errors.ts'
import { BadSettings } from './env.ts'

/** Why the start failed: a message without a stack, one line per problem. */
export function explainStartError(error: unknown): string {
  if (error instanceof BadSettings) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${portOf(error)} is already in use: stop the other program, or choose another port with PORT, or METRICS_PORT for the metrics.`
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Cannot start: ${messageOf(error)}. HOST, PORT and DATA_DIR decide where it listens and writes.`
  const message = messageOf(error)
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return `Cannot start: the database in the data folder is damaged (${message}). Restore the last backup (docs/operations.md, Restore).`
  return `Cannot start: ${message}`
}

const portOf = (error: unknown) => (error instanceof Error && 'port' in error ? String(error.port) : '')
