import { createHash } from 'node:crypto'
import { ruleFaults } from '#analysis/rules/message-conditions.ts'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { NotSent } from '../../../worker/not-sent.ts'
import { chatsOfRule, readChatLabels } from '../scope.ts'
import { rulesAtWork } from '../store.ts'
import { readWordLists } from '../word-lists.ts'
import { stopRule } from './brakes.ts'
import { compiledRule, createChatMatchers, type CompiledRule } from './chat-matchers.ts'
import { firstPoll } from './pace.ts'
import { watchCause } from './read-chat.ts'
import type { ChatCursor } from './read-messages.ts'
import { readCursors, writeCursor, type Turn, type WatchedChat } from './watch.ts'
import { createWaveWatch } from './waves.ts'

/** Which rules run, and which chats they watch. */

const listEveryMs = 60_000
const failedListMs = 10_000
/** A list of so many chats is long; it is read less often. */
const manyChats = 500
const manyChatsEveryMs = 5 * 60_000
/** A chat is gone when it is in none of so many lists. */
const missingLists = 3
/** Whatever began at most so long before it was found is watched from its beginning. */
const recentSeconds = 10 * 60
/** Messages that are older when the work goes on are left alone: people have long dealt with them. */
const maxBacklogSeconds = 24 * 60 * 60

/** Reads the rules, and where they have changed, or it is time to, chooses the chats anew. */
export async function readRules(turn: Turn): Promise<void> {
  const { database, workspace, watch, monotonicMs } = turn
  const { isOn, rules } = await rulesAtWork(database.query, workspace)
  watch.isOn = isOn
  const isTime = monotonicMs() >= watch.listDue
  if (monotonicMs() < watch.listNotBefore) return
  const wanted = rules.map(({ id, version, since, state }) => `${id} ${version} ${since} ${state}`).join()
  if (!isTime && wanted === watch.chosenFor) return
  await readLists(turn)
  const before = new Map(watch.rules.map((rule) => [rule.key, rule]))
  watch.rules = rules.map((rule) => compiledRule(rule, { ...watch, before }))
  watch.percent.keep(new Set(rules.map(({ id, version }) => `${id} ${version}`)))
  if (!isOn || rules.length === 0) watch.chosenFor = wanted
  else if (await chooseChats(turn)) watch.chosenFor = wanted
  else watch.listNotBefore = monotonicMs() + failedListMs
}

async function readLists({ database, workspace, watch }: Turn): Promise<void> {
  const lists = await readWordLists(database.query, workspace)
  const listsKey = createHash('sha256')
    .update(JSON.stringify([...lists]))
    .digest('base64url')
  if (listsKey !== watch.listsKey) Object.assign(watch, { lists, listsKey })
}

/** Resolves to whether the list of chats could be read. */
async function chooseChats(turn: Turn): Promise<boolean> {
  const { work, watch, database, workspace, monotonicMs } = turn
  let listed: Chat[]
  try {
    listed = (await work.callFor(watchCause)('chatList', {})).data
  } catch (error) {
    if (error instanceof NotSent || !(error instanceof Failure)) throw error
    return false
  }
  watch.listDue = monotonicMs() + (listed.length > manyChats ? manyChatsEveryMs : listEveryMs)
  const labels = await readChatLabels(database.query, workspace)
  const inList = new Set(listed.map(({ id }) => id))
  for (const chat of watch.chats.values()) chat.missing = inList.has(chat.id) ? 0 : chat.missing + 1
  const existing = [
    ...inList,
    ...[...watch.chats.values()].filter(({ missing }) => missing > 0 && missing < missingLists).map(({ id }) => id),
  ]
  const rulesOf = new Map<number, CompiledRule[]>()
  for (const rule of watch.rules)
    for (const chatId of chatsOfRule(rule.rule, existing, labels)) rulesOf.set(chatId, [...(rulesOf.get(chatId) ?? []), rule])
  await stopFaulty(turn, rulesOf)
  await follow(turn, new Map(listed.map((chat) => [chat.id, chat])), rulesOf)
  return true
}

/** A live rule whose conditions cannot be tested, or whose chats are all gone, must not look as if it were at work. */
async function stopFaulty(turn: Turn, rulesOf: ReadonlyMap<number, readonly CompiledRule[]>): Promise<void> {
  const { watch } = turn
  const atWork = new Set([...rulesOf.values()].flat())
  for (const rule of watch.rules.filter(({ state }) => state === 'live')) {
    const { chats } = rule.rule.scope
    const isFaulty = ruleFaults(rule.rule, watch.lists).length > 0
    // Labels may be given to other chats at any time.
    const isWithoutChats = chats !== 'all' && chats.labels.length === 0 && !atWork.has(rule) && wasMissed(watch.withoutChats, rule)
    if (isFaulty) await turn.write((trx, now) => stopRule(turn, trx, rule, 'fault', 0, now))
    else if (isWithoutChats) await turn.write((trx, now) => stopRule(turn, trx, rule, 'chats', 0, now))
    if (atWork.has(rule)) watch.withoutChats.delete(rule.key)
  }
}

/** Whether the chats of a rule were in none of several lists. */
function wasMissed(withoutChats: Map<string, number>, { key }: CompiledRule): boolean {
  const lists = (withoutChats.get(key) ?? 0) + 1
  withoutChats.set(key, lists)
  return lists >= missingLists
}

/** Begins with chats that are new, and forgets those that no rule is about any more: what is written there meanwhile is no business of a later rule. */
async function follow(turn: Turn, listed: ReadonlyMap<number, Chat>, rulesOf: ReadonlyMap<number, CompiledRule[]>): Promise<void> {
  const { watch, database, workspace, monotonicMs, nowMs } = turn
  const stored = await readCursors(database.query, workspace)
  const left = [...stored.keys()].filter((chatId) => !rulesOf.has(chatId))
  for (const chatId of watch.chats.keys()) if (!rulesOf.has(chatId)) watch.chats.delete(chatId)
  const begun: WatchedChat[] = []
  const nowSeconds = nowMs() / 1000
  for (const [id, rules] of rulesOf) {
    const chat = listed.get(id)
    const known = watch.chats.get(id)
    const earliest = Math.floor(Math.min(...rules.map(({ since }) => since)) / 1000)
    const cursor = startOf(known?.cursor ?? stored.get(id), { earliest, created: chat?.createDate ?? 0, now: nowSeconds })
    if (known) {
      if (chat) known.name = chat.name
      if (known.cursor.time < cursor.time) Object.assign(known, { cursor, backlog: null })
      known.matchers.use(rules)
      continue
    }
    const matchers = createChatMatchers()
    matchers.use(rules)
    begun.push({
      id,
      name: chat?.name ?? '',
      cursor,
      backlog: null,
      poll: firstPoll(monotonicMs()),
      matchers,
      waves: createWaveWatch(),
      isPrimed: false,
      missing: 0,
    })
  }
  const unstored = begun.filter(({ id, cursor }) => stored.get(id)?.time !== cursor.time)
  if (unstored.length > 0 || left.length > 0)
    await turn.write(async (trx) => {
      for (const { id, cursor } of unstored) await writeCursor(trx, workspace, id, cursor)
      for (let start = 0; start < left.length; start += chunk)
        await trx
          .deleteFrom('rule_cursor')
          .where('workspace', '=', workspace)
          .where('chat_id', 'in', left.slice(start, start + chunk))
          .execute()
    })
  for (const chat of begun) watch.chats.set(chat.id, chat)
}

const chunk = 500

interface Beginnings {
  /** When the first of the rules of a chat began, and when the chat was created. Seconds. */
  earliest: number
  created: number
  now: number
}

/** From where on a chat is read. Not from before its rules began, and of a chat that they are new to, not from before now. */
function startOf(cursor: ChatCursor | undefined, { earliest, created, now }: Beginnings): ChatCursor {
  if (cursor) {
    const oldest = Math.max(earliest, now - maxBacklogSeconds)
    return cursor.time >= oldest ? cursor : { time: Math.floor(oldest), ids: [] }
  }
  const recent = now - recentSeconds
  const began = [earliest, created].filter((time) => time >= recent)
  return { time: Math.floor(began.length > 0 ? Math.max(...began) : now), ids: [] }
}
