import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import type { Browser, Engine } from './browser.ts'

/** Firefox as Debian ships it, by WebDriver BiDi, which it speaks itself. */

const program = '/usr/bin/firefox-esr'

interface Answer {
  id?: number
  method?: string
  params?: { level?: string; text?: string }
  result?: unknown
  error?: string
  message?: string
}

export const firefox: Engine = {
  name: 'firefox',
  packages: ['firefox-esr'],
  isInstalled: () => existsSync(program),

  open: async (folder, scheme) => {
    const downloads = join(folder, 'downloads')
    mkdirSync(downloads)
    const prefs = {
      'ui.systemUsesDarkTheme': scheme === 'dark' ? 1 : 0,
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      // The panel would take the focus from the page.
      'browser.download.alwaysOpenPanel': false,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    }
    const lines = Object.entries(prefs).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    writeFileSync(join(folder, 'user.js'), lines.join('\n'))
    const child = spawn(program, ['--headless', '--profile', folder, '--remote-debugging-port=0', '--no-remote'], {
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    const socket = new WebSocket(`${await addressIn(child.stderr)}/session`)
    await once(socket, 'open')
    const { ask, errors } = speak(socket)

    await ask('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
    await ask('session.subscribe', { events: ['log.entryAdded'] })
    // The first tab never gets the focus of the window; without it no page has focus events, and keys press no buttons.
    const { context } = await ask<{ context: string }>('browsingContext.create', { type: 'tab' })
    return {
      downloads,
      goTo: async (url) => {
        const go = () => ask('browsingContext.navigate', { context, url, wait: 'complete' })
        // A page that replaces its own address at that moment aborts the navigation.
        await go().catch((error: Error) => (error.message.includes('NS_BINDING_ABORTED') ? go() : Promise.reject(error)))
      },
      run: async (script) => {
        const { result, exceptionDetails } = await ask<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
          'script.evaluate',
          { expression: `(async () => JSON.stringify(await (${script})()))()`, target: { context }, awaitPromise: true },
        )
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return JSON.parse(result?.value ?? 'null') as never
      },
      perform: async (actions) => void (await ask('input.performActions', { context, actions })),
      resize: async (width, height) => void (await ask('browsingContext.setViewport', { context, viewport: { width, height } })),
      picture: async () => (await ask<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
      problems: () => Promise.resolve(errors.splice(0)),
      close: async () => {
        await ask('browser.close', {}).catch(() => child.kill())
        await exited
      },
    } satisfies Browser
  },
}

/** Commands and their answers. `errors` grows with what pages report. */
function speak(socket: WebSocket) {
  const waiting = new Map<number, (answer: Answer) => void>()
  const errors: string[] = []
  let sent = 0
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.method === 'log.entryAdded' && answer.params?.level === 'error') errors.push(answer.params.text ?? '')
  })
  async function ask<T>(method: string, params: object): Promise<T> {
    const id = ++sent
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (answer.error) throw new Error(`${method} ${JSON.stringify(params).slice(0, 200)}: ${answer.error}: ${answer.message}`)
    return answer.result as T
  }
  return { ask, errors }
}

/** The address that Firefox prints once it listens. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)
    if (found) {
      output.resume()
      return found[1]!
    }
  }
  throw new Error('Firefox ended before it listened')
}
