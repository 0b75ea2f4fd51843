import { parseArgs } from 'node:util'
import { openDatabase } from '#db/open.ts'
import { placeFrom } from '#db/place.ts'
import { migrateService } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { generateChats } from './generate.ts'

/** `npm run demo-data`: adds chats full of made-up messages to an account, also while the server runs. Prints one line of JSON. */

const usage = `Usage:
  npm run demo-data -- --account ID --chats 3 --messages 1000000

  --account   the account that gets the chats; its plan's limit of rooms is ignored
  --chats     how many chats to add
  --messages  how many messages in all of them together`

class UsageError extends Error {}

interface Wanted {
  accountId: number
  chats: number
  messages: number
}

/** Throws a UsageError. */
function wantedBy(args: string[]): Wanted {
  const { account, chats, messages } = optionsOf(args)
  return { accountId: whole('--account', account, 1), chats: whole('--chats', chats, 1), messages: whole('--messages', messages, 0) }
}

function optionsOf(args: string[]) {
  const option = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { account: option, chats: option, messages: option } }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function whole(option: string, text: string | undefined, least: number): number {
  if (!text || !/^\d{1,9}$/.test(text) || Number(text) < least) throw new UsageError(`${option} must be a whole number, at least ${least}.`)
  return Number(text)
}

async function main(): Promise<void> {
  const wanted = wantedBy(process.argv.slice(2))
  const database = openDatabase<Tables>(placeFrom(process.env))
  try {
    await migrateService(database)
    const start = performance.now()
    const seconds = () => Math.round((performance.now() - start) / 100) / 10
    console.error('The plan of the account is not looked at: it may be exceeded.')
    const onProgress = (stored: number) => process.stderr.write(`\r${stored} of ${wanted.messages} messages, ${seconds()} s`)
    const generated = await generateChats(database, { ...wanted, now: Date.now(), onProgress })
    if (generated.messages) process.stderr.write('\n')
    console.log(JSON.stringify({ ...generated, seconds: seconds() }))
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError) console.error(usage)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
