import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { createDataFolder } from './data-folder.ts'
import { isBusy } from './errors.ts'

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
