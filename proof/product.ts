import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** What the product used since it was asked last; bytes and milliseconds. */
export interface Sample {
  heap: number
  resident: number
  /** Since the start. */
  mostResident: number
  /** The longest time in which its event loop did not turn. */
  longestBlock: number
}

export interface Product {
  address: string
  pid: number
  /** @param collect with the garbage collected before */
  sample: (collect?: boolean) => Promise<Sample>
  /** Resolves to the exit code. */
  stop: () => Promise<number | null>
  /** Ends it as a power switch would. */
  kill: () => Promise<void>
}

/** The built product in a process of its own, as people start it, watched from inside. Needs `npm run build`. */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const program = join(import.meta.dirname, '../dist/server/main.js')
  const watch = join(import.meta.dirname, 'watch.mjs')
  const child = spawn(process.execPath, ['--expose-gc', '--import', watch, program], {
    env: { ...process.env, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    return exited
  }
  const sample: Product['sample'] = async (collect = false) => {
    const answered = once(child, 'message')
    child.send(collect)
    // watch.mjs sends nothing else.
    const [answer] = (await answered) as [Sample]
    return answer
  }
  for await (const line of createInterface(child.stdout!)) {
    const address = /http:\/\/\S+/.exec(line)?.[0]
    if (address) {
      // Nobody reads on: a full pipe would hold the product up.
      child.stdout!.resume()
      return { address, pid: child.pid!, sample, stop: () => end('SIGTERM'), kill: async () => void (await end('SIGKILL')) }
    }
  }
  throw new Error('The product did not start')
}
