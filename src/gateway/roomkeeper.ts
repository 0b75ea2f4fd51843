#!/usr/bin/env node
import { release } from '#db/release.ts'
import { type GroupName, groups } from '#command-line/groups.ts'
import { runAsProcess } from '#db/command-line.ts'
import { nodeProblem } from './node-version.mjs'

/**
 * The command `roomkeeper` of the installed package, which runs the others as if they had been started by themselves. `npm run account` and its
 * neighbours come through here as well.
 */

interface Command {
  description: string
  /** Runs it with the arguments of the process. */
  run: () => Promise<unknown>
}

const showProgress = (text: string) => process.stderr.write(text)

/** The tables of the whole product. */
async function allParts() {
  const { servicePart } = await import('#service/backup/service-part.ts')
  const { gatewayPart } = await import('./backup-part.ts')
  return [servicePart, gatewayPart]
}

const commands: Record<string, Command> = {
  start: { description: 'starts the server', run: start },
  account: {
    description: 'creates accounts and tokens, and revokes tokens',
    run: async () => {
      const { runAccountCommand, usage } = await import('#service/accounts/account-actions.ts')
      await runAsProcess(runAccountCommand, usage)
    },
  },
  backup: {
    description: 'writes all data into one file',
    run: async () => {
      const { runBackupCommand, usage } = await import('#service/backup/backup.ts')
      await runAsProcess(async (args, env) => runBackupCommand(args, env, await allParts()), usage)
    },
  },
  restore: {
    description: 'restores such a file',
    run: async () => {
      const { runRestoreCommand, usage } = await import('#service/backup/restore.ts')
      await runAsProcess(async (args, env) => runRestoreCommand(args, env, await allParts()), usage)
    },
  },
  audit: {
    description: 'checks the audit log, or exports it',
    run: async () => {
      const { runAuditCommand } = await import('./audit/audit-cli.ts')
      process.exitCode = await runAuditCommand(process.argv.slice(2), process.env, process.stdout, process.stderr)
    },
  },
  rules: {
    description: 'stops rules, also while the server does not answer',
    run: async () => {
      const { runRulesCommand, usage } = await import('./rules-command.ts')
      await runAsProcess(runRulesCommand, usage)
    },
  },
  doctor: {
    description: 'checks this installation, and names a fix for each finding',
    run: async () => {
      const { runDoctor } = await import('./doctor/doctor.ts')
      process.exitCode = await runDoctor(process.argv.slice(2), process.env, await allParts(), console.log, console.error)
    },
  },
  ...Object.fromEntries(
    Object.entries(groups).map(([name, description]) => [name, { description, run: () => callApi(name as GroupName) }]),
  ),
  mcp: {
    description: 'offers the same to assistants (Model Context Protocol, over stdin and stdout)',
    run: () => import('#command-line/mcp/process.ts'),
  },
  distribute: {
    description: 'distributes a PostgreSQL database over the workers of Citus',
    run: async () => {
      const { runDistributeCommand, usage } = await import('#service/distribute/distribute-action.ts')
      await runAsProcess((args, env) => runDistributeCommand(args, env, showProgress), usage)
    },
  },
  'demo-data': {
    description: 'adds chats with generated messages',
    run: async () => {
      const { runDemoDataCommand, usage } = await import('#service/demo/demo-data-action.ts')
      await runAsProcess((args, env) => runDemoDataCommand(args, env, showProgress), usage)
    },
  },
}

const usage = `Roomkeeper ${release}

Usage: roomkeeper COMMAND [--help]

${Object.entries(commands)
  .map(([name, { description }]) => `  ${name.padEnd(10)} ${description}`)
  .join('\n')}

Settings are environment variables, such as PORT and DATA_DIR (docs/configuration.md).
Exit codes: 0 done, 1 failed, 2 wrong arguments; --help of a command lists others.`

async function start(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help'))
    return console.log('Usage: roomkeeper start\n\nStarts the server. Settings are environment variables (docs/configuration.md).')
  if (args.length > 0)
    return wrong(`start takes no arguments, and "${args.join(' ')}" was given. Settings are environment variables, such as PORT=8080.`)
  await import('./main.ts')
}

async function callApi(group: GroupName): Promise<void> {
  const command = await import('#command-line/command.ts')
  await command.runAsProcess(group)
}

function wrong(problem: string): void {
  console.error(`${problem}\n\n${usage}`)
  process.exitCode = 2
}

// What is run reads the arguments after its name.
const [name] = process.argv.splice(2, 1)
const problem = nodeProblem(process.versions.node)
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
} else if (name === '--version' || name === '-v') console.log(release)
else if (name === '--help' || name === '-h' || name === 'help') console.log(usage)
else if (name === undefined) wrong('Say what to do.')
else if (Object.hasOwn(commands, name)) await commands[name]!.run()
else wrong(`There is no command "${name}".`)
