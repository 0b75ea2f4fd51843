import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceBuild } from '../../scripts/replace-build.mjs'
import { figure } from '../../src/test-figure.ts'

/** R15: releases every two days for a month; each file must be served for seven days after the last release that included it, and not much longer. */

const day = 24 * 60 * 60 * 1000
const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-releases-'))
const [app, next] = [join(folder, 'app'), join(folder, 'next')]

/** When each file was last part of the current release, in milliseconds. */
const last = new Map<string, number>()
let current: string[] = []
let tooSoon = 0
let tooLate = 0
let longest = 0

for (let release = 0; release < 15; release++) {
  const now = release * 2 * day
  for (const name of current) last.set(name, now)
  mkdirSync(join(next, 'assets'), { recursive: true })
  // One file of its own, one that stays for three releases, one that returns after a while.
  for (const name of [`own-${release}.js`, `three-${Math.floor(release / 3)}.js`, `now-and-then-${release % 5}.js`]) {
    writeFileSync(join(next, 'assets', name), name)
    last.set(name, now)
  }
  current = readdirSync(join(next, 'assets'))
  replaceBuild(app, next, 'assets', now)
  const served = new Set(readdirSync(join(app, 'assets')))
  for (const [name, at] of last) {
    const age = current.includes(name) ? 0 : now - at
    if (age < 7 * day && !served.has(name)) tooSoon++
    if (age >= 9 * day && served.has(name)) tooLate++
    if (served.has(name)) longest = Math.max(longest, age / day)
  }
}
rmSync(folder, { recursive: true })

figure(
  'R15',
  tooSoon === 0 && tooLate === 0,
  `15 releases two days apart: ${tooSoon} files gone before 7 days, ${tooLate} kept longer than until the release after; oldest served ${longest} days`,
)
