import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

interface GatewayProcess {
  /** Without a slash at the end. */
  address: string
  stop: () => Promise<unknown>
}

/** Starts the whole product in a process of its own, from its sources and without rate limits. */
export async function startGateway(folder: string): Promise<GatewayProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../../gateway/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '1000000',
      SIGN_IN_LIMIT: '1000000',
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close')
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = /ready at (\S+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
    exited.then(([code]) => reject(new Error(`The gateway ended with ${code} before it was ready: ${output}`)), reject)
  })
  // A test run that is aborted leaves no process behind, and nothing else shows what a crashed one has written.
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  void exited.then(([code]) => {
    process.off('exit', orphaned)
    if (code) console.error(output)
  })
  return {
    address,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
