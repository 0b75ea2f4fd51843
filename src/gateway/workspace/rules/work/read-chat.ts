import { Failure } from '#contract/client.ts'
import { pollMaxAge } from '#contract/message-poll.ts'
import { maxMessagePageSize, type Message } from '#contract/messages.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import { NotSent } from '../../../worker/not-sent.ts'
import { actOn, reserveActs, type ReservedAct } from './acts.ts'
import { readAuthors } from './authors.ts'
import { reachPercent } from './brakes.ts'
import type { Named } from './chat-matchers.ts'
import { pollAfter } from './pace.ts'
import { byTime, readOn, type ChatRead, type PageQuery } from './read-messages.ts'
import { tellHits, tellWaves } from './tell-rules.ts'
import { writeCursor, type Turn, type WatchedChat } from './watch.ts'
import type { Wave } from './waves.ts'
import { stateOfHit, writeHits, type WrittenHits } from './write-hits.ts'

/** For reads, which are not recorded. */
export const watchCause: Cause = { kind: 'rule', id: 'watch', title: 'Rules' }

/** Reads what was written in a chat since it was last read, and writes down what rules name in it. A chat that cannot be read is tried again later. */
export async function readChat(turn: Turn, chat: WatchedChat): Promise<void> {
  const after = (result: Parameters<typeof pollAfter>[1]) => {
    chat.poll = pollAfter(chat.poll, result, turn.monotonicMs())
  }
  try {
    const read = await readOn(readPageOf(turn, chat), chat.cursor, {
      contextSeconds: chat.isPrimed ? 0 : chat.matchers.windowSeconds(),
      backlog: chat.backlog,
    })
    await take(turn, chat, read)
    after(read.fresh.length > 0 || read.backlog ? 'new' : 'nothing')
    // A backlog is read on as soon as the other chats had their turn.
    if (read.backlog) chat.poll = { ...chat.poll, due: turn.monotonicMs() }
  } catch (error) {
    if (error instanceof NotSent || !(error instanceof Failure)) throw error
    after('failed')
  }
}

const readPageOf =
  ({ work }: Turn, { id: chatId, poll }: WatchedChat) =>
  async (range: PageQuery) => {
    const query = { fast: true as const, limit: maxMessagePageSize, ...range }
    // What a page has just read of the same chat is not read again, if it is recent in comparison with how often this chat is read.
    const headers = pollMaxAge(Math.floor(poll.intervalMs / 2000))
    const { data, next } = await work.callFor(watchCause)('messageList', { params: { chatId }, query }, { headers })
    return { messages: data, next }
  }

async function take(turn: Turn, chat: WatchedChat, { known, fresh, cursor, backlog }: ChatRead): Promise<void> {
  const { workspace, watch, database } = turn
  // What was read before is needed once, where this process began after it.
  const context = chat.isPrimed ? [] : [...known, ...(await deletedBefore(turn, chat, known))]
  const messages = [...context, ...fresh].toSorted(byTime)
  const rules = chat.matchers.rules()
  const authors = rules.some(({ asksAuthors }) => asksAuthors) ? await readAuthors(database.query, workspace, chat.id, messages) : null
  const named: Named[] = []
  const waves: Wave[] = []
  const isOwn = ownAnnouncements(turn)
  const isFresh = new Set(fresh)
  for (const message of messages) {
    const wave = chat.waves.add(message)
    if (wave && isFresh.has(message)) waves.push(wave)
    named.push(...chat.matchers.add(message, authors?.isFirst(message) ?? false))
  }
  // Times of messages are whole seconds: one of the second in which a rule began may be older than the rule.
  const ofRules = named.filter(({ rule, message }) => message.time > rule.since / 1000 && !isOwn(message))
  watch.last = watch.clock?.wall ?? null

  const isMoved = cursor.time !== chat.cursor.time || cursor.ids.length !== chat.cursor.ids.length
  if (ofRules.length > 0 || fresh.length > 0 || isMoved) {
    let acts: ReservedAct[] = []
    let written: WrittenHits[] = []
    await turn.write(async (trx, now) => {
      written = await writeHits(trx, { workspace, chatId: chat.id, chatName: chat.name, now }, ofRules)
      await writeCursor(trx, workspace, chat.id, cursor)
      await authors?.write(trx)
      const fallen = await reachPercent(turn, trx, { rules, fresh, written, now })
      const acting = written.filter(({ rule, isLive }) => isLive && !fallen.has(rule.id))
      acts = await reserveActs(trx, workspace, chat.id, acting, now)
      await tellHits(turn, trx, chat, acting)
      await tellWaves(turn, trx, chat, waves)
    })
    Object.assign(chat, { cursor, backlog, isPrimed: true })
    for (const { rule, isLive, messages: hits } of written) turn.recorder?.ruleHits(stateOfHit(rule.rule, isLive), hits.length)
    await actOn(turn, chat, acts)
  } else Object.assign(chat, { backlog, isPrimed: true })
}

/** What rules post is read like everything else, and must not make them post again. */
function ownAnnouncements({ watch }: Turn): (message: Message) => boolean {
  const texts = new Set(watch.rules.flatMap(({ rule }) => (rule.actions.announce === null ? [] : [rule.actions.announce.trim()])))
  return ({ text }) => texts.has(text.trim())
}

/** Messages that were deleted by rules count like those that are still there: otherwise a restart would change what rules name. */
async function deletedBefore({ database, workspace }: Turn, chat: WatchedChat, known: readonly Message[]): Promise<Message[]> {
  const seconds = chat.matchers.windowSeconds()
  if (seconds === 0) return []
  const rows = await database.query
    .selectFrom('rule_hit')
    .select(['message_id', 'time', 'user_id', 'user_name', 'text'])
    .where('workspace', '=', workspace)
    .where('chat_id', '=', chat.id)
    .where('time', '>=', chat.cursor.time - seconds)
    .where('time', '<=', chat.cursor.time)
    // An earlier process may have ended before it wrote down what became of a message.
    .where('state', 'in', ['deleted', 'gone', 'deleting', 'unknown'])
    .execute()
  const there = new Set(known.map(({ messageId }) => messageId))
  const deleted = new Map(rows.filter(({ message_id }) => !there.has(message_id)).map((row) => [row.message_id, row]))
  return [...deleted.values()].map(({ message_id, time, user_id, user_name, text }) => ({
    messageId: message_id,
    time,
    userId: user_id,
    userName: user_name,
    image: null,
    text,
  }))
}
