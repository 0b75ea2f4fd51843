import { openDatabase } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import { parseOptions, whole } from '../command-line.ts'
import { migrateService } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { generateChats } from './generate.ts'

/** What `npm run demo-data` does. */

export const usage = `Usage:
  npm run demo-data -- --account ID --chats 3 --messages 1000000

  --account   the account that gets the chats; its plan's limit of rooms is ignored
  --chats     how many chats to add
  --messages  how many messages in all of them together`

/**
 * Does what the arguments ask for in the database that the environment names. Rejects with a UsageError before anything is opened.
 * @param say shows text to the person who waits
 */
export async function runDemoDataCommand(args: string[], env: Record<string, string | undefined>, say: (text: string) => void) {
  const { account, chats, messages } = parseOptions(args, ['account', 'chats', 'messages'])
  const wanted = {
    accountId: whole('--account', account),
    chats: whole('--chats', chats),
    messages: whole('--messages', messages, 0),
  }
  const database = openDatabase<Tables>(databaseLocation(env))
  try {
    await migrateService(database)
    const start = performance.now()
    const seconds = () => Math.round((performance.now() - start) / 100) / 10
    say('The plan of the account is not looked at: it may be exceeded.\n')
    const onProgress = (stored: number) => say(`\r${stored} of ${wanted.messages} messages, ${seconds()} s`)
    const generated = await generateChats(database, { ...wanted, now: Date.now(), onProgress })
    if (generated.messages) say('\n')
    return { ...generated, seconds: seconds() }
  } finally {
    await database.close()
  }
}
