import { parseArgs } from 'node:util'
import { messageOf } from './errors.ts'

/** Shared by the commands: parsing of arguments, output and exit codes. */

/** Wrong arguments; the message says what is wrong. */
export class UsageError extends Error {}

/** The values of `--name value` options. Throws a UsageError for any other argument. */
export function parseOptions<const Name extends string>(args: string[], names: readonly Name[]): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    // All options were declared as strings above.
    return parseArgs({ args, options }).values as Partial<Record<Name, string>>
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** The path that is the only argument. Throws a UsageError. */
export function onlyFileArgument(args: string[]): string {
  const [file, ...others] = args
  if (!file || file.startsWith('-') || others.length) throw new UsageError('Exactly one argument is required: the path of the file.')
  return file
}

/** A whole number of at most nine digits. Throws a UsageError that names the option. */
export function whole(option: string, text: string | undefined, min = 1): number {
  if (!text || !/^\d{1,9}$/.test(text) || Number(text) < min) throw new UsageError(`${option} must be a whole number, at least ${min}.`)
  return Number(text)
}

/** Runs a command as this process. Prints its result as one line of JSON, or the error; with --help how it is used. Exit code 2 for wrong arguments, 1 for any other failure. */
export async function runAsProcess(command: (args: string[], env: NodeJS.ProcessEnv) => Promise<object>, usage: string): Promise<void> {
  // Files that a command creates, such as a new database, are private to this user.
  process.umask(0o077)
  if (process.argv.includes('--help')) return console.log(usage)
  try {
    console.log(JSON.stringify(await command(process.argv.slice(2), process.env)))
  } catch (error) {
    console.error(messageOf(error))
    if (error instanceof UsageError) console.error(usage)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
