import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

/**
 * The e2e tests drive the built product: `npm test` builds it first. The folders of the gate are one project, whose workers and browsers serve all of them;
 * each other folder is a project of its own, named in scripts/test.mjs.
 * The environment variables are listed in CONTRIBUTING.md.
 */

const journeys = ['pages', 'sessions', 'team', 'all-chats', 'guard', 'devices', 'services']
const projects = ['long-sessions', 'faults', 'access', 'security']

const port = Number(process.env['E2E_PORT'] ?? 4273)

/**
 * The gate: dialogs and menus open without their animations, and the browser does not optimize code, because a page of a test is closed before that has paid.
 * `npm run test:all` and the proof run as people do.
 */
const quick = Boolean(process.env['E2E_QUICK'])

// The workers read this file again and must find the folder that the server writes to.
const dataFolder = (process.env['E2E_DATA_DIR'] ??= newFolder())

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-e2e-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export default defineConfig({
  testMatch: '*.e2e.ts',
  projects: [
    { name: 'journeys', testDir: 'e2e', testMatch: `{${journeys.join()}}/*.e2e.ts` },
    ...projects.map((name) => ({ name, testDir: `e2e/${name}` })),
    // The long ones, for `npm run proof`.
    { name: 'proof', testDir: 'proof/specs' },
  ],
  fullyParallel: true,
  // Room for a busy machine; a test that passes never waits for it.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Five keep two cores busy: a test takes two seconds of a processor and waits more than half of its time.
  workers: 5,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    baseURL: `http://127.0.0.1:${port}`,
    ...(quick && { contextOptions: { reducedMotion: 'reduce' } }),
    // A recording of every test costs a quarter of the time; E2E_TRACE=1 makes one where a failure needs it.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...findBrowser(),
      args: quick ? ['--js-flags=--no-opt,--no-maglev'] : [],
      // Chromium's sandbox refuses to run as root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
  webServer: {
    command: 'node dist/server/main.js',
    url: `http://127.0.0.1:${port}/healthz`,
    reuseExistingServer: false,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    // Every test signs in from the same address, so the limits that guard people are lifted.
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataFolder,
      DATABASE_URL: '',
      CHAT_API_URL: '',
      SESSION_KEY_FILE: '',
      DEMO: 'on',
      DEMO_WAVE: 'off',
      LOG_LEVEL: 'warn',
      SIGN_IN_LIMIT: '100000',
      RATE_LIMIT: '100000',
    },
  },
})
