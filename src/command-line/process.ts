import { runCommand } from './command.ts'
import type { GroupName } from './groups.ts'

/** Runs a command as this process, with the arguments after the name of its group. */
export async function runAsProcess(group: GroupName): Promise<void> {
  const interrupted = new AbortController()
  // Once: what was sent is looked up. A second time ends the process as usual.
  process.once('SIGINT', () => interrupted.abort())
  process.exitCode = await runCommand(group, process.argv.slice(2), {
    env: process.env,
    out: (text) => console.log(text),
    error: (text) => console.error(text),
    signal: interrupted.signal,
  })
}
