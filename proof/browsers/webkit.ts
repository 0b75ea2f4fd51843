import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Tour, TourBrowser } from './tour.ts'

/** WebKitGTK as Debian ships it, by WebDriver, on a screen of its own. */
export const program = '/usr/bin/WebKitWebDriver'
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** The window's own bar above the page, in pixels. */
const barHeight = 38

export const openWebKit: Tour['open'] = async (folder, scheme) => {
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
  const options = { binary: miniBrowser, args: ['--automation'] }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${sessionId}`
  return {
    goTo: async (url) => void (await ask('POST', `${session}/url`, { url })),
    run: async (script) =>
      (await ask('POST', `${session}/execute/async`, {
        script: `const done = arguments[0]; Promise.resolve((${script})()).then((value) => done(value ?? null), (error) => done(String(error)))`,
        args: [],
      })) as never,
    resize: async (width, height) => void (await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height: height + barHeight })),
    picture: () => ask<string>('GET', `${session}/screenshot`),
    trouble: () => [],
    close: async () => {
      await ask('DELETE', session).catch(() => {})
      for (const child of [driver, screen]) {
        const exited = once(child, 'exit')
        child.kill()
        await exited
      }
    },
  } satisfies TourBrowser
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
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver does not answer')
}
