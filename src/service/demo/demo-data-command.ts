import { runAsProcess } from '../command-line.ts'
import { runDemoDataCommand, usage } from './demo-data-action.ts'

/** `npm run demo-data`: adds chats full of made-up messages to an account, also while the server runs. Tells on stderr how far it is. */
await runAsProcess((args, env) => runDemoDataCommand(args, env, (text) => process.stderr.write(text)), usage)
