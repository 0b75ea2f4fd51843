import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { isBusy } from './errors.ts'

/** Kept here, because a connection that nobody refers to is closed as garbage, and its lock would go with it. */
const held = new Set<Sqlite.Database>()

/**
 * Keeps a data folder to this process until it lets go or ends, however it ends: what holds is a lock of the operating system on a small file, not
 * the file. Commands that only open the database beside a running service need no such lock. Throws a sentence for the operator, with the
 * other's process id, where another process has the folder, and has changed nothing then.
 * @returns lets go of the folder
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new Sqlite(join(folder, 'roomkeeper.lock'))
  // Its rollback journal would be one more file in the folder, for a database that holds nothing.
  lock.pragma('journal_mode = memory')
  try {
    lock.exec('begin immediate')
  } catch (error) {
    lock.close()
    if (isBusy(error))
      throw new Error(`${holderOf(folder)} is using the data in ${folder} already: stop it first, or choose another DATA_DIR.`, {
        cause: error,
      })
    throw error
  }
  held.add(lock)
  // Only for people to read. A process that was killed leaves its own behind, and the next one writes over it.
  writeFileSync(idFile(folder), `${process.pid}\n`, { mode: 0o600 })
  return () => {
    rmSync(idFile(folder), { force: true })
    held.delete(lock)
    lock.exec('rollback')
    lock.close()
  }
}

const idFile = (folder: string) => join(folder, 'roomkeeper.pid')

function holderOf(folder: string): string {
  try {
    return `Process ${readFileSync(idFile(folder), 'utf8').trim()}`
  } catch {
    return 'Another process'
  }
}
