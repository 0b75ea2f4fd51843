// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/**
 * Runs the work while no other process does the same under this lock: two installations or builds at the same time would break each other.
 * A lock whose process has ended does not count.
 * @template T
 * @param {string} file holds the process id  @param {() => Promise<T>} work  @param {() => void} onWait called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withBuildLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  for (let attempt = 0; !take(file); attempt++) {
    if (attempt === 0) onWait()
    await setTimeout(200)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    // Fails if the file exists.
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (!isHeld(file)) rmSync(file, { force: true })
    return false
  }
}

/** @param {string} file */
function isHeld(file) {
  try {
    // Between its creation and its content the file is empty.
    const id = Number(readFileSync(file, 'utf8') || process.pid)
    process.kill(id, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
