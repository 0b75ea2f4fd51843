import { parseArgs } from 'node:util'
import { typesOf, valueOf, type Field } from './fields.ts'
import { UsageError } from './usage-error.ts'

/** Options that every command has. The token is none of them: arguments are in the list of processes and in the history of the shell. */
const common = {
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
  'token-file': { type: 'string' },
} as const

export interface Flags {
  json: boolean
  isDryRun: boolean
  isConfirmed: boolean
  tokenFile: string | undefined
}

export interface ParsedArguments {
  flags: Flags
  /** By field, parsed. */
  values: Record<string, unknown>
}

/** Parses what follows the name of a command. Throws a UsageError. */
export function parseArguments(args: readonly string[], fields: readonly Field[]): ParsedArguments {
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
