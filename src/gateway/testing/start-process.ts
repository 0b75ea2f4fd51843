import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { programArgs } from '../../test-program.ts'

/** Starts the product as a process of its own. `ready`: its address; rejects if it ends before. */
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
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, out, errors }))
  // A process that ends before it is ready must fail the test instead of blocking it.
  const ready = Promise.race([
    address,
    ended.then((end) => {
      throw new Error(end.errors)
    }),
  ])
  ready.catch(() => {})
  return { child, ready, ended }
}
