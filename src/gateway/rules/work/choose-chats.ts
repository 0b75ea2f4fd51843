import { inParts } from '#engine/group-by.ts'
import type { Chat } from '#contract/chats.ts'
import { unreadableIn } from '#contract/readable-rows.ts'
import { unlessFailed } from '#gateway/worker/not-sent.ts'
import { chatsOfRule, readChatLabels, readRunning, readRunningRules } from '../store.ts'
import { readNow } from '#gateway/worker/lease.ts'
import { readListSizes } from '../cost.ts'
import { brake } from './brakes.ts'
import { compileRules } from './ask-thread.ts'
import { firstPoll } from './pace.ts'
import type { ChatCursor } from '#engine/messages/read-messages.ts'
import { remove, rowsWith } from '#db/rows.ts'
import { watchCause } from './read-chat.ts'
import { startPoints } from './start-points.ts'
import {
  readCursors,
  type StartPoint,
  writeCursor,
  type StoredChat,
  type Watch,
  type WatchRound,
  type WatchedChat,
  watchedRule,
  type WatchedRule,
} from './watch.ts'

/** Decides which rules run and which chats they watch. */

const listEveryMs = 60_000
const failedListMs = 10_000
/** A list with more chats than this is read less often. */
const longListSize = 500
const longListEveryMs = 5 * 60_000
/** A chat counts as deleted after it was missing from this many lists in a row. */
const missingLists = 3
/** After a longer interruption older messages are ignored: people have dealt with them by then. */
const maxBacklogMs = 24 * 60 * 60_000

/** Reads the rules. Chooses the chats again if rules have changed or the list of chats is due. */
export async function readRules(round: WatchRound): Promise<void> {
  const { database, workspace, watch, monotonicMs } = round
  const { isOn, running } = await readRunning(database.query, workspace)
  watch.isOn = isOn
  const isListDue = monotonicMs() >= watch.listDue
  if (monotonicMs() < watch.listNotBefore) return
  const wanted = running.map(({ id, start, state }) => `${id} ${start} ${state}`).join()
  if (!isListDue && wanted === watch.chosenFor) return
  watch.lists = await readListSizes(database.query, workspace)
  const rules = await readRunningRules(database.query, workspace, running, watch.rules)
  watch.rules = rules.map((rule) => watchedRule(rule, watch.lists))
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
  const answer = await unlessFailed(() => work.callFor(watchCause)('chatList', {}, { skipsUnreadable: true }))
  if (!answer) return false
  const listed = answer.data
  const isWhole = unreadableIn(answer) === 0
  watch.listDue = monotonicMs() + (listed.length > longListSize ? longListEveryMs : listEveryMs)
  const labels = await readChatLabels(database.query, workspace)
  const inList = new Set(listed.map(({ id }) => id))
  // One that is not in the list may be a row of it that cannot be read.
  for (const chat of watch.chats.values()) chat.missing = inList.has(chat.id) ? 0 : isWhole ? chat.missing + 1 : Math.max(1, chat.missing)
  const existing = [
    ...inList,
    ...[...watch.chats.values()].filter(({ missing }) => missing > 0 && missing < missingLists).map(({ id }) => id),
  ]
  const rulesOf = new Map<number, WatchedRule[]>()
  for (const rule of watch.rules)
    for (const chatId of chatsOfRule(rule.rule, existing, labels)) rulesOf.set(chatId, [...(rulesOf.get(chatId) ?? []), rule])
  await fallBackFaulty(round, rulesOf, isWhole)
  await updateWatchedChats(round, new Map(listed.map((chat) => [chat.id, chat])), rulesOf)
  const newest = Math.max(0, ...listed.map(({ createDate }) => createDate ?? 0))
  // Without all rows nobody can tell which of the next list was created since.
  watch.listed = isWhole ? { ids: inList, newest, rules: new Set(watch.rules.map(startKey)) } : null
  return true
}

/** A live rule whose conditions cannot be tested, or whose chats are all deleted, must not look as if it were working. */
async function fallBackFaulty(round: WatchRound, rulesOf: ReadonlyMap<number, readonly WatchedRule[]>, isWhole: boolean): Promise<void> {
  const { watch } = round
  const withChats = new Set([...rulesOf.values()].flat())
  for (const rule of watch.rules.filter(({ state }) => state === 'live')) {
    const { chats } = rule.rule.scope
    const isFaulty = watch.compiled.get(rule.key)?.isFaulty ?? false
    // A label may be given to another chat at any time.
    const isWithoutChats =
      isWhole && chats !== 'all' && chats.labels.length === 0 && !withChats.has(rule) && lacksChats(watch.withoutChats, rule)
    if (isFaulty) await round.write((trx, now) => brake(round, trx, rule, 'fault', 0, now))
    else if (isWithoutChats) await round.write((trx, now) => brake(round, trx, rule, 'chats', 0, now))
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
  const { watch, database, workspace, leaseNow, monotonicMs } = round
  const now = await readNow(database.query, leaseNow)
  const unstored: { id: number; cursor: ChatCursor; starts: WatchedChat['starts'] }[] = []
  for (const chat of watch.chats.values()) {
    const rules = rulesOf.get(chat.id)
    if (!rules || monotonicMs() - chat.readAt > maxBacklogMs) watch.chats.delete(chat.id)
    else if (setRules(round, chat, rules, listed.get(chat.id)?.name) && chat.cursor) unstored.push({ ...chat, cursor: chat.cursor })
  }
  const missing = [...rulesOf.keys()].filter((id) => !watch.chats.has(id))
  const stored = await readCursors(database.query, workspace, missing)
  const added = missing.map((id) => {
    const chat = listed.get(id)
    const known = stored.get(id)
    const isUsable = known && now - known.storedAt <= maxBacklogMs
    return watchedChat(
      round,
      { id, name: chat?.name ?? '', rules: rulesOf.get(id)! },
      isUsable ? known : createdSince(watch.listed, chat, rulesOf.get(id)!),
    )
  })
  for (const chat of added) if (chat.cursor && !stored.has(chat.id)) unstored.push({ ...chat, cursor: chat.cursor })
  const dropped = await notWatched(round, rulesOf)
  if (unstored.length > 0 || dropped.length > 0)
    await round.write(async (trx, at) => {
      for (const chat of unstored) await writeCursor(trx, workspace, chat, at)
      for (const some of inParts(dropped)) await remove(trx, 'rule_cursor', { workspace, chat_id: some })
    })
  for (const chat of added) watch.chats.set(chat.id, chat)
}

const startKey = ({ id, start }: Pick<WatchedRule, 'id' | 'start'>) => `${id} ${start}`

async function notWatched({ database, workspace }: WatchRound, rulesOf: ReadonlyMap<number, unknown>): Promise<number[]> {
  const rows = await rowsWith(database.query, 'rule_cursor', { workspace }).select('chat_id').execute()
  return rows.map(({ chat_id }) => chat_id).filter((chatId) => !rulesOf.has(chatId))
}

/** Sets the rules of a watched chat. Returns whether one of them no longer watches it: should it return, it starts anew. */
function setRules({ monotonicMs }: WatchRound, chat: WatchedChat, rules: WatchedRule[], name: string | undefined): boolean {
  if (name !== undefined) chat.name = name
  const before = new Set(chat.rules.map(startKey))
  // The sooner the newest message is read, the fewer messages are older than the rule.
  if (rules.some((rule) => !before.has(startKey(rule)))) chat.poll = { ...chat.poll, due: monotonicMs() }
  chat.rules = rules
  const starts = new Map(rules.flatMap(({ id }): [string, StartPoint][] => (chat.starts.has(id) ? [[id, chat.starts.get(id)!]] : [])))
  const isLess = starts.size < chat.starts.size
  chat.starts = starts
  return isLess
}

/**
 * Rules about all chats that ran when the chats were last listed count every message of a chat that was created since then. A chat that was merely
 * missing from the list is older than the newest of the others, by the clock of the service.
 */
function createdSince(listed: Watch['listed'], chat: Chat | undefined, rules: readonly WatchedRule[]) {
  if (!listed || !chat || listed.ids.has(chat.id) || (chat.createDate ?? 0) <= listed.newest) return undefined
  const ran = rules.filter((rule) => listed.rules.has(startKey(rule)) && rule.rule.scope.chats === 'all')
  const beginning: ChatCursor = { time: 0, ids: [] }
  return { cursor: beginning, starts: startPoints({ starts: new Map() }, ran, beginning) }
}

function watchedChat(
  { monotonicMs }: WatchRound,
  { id, name, rules }: { id: number; name: string; rules: WatchedRule[] },
  known: Pick<StoredChat, 'cursor' | 'starts'> | undefined,
): WatchedChat {
  const now = monotonicMs()
  return {
    id,
    name,
    cursor: known?.cursor ?? null,
    starts: known?.starts ?? new Map(),
    readAt: now,
    storedAt: now,
    backlog: null,
    poll: firstPoll(now),
    failing: null,
    rules,
    isPrimed: false,
    missing: 0,
  }
}
