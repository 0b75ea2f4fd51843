import { spawn } from 'node:child_process'
import { makeCitus } from './crash/citus.ts'

/**
 * Runs a command with TEST_DATABASE_URL naming the coordinator of a new Citus cluster with two workers, and ends with its exit code:
 * `npx tsx proof/service/on-citus.ts npx vitest run --project service src/service`. Needs Citus installed for the PostgreSQL of this machine.
 */

const [command, ...args] = process.argv.slice(2)
if (command === undefined) throw new Error('Say which command to run on Citus')
const { coordinator, remove } = await makeCitus()
try {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: coordinator.url } })
  process.exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
} finally {
  await remove()
}
