import type { Right } from '#contract/gateway/rights.ts'
import type { Connection } from './connection.ts'
import type { Field } from './fields.ts'

/** What a command of its own gets. */
export interface CommandRequest {
  connection: Connection
  /** By field, parsed. */
  values: Readonly<Record<string, unknown>>
  isDryRun: boolean
  /** From this call on, an interruption by the person aborts the signal in place of ending the process. */
  interrupted: () => AbortSignal
  onProgress: (line: string) => void
}

/** `unknown`: sent, and nobody knows whether it took effect. */
export type CommandOutcome = 'done' | 'failed' | 'notPermitted' | 'unknown'

export interface CommandResult {
  outcome: CommandOutcome
  /** What --json prints. */
  data: unknown
  /** What people read; without it a table of `data`. */
  text?: string
  columns?: readonly string[]
}

/** A command that is more than one request. */
export interface OwnCommand {
  summary: string
  description?: string
  /** What the token needs for it. */
  right: Right
  /** Whether it changes something. */
  isWrite: boolean
  isDestructive?: true
  fields: readonly Field[]
  run: (request: CommandRequest) => Promise<CommandResult>
}
