import { commands, descriptionOf, fieldsOfCommand, isWrite, summaryOf, type Command } from './commands.ts'
import { groups, type GroupName } from './groups.ts'
import { placeholderOf, type Field } from './fields.ts'

/** Help texts, derived from the endpoints. */

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

export function groupHelp(group: GroupName): string {
  const lines = Object.entries(commands[group]).map(([verb, command]) => {
    const usage = [verb, ...argumentsOf(command).map(argument)].join(' ')
    return `  ${usage.padEnd(28)} ${summaryOf(command)}`
  })
  return `Usage: roomkeeper ${group} COMMAND [--help]

roomkeeper ${group} ${groups[group]}.

${lines.join('\n')}

${environment}`
}

export function commandHelp(group: GroupName, verb: string, command: Command): string {
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
