import { parseArguments, type Flags } from './arguments.ts'
import { commands, fieldsOfCommand, isWrite, type Command } from './commands.ts'
import { connect, DryRunEnd, targetFrom, type PlannedRequest } from './connection.ts'
import { exitCodeOf, exitCodes, messageOf } from './describe-failure.ts'
import type { GroupName } from './groups.ts'
import { commandHelp, groupHelp } from './help.ts'
import type { CommandResult } from './own-command.ts'
import { json, printable, table } from './print.ts'
import { runEndpoint } from './endpoint-command.ts'
import { UsageError } from './usage-error.ts'

/** The commands that use the API: `roomkeeper chats list` and its neighbours. */

/** The parts of a process that a command uses. */
export interface Shell {
  env: NodeJS.ProcessEnv
  out: (text: string) => void
  error: (text: string) => void
  /** From this call on, an interruption by the person aborts the signal in place of ending the process. */
  interrupted: () => AbortSignal
}

/** Runs a command. Resolves to the exit code. */
export async function runCommand(group: GroupName, args: readonly string[], shell: Shell): Promise<number> {
  const [verb, ...rest] = args
  if (verb === undefined || verb === '--help') {
    const isAsked = verb !== undefined
    ;(isAsked ? shell.out : shell.error)(groupHelp(group))
    return isAsked ? exitCodes.done : exitCodes.usage
  }
  const command = Object.hasOwn(commands[group], verb) ? commands[group][verb] : undefined
  if (!command) {
    shell.error(`There is no command "${printable(verb)}".\n\n${groupHelp(group)}`)
    return exitCodes.usage
  }
  if (rest.includes('--help')) {
    shell.out(commandHelp(group, verb, command))
    return exitCodes.done
  }
  try {
    return await run(command, rest, shell)
  } catch (error) {
    if (error instanceof UsageError) {
      shell.error(`${printable(error.message)}\nroomkeeper ${group} ${verb} --help says what it takes.`)
      return exitCodes.usage
    }
    throw error
  }
}

async function run(command: Command, args: readonly string[], shell: Shell): Promise<number> {
  const { flags, values } = parseArguments(args, fieldsOfCommand(command))
  const target = targetFrom(shell.env, flags.tokenFile)
  if (command.isDestructive && !flags.isConfirmed && !flags.isDryRun)
    throw new UsageError('This cannot be undone. Add --yes to do it, or --dry-run to see what it would do.')
  const planned: PlannedRequest[] = []
  const connection = connect(target, flags.isDryRun ? (request) => planned.push(request) : undefined)
  try {
    const { isDryRun } = flags
    const result =
      'run' in command
        ? await command.run({ connection, values, isDryRun, interrupted: shell.interrupted, onProgress: shell.error })
        : await runEndpoint(command, connection, values, isDryRun)
    print(result, flags, shell)
    return exitCodes[result.outcome]
  } catch (error) {
    if (error instanceof DryRunEnd) {
      printPlanned(planned, flags, shell)
      return exitCodes.done
    }
    if (error instanceof UsageError) throw error
    // A read may have failed before anything was sent.
    const isSent = isWrite(command) && connection.changesSent() > 0
    shell.error(messageOf(error, isSent))
    return exitCodeOf(error, isSent)
  }
}

function print({ data, text, columns, outcome }: CommandResult, flags: Flags, { out, error }: Shell): void {
  const isEndless = outcome === 'failed' && isPage(data)
  if (isEndless) error('The service names this page as its own next page: what follows cannot be read.')
  // Scripts that read on as long as there is a next page would read the same one for ever.
  if (flags.json) return out(json(isEndless ? { ...data, next: undefined } : data))
  if (text !== undefined) return (outcome === 'done' ? out : error)(text.split('\n').map(printable).join('\n'))
  // One page of several: the rows are a table, and what reads the next page follows.
  if (isPage(data)) {
    out(table(data.data, columns))
    if (!isEndless) error(`There is more: add --next=${printable(data.next)}`)
    return
  }
  out(table(data, columns))
}

const isPage = (data: unknown): data is { data: unknown; next: string } =>
  typeof data === 'object' && data !== null && 'data' in data && 'next' in data && typeof data.next === 'string'

function printPlanned(planned: readonly PlannedRequest[], flags: Flags, { out }: Shell): void {
  if (flags.json) return out(json(planned))
  const lines = planned.map(({ method, url, body }) => `${method} ${url}${body === undefined ? '' : `\n${json(body)}`}`)
  out(['Nothing was changed. This would be sent:', ...lines].join('\n'))
}
