// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './prepare.mjs'

/**
 * Finds the browser for the e2e tests: Playwright's own download, else one of the system. The headless shell is preferred, because it takes a
 * quarter less time. It has no window; for `--headed` set CHROMIUM_PATH to a full browser.
 * @returns {{ executablePath?: string } | undefined} options for Playwright's launch; undefined if there is no browser
 */
export function findBrowser() {
  if (existsSync(chromium.executablePath())) return {}
  const candidates = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const executablePath = candidates.find((path) => path && existsSync(path))
  return executablePath ? { executablePath } : undefined
}

/** Installs a browser if none is found. @returns {boolean} whether there is one now */
export function ensureBrowser() {
  return Boolean(findBrowser()) || (installFromPlaywright() && Boolean(findBrowser())) || (installChromium() && Boolean(findBrowser()))
}

const installTimeoutMs = 300_000

function installFromPlaywright() {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  // Without a network this fails after seconds instead of minutes.
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  return spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', env, timeout: installTimeoutMs }).status === 0
}

const installChromium = () => installFromDebian('chromium-headless-shell') || installFromDebian('chromium')

/** Installs packages of Debian, as root. @param {string[]} names @returns {boolean} whether it worked */
export function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const aptGet = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installTimeoutMs,
    }).status === 0
  const install = () => aptGet('install', '-y', '--no-install-recommends', ...names)
  // The lists of packages may be missing or old.
  return install() || (aptGet('update') && install())
}
