import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Resources that the product used since the previous sample. */
interface Sample {
  heapBytes: number
  residentBytes: number
  /** Since the start. */
  maxResidentBytes: number
  /** The longest time during which its event loop did not turn. */
  maxBlockMs: number
}

/** The product in a process of its own, as an operator starts it. */
export interface Product {
  /** Without a slash at the end. */
  address: string
  pid: number
  /** Milliseconds from the start of the process to the line that reports that it is ready. */
  startedIn: number
  /** Everything that the process has printed so far, logs included. */
  output: () => string
  /** Resolves to the exit code; null = ended by a signal. */
  stop: () => Promise<number | null>
  /** Ends the process without giving it a chance to clean up (SIGKILL). */
  kill: () => Promise<unknown>
  /** Only of a measured product. @param collect whether to collect garbage first */
  sample: (collect?: boolean) => Promise<Sample>
}

interface StartOptions {
  /** The folder of another copy of the built product (product-copy.ts). */
  folder?: string
  /** A command that starts Node, such as strace. It must leave the process id to the product. */
  launcher?: readonly string[]
  /** Whether measure.mjs reports the use of memory from inside the process. */
  measured?: boolean
}

const root = join(import.meta.dirname, '../..')
const measure = ['--expose-gc', '--import', join(import.meta.dirname, 'measure.mjs')]

/** A file of the build. @param name such as `main` */
export const built = (name: string, folder = root) => join(folder, 'dist/server', `${name}.js`)

/**
 * Starts the build without rate limits. Rejects with NotStarted when it ends before it is ready.
 * @param env all of its environment; an empty variable counts as unset
 */
export async function startProduct(env: Record<string, string>, options: StartOptions = {}): Promise<Product> {
  const { folder, launcher = [], measured = false } = options
  const [command, ...args] = [...launcher, process.execPath, ...(measured ? measure : []), built('main', folder)]
  const limits = { RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '1000000' }
  const begun = performance.now()
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', ...limits, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(measured ? (['ipc'] as const) : [])],
  })
  const exited = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = /ready at (\S+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
    exited.then((code) => reject(new NotStarted(code, output)), reject)
  })
  const startedIn = performance.now() - begun
  // A script that fails leaves no process behind, and nothing else shows what a crashed one has printed.
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  void exited.then((code) => {
    process.off('exit', orphaned)
    if (code) console.error(output)
  })
  const sample: Product['sample'] = async (collect = false) => {
    const answered = once(child, 'message')
    child.send(collect)
    // measure.mjs sends nothing else.
    const [answer] = (await answered) as [Sample]
    return answer
  }
  return { address, pid: child.pid!, startedIn, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), sample }
}

export class NotStarted extends Error {
  readonly code: number | null
  constructor(code: number | null, output: string) {
    super(`The product ended with ${code} before it was ready: ${output.trim()}`)
    this.code = code
  }
}
