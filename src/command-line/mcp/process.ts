import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import packageFile from '../../../package.json' with { type: 'json' }
import { connect, targetFrom } from '../connection.ts'
import { exitCodeOf, exitCodes, messageOf } from '../print.ts'
import { UsageError } from '../usage-error.ts'
import { createMcpServer } from './server.ts'

/** `roomkeeper mcp`: a server for assistants on stdin and stdout. Nothing else may be written to stdout. */

const usage = `Usage: roomkeeper mcp [--write] [--token-file FILE]

Offers the commands to an assistant as tools (Model Context Protocol, over stdin and stdout). It reads; with --write it also changes what the token
may change. What cannot be undone is planned first, and then confirmed.
ROOMKEEPER_URL is the address of the dashboard, ROOMKEEPER_TOKEN a scoped token (docs/command-line.md).`

function optionsIn(args: string[]) {
  try {
    return parseArgs({ args, options: { write: { type: 'boolean' }, help: { type: 'boolean' }, 'token-file': { type: 'string' } } }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function start(): Promise<void> {
  const { write = false, help, 'token-file': file } = optionsIn(process.argv.slice(2))
  if (help) return console.log(usage)
  const connection = connect(targetFrom(process.env, file))
  const token = await connection.ownToken()
  const server = createMcpServer({ connection, token, mayWrite: write, version: packageFile.version })
  await server.connect(new StdioServerTransport())
}

await start().catch((error: unknown) => {
  const isUsage = error instanceof UsageError
  console.error(isUsage ? `${error.message}\n\n${usage}` : messageOf(error, false))
  process.exitCode = isUsage ? exitCodes.usage : exitCodeOf(error, false)
})
