// @ts-check
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How long files of an earlier build are served to tabs that were opened then, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000

/**
 * Puts a fresh build in the place of the one that is served, and takes over what the earlier builds of the last seven days had under assets/: a tab
 * that is open asks for those. Their names hold a hash of their content, so none stands for two things.
 * @param {string} app  @param {string} next  @param {number} now milliseconds
 */
export function replaceApp(app, next, now) {
  mkdirSync(join(next, 'assets'), { recursive: true })
  const own = new Set(readdirSync(join(next, 'assets')))
  const known = readEnds(app)
  /** @type {Record<string, number>} */
  const ends = {}
  for (const name of existsSync(app) ? readdirSync(join(app, 'assets')) : []) {
    // What the last build had itself has no end yet: it begins to be old now.
    const end = known[name] ?? now + keptFor
    if (own.has(name) || end <= now) continue
    copyFileSync(join(app, 'assets', name), join(next, 'assets', name))
    ends[name] = end
  }
  writeFileSync(endsFile(next), JSON.stringify(ends))
  rmSync(app, { recursive: true, force: true })
  renameSync(next, app)
}

/** Until when files of earlier builds are kept, in milliseconds by name. A name that begins with a dot is not served. @param {string} app */
const endsFile = (app) => join(app, '.earlier.json')

/** @param {string} app  @returns {Record<string, number>} */
const readEnds = (app) => (existsSync(endsFile(app)) ? JSON.parse(readFileSync(endsFile(app), 'utf8')) : {})
