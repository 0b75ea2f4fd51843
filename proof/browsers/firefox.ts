import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import type { Tour, TourBrowser } from './tour.ts'

/** Firefox as Debian ships it, by WebDriver BiDi, which it speaks itself. */
export const program = '/usr/bin/firefox-esr'

interface Answer {
  id?: number
  method?: string
  params?: { level?: string; text?: string }
  result?: unknown
  error?: string
  message?: string
}

export const openFirefox: Tour['open'] = async (folder, scheme) => {
  const prefs = {
    'ui.systemUsesDarkTheme': scheme === 'dark' ? 1 : 0,
    'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
  }
  const lines = Object.entries(prefs).map(([name, value]) => `user_pref("${name}", ${value});`)
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  const child = spawn(program, ['--headless', '--profile', folder, '--remote-debugging-port=0', '--no-remote'], {
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const socket = new WebSocket(`${await addressIn(child.stderr)}/session`)
  await once(socket, 'open')

  const waiting = new Map<number, (answer: Answer) => void>()
  const trouble: string[] = []
  let sent = 0
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.method === 'log.entryAdded' && answer.params?.level === 'error') trouble.push(answer.params.text ?? '')
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

  await ask('session.new', { capabilities: {} })
  await ask('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]!.context
  return {
    goTo: async (url) => {
      const go = () => ask('browsingContext.navigate', { context, url, wait: 'complete' })
      // A page that writes its own address at that moment ends the way to the next one.
      await go().catch((error: Error) => (error.message.includes('NS_BINDING_ABORTED') ? go() : Promise.reject(error)))
    },
    run: async (script) => {
      const { result, exceptionDetails } = await ask<{ result?: { value: string }; exceptionDetails?: { text: string } }>(
        'script.evaluate',
        {
          expression: `(async () => JSON.stringify(await (${script})()))()`,
          target: { context },
          awaitPromise: true,
        },
      )
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result?.value ?? 'null') as never
    },
    resize: async (width, height) => void (await ask('browsingContext.setViewport', { context, viewport: { width, height } })),
    picture: async () => (await ask<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    trouble: () => trouble.splice(0),
    close: async () => {
      await ask('browser.close', {}).catch(() => child.kill())
      await exited
    },
  } satisfies TourBrowser
}

/** The address that Firefox writes once it listens. */
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
