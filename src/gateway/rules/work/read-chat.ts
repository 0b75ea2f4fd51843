import { createHash } from 'node:crypto'
import { insertNew, rowsWith } from '#db/rows.ts'
import { inParts } from '#engine/group-by.ts'
import { Failure } from '#contract/client.ts'
import { pollMaxAge, type Message } from '#contract/messages.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import { byTime, type ChatCursor, type ChatRead, cutRead, pagesOf, readFromCursor, readNewest } from '#engine/messages/read-messages.ts'
import type { Query, Trx } from '#gateway/database/database.ts'
import { NotSent } from '#gateway/worker/not-sent.ts'
import { applyPercentBrake } from './brakes.ts'
import { type FollowUp, notifyHits, notifyWaves, reserveFollowUps, runFollowUps } from './follow-ups.ts'
import { matchMessages } from './ask-thread.ts'
import { pollAfter } from './pace.ts'
import { countsFor, hasStarted, startPoints } from './start-points.ts'
import { type WatchedChat, type WatchRound, windowSecondsIn, writeCursor } from './watch.ts'
import { stateOfHit, writeHits, type WrittenHits } from './write-hits.ts'

/** For reads, which the audit log does not record. */
export const watchCause: Cause = { kind: 'rule', id: 'watch', title: 'Rules' }

/** Reads the new messages of a chat and stores the hits of its rules. A chat that cannot be read is retried later. */
export async function readChat(round: WatchRound, chat: WatchedChat): Promise<void> {
  const after = (result: Parameters<typeof pollAfter>[1]) => {
    chat.poll = pollAfter(chat.poll, result, round.monotonicMs())
    const { reads = 0, since = round.watch.clock?.wall ?? 0 } = chat.failing ?? {}
    chat.failing = result === 'failed' ? { reads: reads + 1, since } : null
  }
  try {
    if (!chat.cursor) {
      await startAfterNewest(round, chat)
      return after('new')
    }
    const read = await readFromCursor(readPageOf(round, chat), chat.cursor, {
      contextSeconds: chat.isPrimed ? 0 : windowSecondsIn(chat),
      backlog: chat.backlog,
    })
    const { isWhole } = await processRead(round, chat, chat.cursor, read)
    chat.readAt = round.monotonicMs()
    after(read.fresh.length > 0 || read.backlog ? 'new' : 'nothing')
    // The rest of a backlog is read as soon as the other chats have been read.
    if (read.backlog || !isWhole) chat.poll = { ...chat.poll, due: round.monotonicMs() }
  } catch (error) {
    if (error instanceof NotSent || !(error instanceof Failure)) throw error
    after('failed')
  }
}

function readPageOf({ work }: WatchRound, chat: WatchedChat) {
  // A recent poll of the same chat by a page is shared instead of reading again. A rule that starts needs what was posted until now.
  const isStarting = chat.rules.some((rule) => !hasStarted(chat, rule))
  const headers = isStarting ? {} : pollMaxAge(Math.floor(chat.poll.intervalMs / 2000))
  // A message that cannot be read is never matched; the others of the chat are.
  return pagesOf(work.callFor(watchCause), chat.id, { headers, skipsUnreadable: true })
}

/** The first read of a chat: all of its rules start after its newest message. */
async function startAfterNewest(round: WatchRound, chat: WatchedChat): Promise<void> {
  const cursor = await readNewest(readPageOf(round, chat))
  const starts = startPoints(chat, chat.rules, cursor)
  await round.write((trx, now) => writeCursor(trx, round.workspace, { id: chat.id, cursor, starts }, now))
  Object.assign(chat, { cursor, starts, readAt: round.monotonicMs() })
}

/** Resolves to whether there was time for all of it. */
async function processRead(round: WatchRound, chat: WatchedChat, before: ChatCursor, read: ChatRead): Promise<{ isWhole: boolean }> {
  const { workspace, watch, database } = round
  const { known } = read
  const { rules } = chat
  // Earlier messages are needed once, if they were read before this process started.
  const context = chat.isPrimed ? [] : [...known, ...(await deletedBefore(round, chat, before, known))]
  const messages = [...context, ...read.fresh].toSorted(byTime)
  const authors = rules.some(({ needsAuthors }) => needsAuthors) ? await readAuthors(database.query, workspace, chat.id, messages) : null
  const isOwn = ownAnnouncements(round)
  const unread = new Set(read.fresh)
  const { matches, waves, count } = await matchMessages(round, chat, {
    messages,
    isNew: (message) => unread.has(message),
    isFirst: (message) => authors?.isFirst(message) ?? false,
  })
  const { fresh, cursor, backlog } = cutRead(read, before, chat.backlog, count - context.length)
  const isWhole = count === messages.length
  const newMatches = matches.filter(({ rule, message }) => countsFor(chat, rule, message) && !isOwn(message))
  // Rules that have not started yet start after the newest message, which was only read if nothing is left.
  const isStarting = isWhole && !backlog && rules.some((rule) => !hasStarted(chat, rule))
  const starts = isStarting ? startPoints(chat, rules, cursor) : chat.starts
  watch.last = watch.clock?.wall ?? null

  const isMoved = cursor.time !== before.time || cursor.ids.length !== before.ids.length
  if (newMatches.length > 0 || fresh.length > 0 || isMoved || isStarting || isStoredLongAgo(round, chat)) {
    let followUps: FollowUp[] = []
    let written: WrittenHits[] = []
    await round.write(async (trx, now) => {
      written = await writeHits(trx, { workspace, chatId: chat.id, chatName: chat.name, now }, newMatches)
      await writeCursor(trx, workspace, { id: chat.id, cursor, starts }, now)
      await authors?.write(trx)
      const fellBack = await applyPercentBrake(round, trx, { chat, fresh, written, now })
      const live = written.filter(({ rule, isLive }) => isLive && !fellBack.has(rule.id))
      followUps = await reserveFollowUps(trx, workspace, chat.id, live, now)
      await notifyHits(round, trx, chat, live)
      await notifyWaves(round, trx, chat, waves)
    })
    Object.assign(chat, { cursor, starts, backlog, isPrimed: true, storedAt: round.monotonicMs() })
    for (const { rule, isLive, messages: hits } of written) round.recorder?.ruleHits(stateOfHit(rule.rule, isLive), hits.length)
    await runFollowUps(round, chat, followUps)
  } else Object.assign(chat, { backlog, isPrimed: true })
  return { isWhole }
}

/** A chat in which nobody writes is stored now and then: how long it was not read decides after a restart what is done with the backlog. */
const isStoredLongAgo = ({ monotonicMs }: WatchRound, { storedAt }: WatchedChat) => monotonicMs() - storedAt > storeEveryMs
const storeEveryMs = 60 * 60_000

/** Announcements of rules are read like other messages, and must not trigger another announcement. */
function ownAnnouncements({ watch }: WatchRound): (message: Message) => boolean {
  const texts = new Set(watch.rules.flatMap(({ rule }) => (rule.actions.announce === null ? [] : [rule.actions.announce.trim()])))
  return ({ text }) => texts.has(text.trim())
}

/** Messages that rules deleted count like existing ones: otherwise a restart would change what the window conditions match. */
async function deletedBefore(
  { database, workspace }: WatchRound,
  chat: WatchedChat,
  { time }: ChatCursor,
  known: readonly Message[],
): Promise<Message[]> {
  const seconds = windowSecondsIn(chat)
  if (seconds === 0) return []
  const rows = await rowsWith(database.query, 'rule_hit', { workspace, chat_id: chat.id })
    .select(['message_id', 'time', 'author_id', 'user_name', 'text'])
    .where('time', '>=', time - seconds)
    .where('time', '<=', time)
    // An earlier process may have stopped before it recorded the outcome of a deletion.
    .where('state', 'in', ['deleted', 'gone', 'deleting', 'unknown'])
    .execute()
  const there = new Set(known.map(({ messageId }) => messageId))
  const deleted = new Map(rows.filter(({ message_id }) => !there.has(message_id)).map((row) => [row.message_id, row]))
  return [...deleted.values()].map(({ message_id, time, author_id, user_name, text }) => ({
    messageId: message_id,
    time,
    userId: author_id,
    userName: user_name,
    image: null,
    text,
  }))
}

/** The earlier authors of a chat, for rules about first messages. Only hashes are stored, so that no names are kept. */
const hashOf = (message: Message) => createHash('sha256').update(authorKey(message)).digest('base64url')

/**
 * Detects first messages, compared with these messages and all earlier ones.
 * @param messages in the order of their time
 */
async function readAuthors(query: Query, workspace: string, chatId: number, messages: readonly Message[]) {
  const known = new Set<string>()
  const ofChat = { workspace, chat_id: chatId }
  for (const some of inParts([...new Set(messages.map(hashOf))])) {
    const rows = await rowsWith(query, 'rule_author', { ...ofChat, author: some })
      .select('author')
      .execute()
    for (const { author } of rows) known.add(author)
  }
  const added = new Set<string>()
  return {
    /** Whether this is the author’s first message. Adds the author to the known ones. */
    isFirst: (message: Message): boolean => {
      const author = hashOf(message)
      if (known.has(author)) return false
      known.add(author)
      added.add(author)
      return true
    },
    write: async (trx: Trx) => {
      for (const rows of inParts([...added].map((author) => ({ ...ofChat, author })))) await insertNew(trx, 'rule_author', rows)
    },
  }
}
