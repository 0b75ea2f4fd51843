// @ts-check
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How long files of an earlier build are kept: tabs that were loaded from it, and servers that were started from it, load more of them later. */
const retentionMs = 7 * 24 * 60 * 60 * 1000

/**
 * Replaces a build with a new one, and keeps the files in one of its folders of builds from the last seven days. Their names contain a hash of their
 * content, so names never collide.
 * @param {string} current  @param {string} next  @param {'assets' | 'chunks'} kept the folder  @param {number} now milliseconds
 */
export function replaceBuild(current, next, kept, now) {
  mkdirSync(join(next, kept), { recursive: true })
  const own = new Set(readdirSync(join(next, kept)))
  const known = readExpiry(current)
  /** @type {Record<string, number>} */
  const expiry = {}
  for (const name of existsSync(join(current, kept)) ? readdirSync(join(current, kept)) : []) {
    // A file of the previous build has no expiry yet: it becomes outdated now.
    const end = known[name] ?? now + retentionMs
    if (own.has(name) || end <= now) continue
    copyFileSync(join(current, kept, name), join(next, kept, name))
    expiry[name] = end
  }
  writeFileSync(expiryFile(next), JSON.stringify(expiry))
  const old = `${current}-old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(current)) renameSync(current, old)
  renameSync(next, current)
  rmSync(old, { recursive: true, force: true })
}

/** Deletes the files of earlier builds. @param {string} current  @param {'assets' | 'chunks'} kept */
export function deleteEarlier(current, kept) {
  for (const name of Object.keys(readExpiry(current))) rmSync(join(current, kept, name), { force: true })
  writeFileSync(expiryFile(current), '{}')
}

/** The file with the expiry times of earlier builds' files, in milliseconds by name. Files whose name starts with a dot are not served. @param {string} current */
const expiryFile = (current) => join(current, '.earlier.json')

/** @param {string} current  @returns {Record<string, number>} */
const readExpiry = (current) => (existsSync(expiryFile(current)) ? JSON.parse(readFileSync(expiryFile(current), 'utf8')) : {})
