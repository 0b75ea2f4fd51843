import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const keyLengthBytes = 32

/**
 * Loads the key from which all others are derived (seal.ts): 32 random bytes in a file, created at the first start.
 * Throws an error with a message for the operator if the file is unusable.
 */
export function loadSessionKey(file: string): Buffer {
  if (!exists(file)) create(file)
  return readKey(file)
}

/** Throws an error with a message for the operator unless there is a usable key. */
export function readKey(file: string): Buffer {
  if (!exists(file)) throw new Error(`the session key ${file} does not exist`)
  const { mode, size } = statSync(file)
  // Windows has no such modes.
  if (process.platform !== 'win32' && mode & 0o077)
    throw new Error(`the session key ${file} can be read by other users: run chmod 600 on it`)
  if (size !== keyLengthBytes) throw new Error(`the session key ${file} must have exactly ${keyLengthBytes} bytes, but has ${size}`)
  return readFileSync(file)
}

export const exists = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined

/** Writes a temporary file and links it into place, so that a process starting at the same time, or after a power cut, finds a complete key or none. */
function create(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Not named by process id: in a container it is the same every time, and would collide with a file left by a power cut.
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
