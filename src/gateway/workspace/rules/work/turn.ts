import { forEach } from '../../presets/context.ts'
import { readRules } from './choose-chats.ts'
import { deleteBatch } from './delete-due.ts'
import { groupBy } from './group-by.ts'
import { hasOpenHits, keepHolds, maxTurnGapMs, nextHoldMs } from './holds.ts'
import { readChat } from './read-chat.ts'
import { takeDue } from './take-due.ts'
import type { Turn, WatchedChat } from './watch.ts'

/** One round for an account: reads the chats whose turn it is, and deletes what is due. */

/** A round begins nothing more after this time, so that other accounts have their turn. */
const maxTurnMs = 10_000
/** While deletions are under way, chats are looked at so often. */
export const pauseMs = 250
/** Where nothing is to be done, changes are still looked for. */
export const idleMs = 60_000
const lastEveryMs = 5000
const textsEveryMs = 60 * 60_000
/** Later than any time: there is no text any more. */
const never = Number.MAX_SAFE_INTEGER

/** Resolves to the milliseconds until the next round; null: nothing is left to do until somebody starts a rule. */
export async function takeTurn(turn: Turn): Promise<number | null> {
  const { watch, wait, monotonicMs } = turn
  const end = monotonicMs() + maxTurnMs
  const deletions = createDeletions(turn)
  const forever = new AbortController().signal
  await readRules(turn)
  try {
    for (let hasRead = true; hasRead || deletions.count() > 0;) {
      await keepHolds(turn)
      const mayBegin = monotonicMs() < end
      if (mayBegin) await deletions.begin()
      hasRead = mayBegin && (await readDue(turn)) > 0
      if (deletions.count() > 0) await Promise.race([deletions.any(), wait(pauseMs, forever)])
    }
  } finally {
    await deletions.ended()
  }
  await noteRound(turn)
  if (watch.rules.length === 0 && !(await hasOpenHits(turn))) return forget(turn)
  return nextMs(turn)
}

/** The deletions of a round, one at a time in each chat. */
function createDeletions(turn: Turn) {
  const running = new Map<number, Promise<void>>()
  let failed: { error: unknown } | null = null

  return {
    begin: async () => {
      if (failed) throw failed.error
      // A deletion that ends while the hits are read would otherwise leave its hits to be taken again, in the state that was read.
      const busy = new Set(running.keys())
      for (const [chatId, batches] of groupBy(await takeDue(turn, busy), (batch) => batch.chatId)) {
        const work = async () => {
          for (const batch of batches) await deleteBatch(turn, batch)
        }
        const run = work()
          .catch((error: unknown) => void (failed ??= { error }))
          .finally(() => running.delete(chatId))
        running.set(chatId, run)
      }
    },
    count: () => running.size,
    any: () => Promise.race(running.values()),
    /** Rejects as the first of them that did. */
    ended: async () => {
      await Promise.all(running.values())
      if (failed) throw failed.error
    },
  }
}

/** Reads the chats that have waited longest, as far as the budget allows. Resolves to their number. */
async function readDue(turn: Turn): Promise<number> {
  const { watch, budget, monotonicMs } = turn
  const chats = dueChats(turn)
  const allowed: WatchedChat[] = []
  for (const chat of chats) {
    if (!watch.allowance.take(budget, monotonicMs())) break
    allowed.push(chat)
  }
  await forEach(allowed, (chat) => readChat(turn, chat))
  return allowed.length
}

function dueChats({ watch, monotonicMs }: Turn): WatchedChat[] {
  if (!watch.isOn) return []
  const now = monotonicMs()
  return [...watch.chats.values()].filter(({ poll }) => poll.due <= now).toSorted((one, other) => one.poll.due - other.poll.due)
}

async function noteRound(turn: Turn): Promise<void> {
  const { watch, workspace, monotonicMs } = turn
  const isNoted = watch.lastWritten !== null && watch.last !== null && Math.abs(watch.last - watch.lastWritten) < lastEveryMs
  if (watch.last !== null && !isNoted) {
    const { last } = watch
    const chats = watch.chats.size
    await turn.write((trx) => trx.updateTable('rule_watch').set({ last, chats }).where('workspace', '=', workspace).execute())
    watch.lastWritten = last
  }
  if (monotonicMs() < watch.textsDue) return
  await turn.write((trx, now) =>
    trx
      .updateTable('rule_hit')
      .set({ text: '', highlights: '[]', text_until: never })
      .where('workspace', '=', workspace)
      .where('text_until', '<=', now)
      .execute(),
  )
  watch.textsDue = monotonicMs() + textsEveryMs
}

/** A rule that is started later has nothing to do with what is written until then. */
async function forget(turn: Turn): Promise<null> {
  const { workspace } = turn
  await turn.write(async (trx) => {
    for (const table of ['rule_cursor', 'rule_author'] as const) await trx.deleteFrom(table).where('workspace', '=', workspace).execute()
    await trx.updateTable('rule_watch').set({ chats: 0 }).where('workspace', '=', workspace).execute()
  })
  return null
}

async function nextMs(turn: Turn): Promise<number> {
  const { watch, budget, monotonicMs } = turn
  const now = monotonicMs()
  const held = await nextHoldMs(turn)
  const waits = [idleMs]
  if (held !== null) waits.push(Math.min(held, maxTurnGapMs))
  if (watch.isOn && watch.rules.length > 0) {
    waits.push(Math.max(watch.listDue, watch.listNotBefore) - now)
    const due = Math.min(...[...watch.chats.values()].map(({ poll }) => poll.due))
    waits.push(due > now ? due - now : watch.allowance.waitMs(budget, now))
  }
  return Math.max(0, Math.min(...waits.filter(Number.isFinite)))
}
