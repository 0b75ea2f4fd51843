import { runAsProcess } from '../command-line.ts'
import { runDemoDataCommand, usage } from './demo-data-action.ts'

/** `npm run demo-data`: adds chats with generated messages to an account, also while the server runs. Reports its progress on stderr. */
await runAsProcess((args, env) => runDemoDataCommand(args, env, (text) => process.stderr.write(text)), usage)
