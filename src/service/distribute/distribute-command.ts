import { runAsProcess } from '../command-line.ts'
import { runDistributeCommand, usage } from './distribute-action.ts'

/** `npm run distribute`: distributes the tables of chats over the workers of Citus. Reports each step on stderr. */
await runAsProcess((args, env) => runDistributeCommand(args, env, (text) => process.stderr.write(text)), usage)
