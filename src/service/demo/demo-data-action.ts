import { type Database, withDatabase } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import { commandLine } from '#db/release.ts'
import { parseOptions, whole } from '#db/command-line.ts'
import { prepareCommand } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { generateChats } from './generate.ts'

/** The command `npm run demo-data`. */

export const usage = `Usage:
  ${commandLine('demo-data')} --account ID --chats 3 --messages 1000000

  --account   the account that gets the chats; the limits of its plan are ignored
  --chats     how many chats to add
  --messages  how many messages in total`

/**
 * Runs the command on the database that the environment names. Rejects with a UsageError before anything is opened.
 * @param print shows the progress
 */
export async function runDemoDataCommand(args: string[], env: Record<string, string | undefined>, print: (text: string) => void) {
  const { account, chats, messages } = parseOptions(args, ['account', 'chats', 'messages'])
  const wanted = {
    accountId: whole('--account', account),
    chats: whole('--chats', chats),
    messages: whole('--messages', messages, 0),
  }
  return withDatabase(databaseLocation(env), async (database: Database<Tables>) => {
    await prepareCommand(database)
    const start = performance.now()
    const seconds = () => Math.round((performance.now() - start) / 100) / 10
    print('The limits of the account’s plan are ignored and may be exceeded.\n')
    // A line for each tenth: the output may be kept in a log.
    let tenths = 0
    const onProgress = (stored: number) => {
      const done = Math.floor((stored * 10) / wanted.messages)
      if (done === tenths) return
      tenths = done
      print(`${stored} of ${wanted.messages} messages, ${seconds()} s\n`)
    }
    const generated = await generateChats(database, { ...wanted, now: Date.now(), onProgress })
    return { ...generated, seconds: seconds() }
  })
}
