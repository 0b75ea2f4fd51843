import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface OwnServer {
  /** Without a slash at the end. */
  address: string
  stop: () => Promise<void>
  /** Everything it wrote to stdout and stderr up to now. */
  said: () => string
}

/** Starts the built product a second time. Rejects with what it said if it ends before it is ready. @param folder another copy of it */
export async function startServer(env: Record<string, string>, folder = '.'): Promise<OwnServer> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: '',
      CHAT_API_URL: '',
      SESSION_KEY_FILE: '',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      SIGN_IN_LIMIT: '100000',
      ...env,
    },
  })
  const closed = once(child, 'close')
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const found = /ready at (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    closed.then(() => reject(new Error(said)), reject)
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await closed
  }
  return { address, stop, said: () => said }
}
