import { runBackupCommand, usage } from '#service/backup/backup.ts'
import { servicePart } from '#service/backup/service-part.ts'
import { runAsProcess } from '#service/command-line.ts'
import { gatewayPart } from './backup-part.ts'

/** `npm run backup`: writes everything that service and gateway store, except sessions, into one file, also while they run. */
await runAsProcess((args, env) => runBackupCommand(args, env, [servicePart, gatewayPart]), usage)
