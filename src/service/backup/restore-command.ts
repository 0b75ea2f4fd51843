import { runAsProcess } from '../command-line.ts'
import { runRestoreCommand, usage } from './restore.ts'

/** `npm run restore`: the content of such a file into SQLite or PostgreSQL. */
await runAsProcess(runRestoreCommand, usage)
