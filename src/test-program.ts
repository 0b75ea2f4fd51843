import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'

/**
 * The product as processes of its own, as operators start it: from its sources, or, where the gate has just built it, from the build, which takes a third
 * of the time.
 */

const root = join(import.meta.dirname, '..')
const isBuilt = () => process.env['TEST_BUILD'] === '1'

/** The file of a program or a thread of ours. @param file such as `gateway/main.ts` */
export const programFile = (file: string): string =>
  isBuilt() ? join(root, 'dist/server', `${basename(file, '.ts')}.js`) : join(root, 'src', file)

/** The arguments for node that start a program of ours. */
export const programArgs = (file: string): string[] => (isBuilt() ? [programFile(file)] : ['--import', 'tsx', programFile(file)])

/** Starts the server. `ready`: its address; rejects if it ends before. `said`: what it has written to its standard output. */
export function startProcess(folder: string, env: Record<string, string>) {
  const child = spawn(process.execPath, programArgs('gateway/main.ts'), {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, DEMO: 'off', ...env },
  })
  let out = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const address = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const found = /ready at (\S+)/.exec(out)
      if (found) resolve(found[1]!)
    })
  })
  // A test run that is aborted leaves no process behind.
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    process.off('exit', orphaned)
    return { code, out, errors }
  })
  // A process that ends before it is ready must fail the test instead of blocking it.
  const ready = Promise.race([
    address,
    ended.then((end) => {
      throw new Error(end.errors)
    }),
  ])
  ready.catch(() => {})
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { child, ready, ended, stop, said: () => out }
}

/** Runs the command `roomkeeper` to its end. */
export const runCommand = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env } }
    execFile(process.execPath, [...programArgs('gateway/roomkeeper.ts'), ...args], options, (error, out, errors) =>
      resolve({ code: Number(error?.code ?? 0), out, errors }),
    )
  })
