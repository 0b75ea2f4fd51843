// @ts-check
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How long the files of an earlier build are served to tabs that were loaded from it. */
const retentionMs = 7 * 24 * 60 * 60 * 1000

/**
 * Replaces the served build with a new one, and keeps the files under assets/ of builds from the last seven days, which open tabs may still request.
 * Their names contain a hash of their content, so names never collide.
 * @param {string} app  @param {string} next  @param {number} now milliseconds
 */
export function replaceApp(app, next, now) {
  mkdirSync(join(next, 'assets'), { recursive: true })
  const own = new Set(readdirSync(join(next, 'assets')))
  const known = readExpiry(app)
  /** @type {Record<string, number>} */
  const expiry = {}
  for (const name of existsSync(app) ? readdirSync(join(app, 'assets')) : []) {
    // A file of the previous build has no expiry yet: it becomes outdated now.
    const end = known[name] ?? now + retentionMs
    if (own.has(name) || end <= now) continue
    copyFileSync(join(app, 'assets', name), join(next, 'assets', name))
    expiry[name] = end
  }
  writeFileSync(expiryFile(next), JSON.stringify(expiry))
  rmSync(app, { recursive: true, force: true })
  renameSync(next, app)
}

/** Deletes the files of earlier builds from the served one. @param {string} app */
export function deleteEarlier(app) {
  for (const name of Object.keys(readExpiry(app))) rmSync(join(app, 'assets', name), { force: true })
  writeFileSync(expiryFile(app), '{}')
}

/** The file with the expiry times of earlier builds' files, in milliseconds by name. Files whose name starts with a dot are not served. @param {string} app */
const expiryFile = (app) => join(app, '.earlier.json')

/** @param {string} app  @returns {Record<string, number>} */
const readExpiry = (app) => (existsSync(expiryFile(app)) ? JSON.parse(readFileSync(expiryFile(app), 'utf8')) : {})
