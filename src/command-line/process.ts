import { runCommand } from './command.ts'
import type { GroupName } from './groups.ts'

/** Runs a command as this process, with the arguments after the name of its group. */
export async function runAsProcess(group: GroupName): Promise<void> {
  process.exitCode = await runCommand(group, process.argv.slice(2), {
    env: process.env,
    out: (text) => console.log(text),
    error: (text) => console.error(text),
    interrupted: () => {
      const controller = new AbortController()
      // Once: what was sent is looked up. A second time ends the process as usual.
      process.once('SIGINT', () => controller.abort())
      return controller.signal
    },
  })
}
