import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { NotSent } from '../../../worker/not-sent.ts'
import { chatsOfRule, readChatLabels } from '../scope.ts'
import { readRunning, readRunningRules } from '../store.ts'
import { readListSizes } from '../word-lists.ts'
import { fallBackAndNotify } from './brakes.ts'
import { compileRules } from './compile.ts'
import { firstPoll } from './pace.ts'
import { watchCause } from './read-chat.ts'
import type { ChatCursor } from './read-messages.ts'
import { readCursors, writeCursor, type WatchRound, type WatchedChat } from './watch.ts'
import { watchedRule, type WatchedRule } from './watched-rule.ts'

/** Decides which rules run and which chats they watch. */

const listEveryMs = 60_000
const failedListMs = 10_000
/** A list with more chats than this is read less often. */
const longListSize = 500
const longListEveryMs = 5 * 60_000
/** A chat counts as deleted after it was missing from this many lists in a row. */
const missingLists = 3
/** A chat or rule that started less than this before it was found is watched from its start. */
const recentSeconds = 10 * 60
/** After a longer interruption older messages are ignored: people have dealt with them by then. */
const maxBacklogSeconds = 24 * 60 * 60

/** Reads the rules. Chooses the chats again if rules have changed or the list of chats is due. */
export async function readRules(round: WatchRound): Promise<void> {
  const { database, workspace, watch, monotonicMs } = round
  const { isOn, running } = await readRunning(database.query, workspace)
  watch.isOn = isOn
  const isListDue = monotonicMs() >= watch.listDue
  if (monotonicMs() < watch.listNotBefore) return
  const wanted = running.map(({ id, version, since, state }) => `${id} ${version} ${since} ${state}`).join()
  if (!isListDue && wanted === watch.chosenFor) return
  watch.lists = await readListSizes(database.query, workspace)
  const rules = await readRunningRules(database.query, workspace, running, watch.rules)
  const versions = new Map([...watch.lists].map(([id, { version }]) => [id, version]))
  watch.rules = rules.map((rule) => watchedRule(rule, versions))
  watch.percent.keep(new Set(rules.map(({ id, version }) => `${id} ${version}`)))
  // Rules that are switched off cost nothing.
  if (isOn) await compileRules(round)
  if (!isOn || watch.rules.length === 0) watch.chosenFor = wanted
  else if (await chooseChats(round)) watch.chosenFor = wanted
  else watch.listNotBefore = monotonicMs() + failedListMs
}

/** Resolves to whether the list of chats could be read. */
async function chooseChats(round: WatchRound): Promise<boolean> {
  const { work, watch, database, workspace, monotonicMs } = round
  let listed: Chat[]
  try {
    listed = (await work.callFor(watchCause)('chatList', {})).data
  } catch (error) {
    if (error instanceof NotSent || !(error instanceof Failure)) throw error
    return false
  }
  watch.listDue = monotonicMs() + (listed.length > longListSize ? longListEveryMs : listEveryMs)
  const labels = await readChatLabels(database.query, workspace)
  const inList = new Set(listed.map(({ id }) => id))
  for (const chat of watch.chats.values()) chat.missing = inList.has(chat.id) ? 0 : chat.missing + 1
  const existing = [
    ...inList,
    ...[...watch.chats.values()].filter(({ missing }) => missing > 0 && missing < missingLists).map(({ id }) => id),
  ]
  const rulesOf = new Map<number, WatchedRule[]>()
  for (const rule of watch.rules)
    for (const chatId of chatsOfRule(rule.rule, existing, labels)) rulesOf.set(chatId, [...(rulesOf.get(chatId) ?? []), rule])
  await fallBackFaulty(round, rulesOf)
  await updateWatchedChats(round, new Map(listed.map((chat) => [chat.id, chat])), rulesOf)
  return true
}

/** A live rule whose conditions cannot be tested, or whose chats are all deleted, must not look as if it were working. */
async function fallBackFaulty(round: WatchRound, rulesOf: ReadonlyMap<number, readonly WatchedRule[]>): Promise<void> {
  const { watch } = round
  const withChats = new Set([...rulesOf.values()].flat())
  for (const rule of watch.rules.filter(({ state }) => state === 'live')) {
    const { chats } = rule.rule.scope
    const isFaulty = watch.compiled.get(rule.key)?.isFaulty ?? false
    // A label may be given to another chat at any time.
    const isWithoutChats = chats !== 'all' && chats.labels.length === 0 && !withChats.has(rule) && lacksChats(watch.withoutChats, rule)
    if (isFaulty) await round.write((trx, now) => fallBackAndNotify(round, trx, rule, 'fault', 0, now))
    else if (isWithoutChats) await round.write((trx, now) => fallBackAndNotify(round, trx, rule, 'chats', 0, now))
    if (withChats.has(rule)) watch.withoutChats.delete(rule.key)
  }
}

/** Counts that a rule has no chat. Returns whether that was so for several lists in a row. */
function lacksChats(withoutChats: Map<string, number>, { key }: WatchedRule): boolean {
  const lists = (withoutChats.get(key) ?? 0) + 1
  withoutChats.set(key, lists)
  return lists >= missingLists
}

/** Starts watching new chats, and drops those that no rule watches now: a later rule ignores what is posted there in the meantime. */
async function updateWatchedChats(
  round: WatchRound,
  listed: ReadonlyMap<number, Chat>,
  rulesOf: ReadonlyMap<number, WatchedRule[]>,
): Promise<void> {
  const { watch, database, workspace, monotonicMs, nowMs } = round
  const stored = await readCursors(database.query, workspace)
  const dropped = [...stored.keys()].filter((chatId) => !rulesOf.has(chatId))
  for (const chatId of watch.chats.keys()) if (!rulesOf.has(chatId)) watch.chats.delete(chatId)
  const added: WatchedChat[] = []
  const nowSeconds = nowMs() / 1000
  for (const [id, rules] of rulesOf) {
    const chat = listed.get(id)
    const known = watch.chats.get(id)
    const earliest = Math.floor(Math.min(...rules.map(({ since }) => since)) / 1000)
    const cursor = startOf(known?.cursor ?? stored.get(id), { earliest, created: chat?.createDate ?? 0, now: nowSeconds })
    if (known) {
      if (chat) known.name = chat.name
      if (known.cursor.time < cursor.time) Object.assign(known, { cursor, backlog: null })
      known.rules = rules
      continue
    }
    added.push({
      id,
      name: chat?.name ?? '',
      cursor,
      backlog: null,
      poll: firstPoll(monotonicMs()),
      rules,
      isPrimed: false,
      missing: 0,
    })
  }
  const unstored = added.filter(({ id, cursor }) => stored.get(id)?.time !== cursor.time)
  if (unstored.length > 0 || dropped.length > 0)
    await round.write(async (trx) => {
      for (const { id, cursor } of unstored) await writeCursor(trx, workspace, id, cursor)
      for (let start = 0; start < dropped.length; start += chunk)
        await trx
          .deleteFrom('rule_cursor')
          .where('workspace', '=', workspace)
          .where('chat_id', 'in', dropped.slice(start, start + chunk))
          .execute()
    })
  for (const chat of added) watch.chats.set(chat.id, chat)
}

const chunk = 500

interface StartTimes {
  /** When the first rule of the chat started, and when the chat was created. Seconds. */
  earliest: number
  created: number
  now: number
}

/** The position from which a chat is read: never before its rules started, and in a chat that was not watched before, only from now on. */
function startOf(cursor: ChatCursor | undefined, { earliest, created, now }: StartTimes): ChatCursor {
  if (cursor) {
    const oldest = Math.max(earliest, now - maxBacklogSeconds)
    return cursor.time >= oldest ? cursor : { time: Math.floor(oldest), ids: [] }
  }
  const recent = now - recentSeconds
  const recentStarts = [earliest, created].filter((time) => time >= recent)
  return { time: Math.floor(recentStarts.length > 0 ? Math.max(...recentStarts) : now), ids: [] }
}
