import { parseArgs } from 'node:util'
import { type Command, commands, descriptionOf, fieldsOfCommand, isWrite, summaryOf } from './commands.ts'
import { DryRunEnd, type PlannedRequest, connect, targetFrom } from './connection.ts'
import { exitCodeOf, exitCodes, json, messageOf, printable, table } from './print.ts'
import { runEndpoint } from './endpoint-command.ts'
import { type Field, placeholderOf, typesOf, valueOf } from './fields.ts'
import { type GroupName, groups } from './groups.ts'
import type { CommandResult } from './own-command.ts'
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

const environment = `Environment:
  ROOMKEEPER_URL     the address of the dashboard, such as https://chat.example.org
  ROOMKEEPER_TOKEN   a scoped token (Account → Team), or a token of the account
Options of every command:
  --json             prints JSON
  --dry-run          prints the requests that would change something, and sends none of them
  --yes              confirms what cannot be undone
  --token-file FILE  reads the token from a file in place of ROOMKEEPER_TOKEN
Exit codes: 0 done, 1 failed or refused, 2 wrong arguments, 3 not permitted, 4 outcome unknown (docs/command-line.md).`

const argument = ({ name, isRest, isRequired, isPositional }: Field) =>
  isRest ? (isRequired ? `${name}…` : `[${name}…]`) : isPositional ? `[${name}]` : name
const argumentsOf = (command: Command) =>
  fieldsOfCommand(command)
    .filter(({ place, isPositional }) => place === 'params' || isPositional)
    .toSorted((one, other) => Number(one.isPositional ?? false) - Number(other.isPositional ?? false))

function groupHelp(group: GroupName): string {
  const lines = Object.entries(commands[group]).map(([verb, command]) => {
    const usage = [verb, ...argumentsOf(command).map(argument)].join(' ')
    return `  ${usage.padEnd(28)} ${summaryOf(command)}`
  })
  return `Usage: roomkeeper ${group} COMMAND [--help]

roomkeeper ${group} ${groups[group]}.

${lines.join('\n')}

${environment}`
}

function commandHelp(group: GroupName, verb: string, command: Command): string {
  const options = fieldsOfCommand(command).filter(({ place }) => place !== 'params')
  const description = descriptionOf(command)
  const lines = options.map(({ name, schema, isRequired }) => {
    const help = typeof schema['description'] === 'string' ? ` ${schema['description']}` : ''
    return `  --${name}=${placeholderOf(schema)}${isRequired ? ' (required)' : ''}${help}`
  })
  return [
    `${summaryOf(command)}.${description ? ` ${description}` : ''}`,
    `Usage: roomkeeper ${[group, verb, ...argumentsOf(command).map(argument)].join(' ')}${options.length > 0 ? ' [OPTIONS]' : ''}`,
    command.isDestructive && 'This cannot be undone, so it needs --yes.',
    lines.length > 0 && `Options:\n${lines.join('\n')}`,
    isWrite(command) && 'It changes something; try it with --dry-run.',
    environment,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Options that every command has. The token is none of them: arguments are in the list of processes and in the history of the shell. */
const common = {
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
  'token-file': { type: 'string' },
} as const

interface Flags {
  json: boolean
  isDryRun: boolean
  isConfirmed: boolean
  tokenFile: string | undefined
}

/** Parses what follows the name of a command. Throws a UsageError. */
function parseArguments(args: readonly string[], fields: readonly Field[]) {
  const byName = new Map(fields.filter(({ place }) => place !== 'params').map((field) => [field.name, field]))
  // A switch may be given without a value.
  const written = args.map((arg) => {
    const field = arg.startsWith('--') ? byName.get(arg.slice(2)) : undefined
    return field && typesOf(field.schema).has('boolean') ? `${arg}=true` : arg
  })
  const { positionals, ...read } = parsed(written, [...byName.keys()])
  // The options are declared below.
  const options = read.values as Record<string, string | boolean | undefined>
  const flags: Flags = {
    json: options['json'] === true,
    isDryRun: options['dry-run'] === true,
    isConfirmed: options['yes'] === true,
    tokenFile: typeof options['token-file'] === 'string' ? options['token-file'] : undefined,
  }
  /** By field, parsed. */
  const values: Record<string, unknown> = {}
  for (const [name, field] of byName) {
    const text = options[name]
    if (typeof text === 'string') values[name] = valueOf(field, text)
  }
  const rest = [...positionals]
  for (const field of fields.filter(({ place }) => place === 'params')) {
    if (field.isRest) values[field.name] = rest.splice(0)
    else {
      const text = rest.shift()
      if (text !== undefined) values[field.name] = valueOf(field, text)
    }
  }
  for (const { name, isPositional } of fields)
    if (isPositional && values[name] === undefined && rest.length > 0) values[name] = rest.shift()
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`)
  for (const { name, place, isRequired } of fields)
    if (isRequired && values[name] === undefined) throw new UsageError(place === 'params' ? `${name} is missing.` : `--${name} is missing.`)
  return { flags, values }
}

function parsed(args: string[], names: readonly string[]) {
  const own = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args, options: { ...own, ...common }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

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
