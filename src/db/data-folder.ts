import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { isBusy } from './errors.ts'

/** Creates a folder for data, for this user only, unless it is there. Throws a message for the operator if it cannot be created or written to. */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(
      `the data folder ${folder} cannot be created or written to (${reason}): choose another DATA_DIR, or change who owns it`,
      {
        cause: error,
      },
    )
  }
}

/** Whether other users can list or enter a folder. Always false on Windows, which has no such modes. */
export const isOpenToOthers = (folder: string): boolean => process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0

/** Prevents garbage collection, which would close the connection and so release its lock. */
const heldLocks = new Set<Sqlite.Database>()

/**
 * Locks a data folder for this process until it unlocks it or ends, however it ends: the lock is the operating system's lock on a small file, not the
 * file's existence. Commands that only open the database beside a running service do not need it. If another process holds the lock, throws a
 * message for the operator with that process's id, and changes nothing.
 * @returns unlocks the folder
 */
export function lockFolder(folder: string): () => void {
  createDataFolder(folder)
  const lock = new Sqlite(join(folder, 'roomkeeper.lock'))
  // A rollback journal would be one more file in the folder, for an empty database.
  lock.pragma('journal_mode = memory')
  try {
    lock.exec('begin immediate')
  } catch (error) {
    lock.close()
    if (isBusy(error))
      throw new Error(`${describeHolder(folder)} is already using the data in ${folder}: stop it first, or choose another DATA_DIR.`, {
        cause: error,
      })
    throw error
  }
  heldLocks.add(lock)
  // For people to read. A killed process leaves the file behind, and the next one overwrites it.
  writeFileSync(pidFile(folder), `${process.pid}\n`, { mode: 0o600 })
  return () => {
    rmSync(pidFile(folder), { force: true })
    heldLocks.delete(lock)
    lock.exec('rollback')
    lock.close()
  }
}

const pidFile = (folder: string) => join(folder, 'roomkeeper.pid')

function describeHolder(folder: string): string {
  try {
    return `Process ${readFileSync(pidFile(folder), 'utf8').trim()}`
  } catch {
    return 'Another process'
  }
}
