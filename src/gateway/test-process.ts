import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The whole product in a process of its own, from its sources, as people start it, but without limits on how often it may be asked. */
export async function startGateway(folder: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', DEMO: 'off', RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '100000', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for await (const line of createInterface(child.stdout)) {
    const address = /http:\/\/\S+/.exec(line)?.[0]
    if (address) return { address, stop }
  }
  throw new Error('The gateway did not start')
}
