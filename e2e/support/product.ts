import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What the product used since it was asked last; bytes and milliseconds. */
interface Sample {
  heap: number
  resident: number
  /** Since the start. */
  mostResident: number
  /** The longest time in which its event loop did not turn. */
  longestBlock: number
}

/** The product in a process of its own, as people start it. */
export interface Product {
  /** Without a slash at the end. */
  address: string
  pid: number
  /** Milliseconds from the start of the process to the line that says it is ready. */
  startedIn: number
  /** What it has written so far, logs included. */
  said: () => string
  /** Resolves to the exit code; null = ended by a signal. */
  stop: () => Promise<number | null>
  /** Ends it as a power switch would. */
  kill: () => Promise<unknown>
  /** Only of one that is watched. @param collect with the garbage collected before */
  sample: (collect?: boolean) => Promise<Sample>
}

interface Way {
  /** What Node is told to run. */
  program?: readonly string[]
  /** A command to start it with, such as strace; one that leaves the process id to the product. */
  through?: readonly string[]
  /** From inside, by measure.mjs. */
  watched?: boolean
}

const root = join(import.meta.dirname, '../..')
const watch = ['--expose-gc', '--import', join(import.meta.dirname, 'measure.mjs')]

/** @param name such as `main` */
export const built = (name: string) => join(root, 'dist/server', `${name}.js`)

/**
 * Starts the build, or another program, without limits on how often it may be asked. Rejects with NotStarted when it ends before it is ready.
 * @param env all it is told; an empty variable counts as none
 */
export async function startProduct(env: Record<string, string>, way: Way = {}): Promise<Product> {
  const { program = [built('main')], through = [], watched = false } = way
  const [command = '', ...args] = [...through, process.execPath, ...(watched ? watch : []), ...program]
  const limits = { RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '1000000' }
  const begun = performance.now()
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', ...limits, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(watched ? (['ipc'] as const) : [])],
  })
  const exited = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const found = /ready at (\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
    exited.then((code) => reject(new NotStarted(code, said)), reject)
  })
  const startedIn = performance.now() - begun
  // A script that fails leaves none behind, and what a crash says has no other reader.
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  void exited.then((code) => {
    process.off('exit', orphaned)
    if (code) console.error(said)
  })
  const sample: Product['sample'] = async (collect = false) => {
    const answered = once(child, 'message')
    child.send(collect)
    // measure.mjs sends nothing else.
    const [answer] = (await answered) as [Sample]
    return answer
  }
  return { address, pid: child.pid!, startedIn, said: () => said, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), sample }
}

export class NotStarted extends Error {
  readonly code: number | null
  constructor(code: number | null, said: string) {
    super(`The product ended with ${code} before it was ready: ${said.trim()}`)
    this.code = code
  }
}
