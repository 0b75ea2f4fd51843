import { remove, update } from '#db/rows.ts'
import { forEach } from '#gateway/for-each.ts'
import { writeCost } from '../cost.ts'
import { readRules } from './choose-chats.ts'
import { deleteOldCounts } from '../count-hits.ts'
import { claimDue, deleteBatch } from './delete-due.ts'
import { groupBy } from '#engine/group-by.ts'
import { hasOpenHits, adjustHolds, maxRoundGapMs, nextHoldMs } from './holds.ts'
import { readChat } from './read-chat.ts'
import { deleteOldHits, forgetTexts } from '../hit-states.ts'
import { startingIn } from './start-points.ts'
import type { Watch, WatchRound, WatchedChat } from './watch.ts'

/** One round of the rules of an account: reads the chats that are due, and deletes the messages whose hold has expired. */

/** After this time a round starts nothing more, so that other accounts are not kept waiting. */
const maxRoundMs = 10_000
/** Between two looks at the chats while deletions are running. */
export const pauseMs = 250
/** Between two rounds when there is nothing to do but check for changes. */
export const idleMs = 60_000
const lastEveryMs = 5000
const textsEveryMs = 60 * 60_000

/** Resolves to the milliseconds until the next round; null: there is nothing to do until a rule is started. */
export async function runRound(round: WatchRound): Promise<number | null> {
  const { watch, wait, monotonicMs } = round
  const end = monotonicMs() + maxRoundMs
  const deletions = createDeletions(round)
  const forever = new AbortController().signal
  await readRules(round)
  try {
    for (let hasRead = true; hasRead || deletions.count() > 0;) {
      await adjustHolds(round)
      const mayStart = monotonicMs() < end
      if (mayStart) await deletions.start()
      hasRead = mayStart && (await readDue(round)) > 0
      if (deletions.count() > 0) await Promise.race([deletions.any(), wait(pauseMs, forever)])
    }
  } finally {
    await deletions.ended()
  }
  await recordRound(round)
  if (watch.rules.length === 0 && !(await hasOpenHits(round))) return forget(round)
  return nextMs(round)
}

/** The deletions of a round, one at a time in each chat. */
function createDeletions(round: WatchRound) {
  const running = new Map<number, Promise<void>>()
  let failed: { error: unknown } | null = null

  return {
    start: async () => {
      if (failed) throw failed.error
      // Taken before the hits are read: a deletion that ends in between must not have its hits claimed again in the state that was read.
      const busy = new Set(running.keys())
      for (const [chatId, batches] of groupBy(await claimDue(round, busy), (batch) => batch.chatId)) {
        const work = async () => {
          for (const batch of batches) await deleteBatch(round, batch)
        }
        const run = work()
          .catch((error: unknown) => void (failed ??= { error }))
          .finally(() => running.delete(chatId))
        running.set(chatId, run)
      }
    },
    count: () => running.size,
    any: () => Promise.race(running.values()),
    /** Rejects with the error of the first one that failed. */
    ended: async () => {
      await Promise.all(running.values())
      if (failed) throw failed.error
    },
  }
}

/** Reads the chats that have been due for longest, as far as the budget allows. Resolves to their number. */
async function readDue(round: WatchRound): Promise<number> {
  const { watch, budget, monotonicMs } = round
  const chats = dueChats(round)
  const allowed: WatchedChat[] = []
  for (const chat of chats) {
    if (!watch.allowance.take(budget, monotonicMs())) break
    allowed.push(chat)
  }
  await forEach(allowed, (chat) => readChat(round, chat))
  return allowed.length
}

function dueChats({ watch, monotonicMs }: WatchRound): WatchedChat[] {
  if (!watch.isOn) return []
  const now = monotonicMs()
  return [...watch.chats.values()].filter(({ poll }) => poll.due <= now).toSorted((one, other) => one.poll.due - other.poll.due)
}

/** Stores what people see of the round, and deletes what is kept no longer, the latter once in a while. */
async function recordRound(round: WatchRound): Promise<void> {
  const { watch, workspace, monotonicMs, write } = round
  await recordWatch(round)
  if (monotonicMs() < watch.textsDue) return
  await write((trx, now) => forgetTexts(trx, workspace, now))
  await write((trx, now) => deleteOldCounts(trx, workspace, now))
  for (let deleted = 0; deleted < maxDeleted; deleted += deletedAtOnce)
    if ((await write((trx, now) => deleteOldHits(trx, workspace, now, deletedAtOnce))) < deletedAtOnce) break
  watch.textsDue = monotonicMs() + textsEveryMs
}

/** Hits of one statement, so that it takes a few milliseconds, and of one round. */
const deletedAtOnce = 1000
const maxDeleted = 50_000

/** Stores what has changed; when chats were read, now and then. */
async function recordWatch({ watch, workspace, write }: WatchRound): Promise<void> {
  const { last, stored } = watch
  const isLastDue = last !== null && (stored.last === null || Math.abs(last - stored.last) >= lastEveryMs)
  const now = { ...stored, starting: startingIn(watch) ?? stored.starting, unread: unreadIn(watch), ...(isLastDue && { last }) }
  if (!isLastDue && now.starting === stored.starting && now.unread === stored.unread) return
  await write((trx) => update(trx, 'rule_watch', { workspace }, now))
  watch.stored = now
}

/** Drops all cursors: a rule that is started later ignores what is posted until then. */
async function forget(round: WatchRound): Promise<null> {
  const { workspace } = round
  await round.write(async (trx) => {
    for (const table of ['rule_cursor', 'rule_author'] as const) await remove(trx, table, { workspace })
    await update(trx, 'rule_watch', { workspace }, { unread: '[]' })
    await writeCost(trx, workspace, { characters: 0, steps: 0 })
  })
  return null
}

async function nextMs(round: WatchRound): Promise<number> {
  const { watch, budget, monotonicMs } = round
  const now = monotonicMs()
  const held = await nextHoldMs(round)
  const waits = [idleMs]
  if (held !== null) waits.push(Math.min(held, maxRoundGapMs))
  if (watch.isOn && watch.rules.length > 0) {
    waits.push(Math.max(watch.listDue, watch.listNotBefore) - now)
    const due = Math.min(...[...watch.chats.values()].map(({ poll }) => poll.due))
    waits.push(due > now ? due - now : watch.allowance.waitMs(budget, now))
  }
  return Math.max(0, Math.min(...waits.filter(Number.isFinite)))
}

/** Failed reads in a row before a chat counts: a single one is retried within seconds. */
const failedReads = 3
/** While the whole service fails, these are enough to say it. */
const maxStored = 200

/** As JSON, the chats that rules cannot read, although they read others: nothing that is posted there is matched, which nobody would notice otherwise. */
function unreadIn({ chats }: Watch): string {
  const failing = [...chats.values()].filter((chat) => chat.failing && chat.failing.reads >= failedReads).slice(0, maxStored)
  return JSON.stringify(failing.map((chat) => ({ chatId: chat.id, since: chat.failing!.since })))
}
