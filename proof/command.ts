import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { built } from '../e2e/support/product.ts'

const run = promisify(execFile)

/**
 * One of the product's commands, in a process of its own: what opens a SQLite database may keep it open until it ends.
 * Resolves to what it printed; rejects with an error that has its exit code and its words.
 * @param name such as `account`
 * @param killAfter milliseconds; 0 = never
 */
export async function command(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  killAfter = 0,
): Promise<Record<string, unknown>> {
  const options = { env: { PATH: process.env['PATH'], ...env }, timeout: killAfter, killSignal: 'SIGKILL' as const }
  const { stdout } = await run(process.execPath, [built('roomkeeper'), name, ...args], options)
  // Every command prints one object.
  return JSON.parse(stdout) as Record<string, unknown>
}

/** An account in an empty database. Resolves to a token of it. */
export async function createAccount(env: Record<string, string>): Promise<string> {
  return String((await command('account', ['create', '--email', 'proof@example.org', '--name', 'Proof'], env))['token'])
}
