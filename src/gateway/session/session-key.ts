import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const keyLengthBytes = 32

/**
 * The key that seals the tokens of sessions: 32 random bytes in a file, created on the first start.
 * Throws with a sentence for the operator when the file is unusable.
 */
export function loadSessionKey(file: string): Buffer {
  if (!exists(file)) create(file)
  const { mode, size } = statSync(file)
  // Windows has no such modes.
  if (process.platform !== 'win32' && mode & 0o077)
    throw new Error(`the session key ${file} can be read by other users: run chmod 600 on it`)
  if (size !== keyLengthBytes) throw new Error(`the session key ${file} must hold exactly ${keyLengthBytes} bytes, it holds ${size}`)
  return readFileSync(file)
}

const exists = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined

/** Written aside and linked into place, so that a second process starting now, or the next one after a power cut, finds a whole key or none. */
function create(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Not the process id: in a container that is the same every time, and what a power cut left behind would be in the way.
  const temporary = `${file}.${randomUUID()}.new`
  try {
    writeFileSync(temporary, randomBytes(keyLengthBytes), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(temporary, file)
  } catch (error) {
    if (!exists(file)) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}
