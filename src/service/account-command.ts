import { runAccountCommand, usage, UsageError } from './account-actions.ts'

/** `npm run account`: makes accounts and tokens, also while the server runs. Prints one line of JSON; code 2 for wrong arguments, 1 for any other failure. */
try {
  console.log(JSON.stringify(await runAccountCommand(process.argv.slice(2), process.env)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError) console.error(usage)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
