import type { Database } from '#db/open.ts'
import { liveChats, nextNumberInChat } from '../chats/live-chats.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds } from '../times.ts'
import type { DraftMessage } from './conversation.ts'
import { demoChats } from './demo-chats.ts'
import { createRandom } from './random.ts'
import { spamMessages } from './special-messages.ts'
import { insert } from '#db/rows.ts'

/**
 * A wave of spam in a chat of the demo that begins a few minutes after the product was started, so that a newcomer sees what happens then.
 * @returns ends it early
 */
export function startLiveWave(database: Database<Tables>, accountId: number, nowMs: () => number, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  for (const { hash, wave } of demoChats) if (wave) post(hash, draftsOf(wave, nowMs()))
  return () => {
    isOver = true
    clearTimeout(timer)
  }

  function post(hash: string, [next, ...rest]: DraftMessage[]) {
    if (!next || isOver) return
    const send = async () => {
      if (await postMessage(database, accountId, hash, { ...next, time: toUnixSeconds(nowMs()) })) post(hash, rest)
    }
    timer = setTimeout(() => void send().catch(onError), Math.max(0, next.time * 1000 - nowMs()))
    timer.unref()
  }
}

type LiveWave = NonNullable<(typeof demoChats)[number]['wave']>

/** Its messages in the order of their times. */
function draftsOf({ after, ...wave }: LiveWave, now: number): DraftMessage[] {
  const random = createRandom(now)
  return spamMessages(random, toUnixSeconds(now), { ...wave, ago: -after }).toSorted((one, other) => one.time - other.time)
}

/** @returns false where the chat does not exist any more */
async function postMessage(database: Database<Tables>, accountId: number, hash: string, draft: DraftMessage): Promise<boolean> {
  return database.transaction(async (trx) => {
    const chat = await liveChats(trx, accountId).where('hash', '=', hash).select('id').executeTakeFirst()
    if (!chat) return false
    const id = await nextNumberInChat(trx, accountId, chat.id, 'last_message_id')
    await insert(trx, 'message', { ...draft, chat_id: chat.id, id })
    return true
  })
}
