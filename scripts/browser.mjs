// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './prepare.mjs'

/**
 * The browser for the e2e tests: Playwright's own download if it is there, else one of the system. The headless shell comes first, as with
 * Playwright's own: it needs a quarter less time. It has no window; for `--headed` set CHROMIUM_PATH to a whole browser.
 * @returns {{ executablePath?: string } | undefined} options for Playwright's launch; undefined when there is none
 */
export function findBrowser() {
  if (existsSync(chromium.executablePath())) return {}
  const places = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const executablePath = places.find((place) => place && existsSync(place))
  return executablePath ? { executablePath } : undefined
}

/** Gets a browser where none is found. @returns {boolean} whether there is one now */
export function ensureBrowser() {
  return Boolean(findBrowser()) || (installPlaywrights() && Boolean(findBrowser())) || (installDebians() && Boolean(findBrowser()))
}

const fiveMinutes = 300_000

function installPlaywrights() {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  // Without a network this fails after seconds, not after minutes.
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  return spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', env, timeout: fiveMinutes }).status === 0
}

function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const get = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: fiveMinutes,
    }).status === 0
  const install = (/** @type {string} */ name) => get('install', '-y', '--no-install-recommends', name)
  const either = () => install('chromium-headless-shell') || install('chromium')
  return either() || (get('update') && either())
}
