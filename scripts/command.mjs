// @ts-check
import { prepare } from './prepare.mjs'

/** Runs one of the built commands with the arguments after its name. */
const commands = {
  account: 'account-command',
  backup: 'backup-command',
  restore: 'restore-command',
  audit: 'audit-command',
  'demo-data': 'demo-data-command',
}

const [name] = process.argv.splice(2, 1)
const entry = Object.entries(commands).find(([key]) => key === name)?.[1]
if (!entry) {
  console.error(`Usage: node scripts/command.mjs ${Object.keys(commands).join('|')} ...`)
  process.exit(2)
}
await prepare()
await import(new URL(`../dist/server/${entry}.js`, import.meta.url).href)
