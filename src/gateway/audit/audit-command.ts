import { runAuditCommand } from './audit-cli.ts'

/** `npm run audit`: checks the audit log, or writes it out, also while the product runs. */
process.exitCode = await runAuditCommand(process.argv.slice(2), process.env, process.stdout, process.stderr)
