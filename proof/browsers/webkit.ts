import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Engine } from './browser.ts'

/** WebKitGTK as Debian ships it, by WebDriver, on a screen of its own. */

const program = '/usr/bin/WebKitWebDriver'

/** It is in a folder named after the architecture. */
const miniBrowser = () =>
  readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find((path) => existsSync(path))

/** The window's own bar above the page, in pixels. */
const barHeight = 38

/** WebDriver reports no errors of the page, so each script begins by listening for them; what happens before the first one is not seen. */
const listen = `if (!window.seenProblems) {
  const problems = (window.seenProblems = [])
  const { error } = console
  console.error = (...words) => {
    problems.push('console.error: ' + words.map(String).join(' '))
    error.apply(console, words)
  }
  addEventListener('error', ({ message }) => problems.push('uncaught: ' + message))
  addEventListener('unhandledrejection', ({ reason }) => problems.push('uncaught: ' + reason))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    problems.push('policy violation: ' + effectiveDirective + ' ' + blockedURI),
  )
}`

export const webkit: Engine = {
  name: 'webkit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isInstalled: () => [program, '/usr/bin/Xvfb', miniBrowser()].every((path) => path && existsSync(path)),

  open: async (folder, scheme) => {
    const styles = join(folder, '.config/gtk-3.0')
    mkdirSync(styles, { recursive: true })
    // The bar is as wide as its buttons, and no window is narrower than its bar.
    writeFileSync(
      join(styles, 'gtk.css'),
      '* { min-width: 0; padding: 0; margin: 0; font-size: 1px; } image { -gtk-icon-size: 1px; } entry, entry text { min-width: 0; }',
    )
    const runtime = join(folder, 'runtime')
    mkdirSync(runtime, { mode: 0o700 })
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
    const port = await freePort()
    const driver = spawn(program, [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: `:${number.toString().trim()}`,
        LIBGL_ALWAYS_SOFTWARE: '1',
        GDK_BACKEND: 'x11',
        HOME: folder,
        XDG_RUNTIME_DIR: runtime,
        GTK_THEME: scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      },
      stdio: 'ignore',
    })

    async function ask<T>(method: string, path: string, body?: object): Promise<T> {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
      const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
      if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
      return value
    }
    await untilItAnswers(port)
    const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          acceptInsecureCerts: true,
          'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
        },
      },
    })
    const session = `/session/${sessionId}`
    const seen: string[] = []
    async function run<T>(script: string): Promise<T> {
      const answer = await ask<{ value?: T; thrown?: string; problems: string[] }>('POST', `${session}/execute/async`, {
        script: `${listen}
          const answer = (fields) => arguments[0]({ ...fields, problems: window.seenProblems.splice(0) })
          Promise.resolve((${script})()).then((value = null) => answer({ value }), (error) => answer({ thrown: String(error) }))`,
        args: [],
      })
      seen.push(...answer.problems)
      if (answer.thrown !== undefined) throw new Error(answer.thrown)
      return answer.value as T
    }
    return {
      downloads: folder,
      run,
      goTo: async (url) => void (await ask('POST', `${session}/url`, { url })),
      perform: async (actions) => void (await ask('POST', `${session}/actions`, { actions })),
      resize: async (width, height) =>
        void (await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height: height + barHeight })),
      picture: () => ask<string>('GET', `${session}/screenshot`),
      problems: async () => {
        await run('() => {}')
        return seen.splice(0)
      },
      close: async () => {
        await ask('DELETE', session).catch(() => {})
        for (const child of [driver, screen]) {
          const exited = once(child, 'exit')
          child.kill()
          await exited
        }
      },
    } satisfies Browser
  },
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilItAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await pause(100)
  }
  throw new Error('WebKitWebDriver does not answer')
}
