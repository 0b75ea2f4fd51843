import type { Message } from '#contract/messages.ts'
import { rowsWith, update, upsert } from '#db/rows.ts'
import { costOf, costProblem, ownCost } from '#engine/analysis/rules/rule-cost.ts'
import { charactersOf, costJson, readCost, totalProblem, writeCost, readListTexts } from '../cost.ts'
import { MatchingEnded, type Wave } from '../matching/matching-thread.ts'
import { readNow } from '#gateway/worker/lease.ts'
import { stopAndNotify, switchOffAndNotify } from './brakes.ts'
import type { WatchedChat, WatchedRule, WatchRound } from './watch.ts'
import type { RuleMatch } from './write-hits.ts'

/** What the thread of the rules is asked: to compile rules, and to compare messages with them. */

/**
 * Gives the running rules of an account to the thread of the rules, and stops those that cost too much together. They are dropped from `watch.rules`.
 * Rejects as Matching does.
 */
export async function compileRules(round: WatchRound): Promise<void> {
  const { watch, database, workspace } = round
  const isCompiled = ({ key }: WatchedRule) => watch.compiled.has(key)
  if (!watch.rules.every(isCompiled)) {
    const stopped = await whileNoted(round, () => compileMissing(round))
    watch.rules = watch.rules.filter((rule) => !stopped.has(rule))
  }
  const keys = watch.rules.map(({ key }) => key)
  const listIds = [...new Set(watch.rules.flatMap((rule) => rule.listIds))]
  await watch.matching.ask({ kind: 'keep', keys, listIds, chatIds: [...watch.chats.keys()] })
  for (const key of watch.compiled.keys()) if (!keys.includes(key)) watch.compiled.delete(key)
  for (const id of watch.givenLists.keys()) if (!listIds.includes(id)) watch.givenLists.delete(id)
  const cost = costOf(
    watch.rules.flatMap(({ key }) => watch.compiled.get(key)?.own ?? []),
    charactersOf(watch.lists),
  )
  const before = await readCost(database.query, workspace)
  if (before?.characters !== cost.characters || before.steps !== cost.steps) await round.write((trx) => writeCost(trx, workspace, cost))
}

/** Live rules first, and of those that have run for longest: a rule that was started last is the one that is too many. */
const inOrder = (one: WatchedRule, other: WatchedRule) =>
  Number(other.state === 'live') - Number(one.state === 'live') || one.since - other.since || (one.id < other.id ? -1 : 1)

/** Resolves to the rules that were stopped. */
async function compileMissing(round: WatchRound): Promise<Set<WatchedRule>> {
  const { watch } = round
  const stopped = new Set<WatchedRule>()
  const lists = charactersOf(watch.lists)
  const costs: { characters: number; steps: number; listIds: string[] }[] = []
  for (const rule of watch.rules.toSorted(inOrder)) {
    // Its words are known before it is compiled.
    const own = watch.compiled.get(rule.key)?.own ?? ownCost(rule.rule, 0)
    const isWithin = async (added: typeof own) => {
      const cost = costOf([...costs, added], lists)
      const ofRule = costProblem(costOf([added], lists), 'rule')
      return (ofRule ?? (await totalProblem(round.database.query, round.workspace, cost))) === null
    }
    const compiled = (await isWithin(own)) ? await compile(round, rule) : null
    if (compiled && (await isWithin(compiled))) costs.push(compiled)
    else {
      stopped.add(rule)
      await round.write((trx, now) => stopAndNotify(round, trx, rule, 'cost', now))
    }
  }
  return stopped
}

/** Resolves to what it costs by itself. */
async function compile({ watch, database, workspace, write }: WatchRound, { key, id, version, rule, listIds }: WatchedRule) {
  const known = watch.compiled.get(key)
  if (known) return known.own
  const missing = listIds.filter((listId) => watch.givenLists.get(listId) !== watch.lists.get(listId)?.version)
  for (const [listId, json] of await readListTexts(database.query, workspace, missing)) {
    await watch.matching.ask({ kind: 'list', id: listId, json })
    watch.givenLists.set(listId, watch.lists.get(listId)?.version ?? 0)
  }
  const { faults, size } = await watch.matching.ask({ kind: 'rule', key, rule })
  const own = ownCost(rule, size)
  watch.compiled.set(key, { isFaulty: faults.length > 0, own })
  const version_ = { workspace, rule_id: id, version }
  // Saved by an earlier release.
  const stored = await rowsWith(database.query, 'rule_version', version_).select('cost').executeTakeFirst()
  if (stored?.cost === '') await write((trx) => update(trx, 'rule_version', version_, { cost: costJson(rule, own) }))
  return own
}

/** Of one part: about 0.2 s, if each instruction takes some tens of nanoseconds. Messages are at most a few thousand characters long. */
const maxSteps = 10_000_000
const maxMessages = 200
/** After this long the rest of a read is left to the next one. Milliseconds. */
const maxMs = 3000

interface ToMatch {
  /** In the order of their time. */
  messages: readonly Message[]
  /** Whether it was not read before this process started. */
  isNew: (message: Message) => boolean
  /** Whether it is the first one of its author; asked once for each message that is compared, in their order. */
  isFirst: (message: Message) => boolean
}

/**
 * Compares messages with the rules of their chat, a part at a time, so that accounts take turns and one with much to do is interrupted. Earlier messages are
 * all compared, and new ones as long as there is time. Rejects as Matching does.
 */
export async function matchMessages(round: WatchRound, chat: WatchedChat, { messages, isNew, isFirst }: ToMatch) {
  const { watch, monotonicMs } = round
  const rules = new Map(chat.rules.map((rule) => [rule.key, rule]))
  const steps = chat.rules.reduce((sum, { key }) => sum + (watch.compiled.get(key)?.own.steps ?? 0), 1)
  /** `count`: of the messages that were compared. */
  const matched = { matches: new Array<RuleMatch>(), waves: new Array<Wave>(), count: 0 }
  const end = monotonicMs() + maxMs
  const earlier = messages.findLastIndex((message) => !isNew(message)) + 1
  while (matched.count < messages.length && (matched.count < earlier || monotonicMs() < end)) {
    const part = firstPart(messages.slice(matched.count, matched.count + maxMessages), steps).map((message) => ({
      message,
      isFirst: isFirst(message),
      isNew: isNew(message),
    }))
    const found = await noteIfLong(round, () =>
      watch.matching.ask({ kind: 'read', chatId: chat.id, keys: [...rules.keys()], messages: part }),
    )
    matched.waves.push(...found.waves)
    for (const { key, ...match } of found.matches) {
      const rule = rules.get(key)
      if (!rule) throw new MatchingEnded('A rule that is not watched any more was compared.')
      matched.matches.push({ rule, ...match })
    }
    matched.count += part.length
  }
  return matched
}

/** At least one message. */
function firstPart(messages: readonly Message[], steps: number): readonly Message[] {
  let work = 0
  const end = messages.findIndex(({ text }) => (work += (text.length + 1) * steps) > maxSteps)
  return end < 0 ? messages : messages.slice(0, Math.max(1, end))
}

/** Most comparisons end sooner, so that notes are rarely written. */
const noteAfterMs = 1000

const note = ({ database: { query }, workspace, leaseNow }: Noting, isOn: boolean) =>
  upsert(query, 'rule_cost', { workspace }, { noted_at: isOn ? leaseNow() : null }, { characters: 0, steps: 0 })

type Noting = Pick<WatchRound, 'database' | 'workspace' | 'leaseNow'>

/**
 * A note in the database that something runs for an account which might end the whole process: compiling its rules, or a comparison that takes long. The
 * next process finds it, and leaves the rules of the account stopped instead of ending in the same way.
 * Rejects as the work does; the note is gone then as well, because the process did not end.
 */
export async function whileNoted<T>(round: Noting, work: () => Promise<T>): Promise<T> {
  await note(round, true)
  try {
    return await work()
  } finally {
    await note(round, false)
  }
}

/** As whileNoted, for work that usually takes no time. */
export async function noteIfLong<T>(round: Noting, work: () => Promise<T>): Promise<T> {
  const notes: Promise<unknown>[] = []
  // It is only a precaution, so that it may fail.
  const timer = setTimeout(() => notes.push(note(round, true).catch(() => {})), noteAfterMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    await Promise.all(notes)
    if (notes.length > 0) await note(round, false)
  }
}

/** Switches the rules of an account off if the last process ended while they were at work, and notifies people. */
export async function stopAfterCrash(round: Pick<WatchRound, 'database' | 'workspace' | 'work' | 'notify' | 'leaseNow'>): Promise<void> {
  const { database, workspace, work, notify, leaseNow } = round
  const found = await rowsWith(database.query, 'rule_cost', { workspace }).select('noted_at').executeTakeFirst()
  if (found?.noted_at == null) return
  await work.transaction(async (trx) => {
    const now = await readNow(trx, leaseNow)
    await update(trx, 'rule_cost', { workspace }, { noted_at: null })
    await switchOffAndNotify({ notify, workspace }, trx, 'crash', now)
  })
}
