import { runAccountCommand, usage } from './account-actions.ts'
import { runAsProcess } from '../command-line.ts'

/** `npm run account`: creates accounts and tokens, also while the server runs. */
await runAsProcess(runAccountCommand, usage)
