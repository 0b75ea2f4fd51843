import { stepUpEndpoints } from '#contract/session.ts'
import { allows, type Grant } from '#contract/workspace/grant.ts'
import { isRight } from '#contract/workspace/rights.ts'
import type { OwnToken } from '#contract/workspace/scoped-tokens.ts'
import { commands, descriptionOf, fieldsOfCommand, isWrite, rightOf, summaryOf, type Command } from '../commands.ts'
import type { Field } from '../fields.ts'

/** Commands as tools of an assistant. */

export interface CommandTool {
  /** Of the command, such as `polls_create`. */
  name: string
  command: Command
}

const all: readonly CommandTool[] = Object.entries(commands).flatMap(([group, verbs]) =>
  Object.entries(verbs).map(([verb, command]) => ({ name: `${group}_${verb}`.replaceAll('-', '_'), command })),
)

interface Offer {
  /** null: an account's token. */
  token: OwnToken | null
  /** Whether the person allowed changes (`--write`). */
  mayWrite: boolean
}

/**
 * The commands that a token may use. It is a convenience: the gateway decides with each request.
 * What clears or deletes a whole chat is left out for every token: that takes a person.
 */
export function offeredTools({ token, mayWrite }: Offer): CommandTool[] {
  return all.filter(({ command }) => {
    if (isWrite(command) && !mayWrite) return false
    if ('endpoint' in command && stepUpEndpoints.some((name) => name === command.endpoint)) return false
    // There is no workspace for an account's token.
    if (token === null) return !('workspace' in command) && command !== commands.presets['list']
    return mayUse(token, command)
  })
}

function mayUse(grant: Grant, command: Command): boolean {
  const right = rightOf(command)
  return !isRight(right) || allows(grant, right)
}

/** The JSON Schema of a tool's input. */
export function inputSchemaOf(fields: readonly Field[]): { type: 'object'; properties: Record<string, object>; required: string[] } {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}

export function describedTool({ name, command }: CommandTool, prefix = '') {
  const description = [summaryOf(command), descriptionOf(command)].filter(Boolean).join('. ')
  return {
    name: prefix + name,
    description,
    inputSchema: inputSchemaOf(fieldsOfCommand(command)),
    annotations: { readOnlyHint: !isWrite(command) || prefix !== '', destructiveHint: false },
  }
}
