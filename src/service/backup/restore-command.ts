import { runAsProcess } from '../command-line.ts'
import { runRestoreCommand, usage } from './restore.ts'

/** `npm run restore`: restores such a file to SQLite or PostgreSQL. */
await runAsProcess(runRestoreCommand, usage)
