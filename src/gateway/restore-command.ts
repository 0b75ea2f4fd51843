import { runRestoreCommand, usage } from '#service/backup/restore.ts'
import { servicePart } from '#service/backup/service-part.ts'
import { runAsProcess } from '#service/command-line.ts'
import { gatewayPart } from './backup-part.ts'

/** `npm run restore`: restores such a file to SQLite or PostgreSQL. */
await runAsProcess((args, env) => runRestoreCommand(args, env, [servicePart, gatewayPart]), usage)
