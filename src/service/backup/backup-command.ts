import { runAsProcess } from '../command-line.ts'
import { runBackupCommand, usage } from './backup.ts'

/** `npm run backup`: writes everything that the service stores into one file, also while it runs. */
await runAsProcess(runBackupCommand, usage)
