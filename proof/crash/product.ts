import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** The product in a process of its own, as people start it. */
export interface Product {
  address: string
  pid: number
  /** Milliseconds from the start of the process to the line that says it is ready. */
  startedIn: number
  /** What it has written so far, logs included. */
  output: () => string
  signal: (name: NodeJS.Signals) => void
  /** Resolves to the exit code; null = ended by a signal. */
  exited: Promise<number | null>
}

const root = join(import.meta.dirname, '../..')

/** From the build where there is one: it starts faster than the sources, and it is what people run. @param source without its ending */
function programOf(source: string): string[] {
  const built = join(root, 'dist/server', `${basename(source)}.js`)
  return existsSync(built) ? [built] : ['--import', 'tsx', join(root, 'src', `${source}.ts`)]
}

/**
 * Rejects with what it wrote when it ends before it is ready.
 * @param env decides where the data are: DATA_DIR or DATABASE_URL
 * @param through a command to start it with, such as strace; one that leaves the process id to the product
 */
export async function startProduct(env: Record<string, string>, through: readonly string[] = []): Promise<Product> {
  const [command = '', ...args] = [...through, process.execPath, ...programOf('gateway/main')]
  const begun = performance.now()
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', RATE_LIMIT: '1000000', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  const address = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = /ready at (\S+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
    void exited.then((code) => reject(new NotStarted(code, output)))
  })
  const ready = await address
  return {
    address: ready,
    pid: child.pid!,
    startedIn: performance.now() - begun,
    output: () => output,
    signal: (name) => child.kill(name),
    exited,
  }
}

export class NotStarted extends Error {
  readonly code: number | null
  constructor(code: number | null, output: string) {
    super(`The product ended with ${code} before it was ready: ${output.trim()}`)
    this.code = code
  }
}

export async function end({ signal, exited }: Product, name: NodeJS.Signals): Promise<number | null> {
  signal(name)
  return exited
}

/**
 * One of the product's commands, in a process of its own: what opens a SQLite database may keep it open until it ends.
 * Resolves to what it printed; rejects with an error that has its exit code and its words.
 * @param source such as `service/account-command`
 * @param killAfter milliseconds; 0 = never
 */
export async function command(
  source: string,
  args: readonly string[],
  env: Record<string, string>,
  killAfter = 0,
): Promise<Record<string, unknown>> {
  const options = { env: { PATH: process.env['PATH'], ...env }, timeout: killAfter, killSignal: 'SIGKILL' as const }
  const { stdout } = await run(process.execPath, [...programOf(source), ...args], options)
  // Every command prints one object.
  return JSON.parse(stdout) as Record<string, unknown>
}

const run = promisify(execFile)

/** An account in an empty database. Resolves to a token of it. */
export async function createAccount(env: Record<string, string>): Promise<string> {
  return String((await command('service/account-command', ['create', '--email', 'proof@example.org', '--name', 'Proof'], env))['token'])
}

export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-proof-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
