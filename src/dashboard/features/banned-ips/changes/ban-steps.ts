import { Failure, readFirst } from '#contract/client.ts'
import type { Findings, Steps } from '#dashboard/platform/jobs/carry-out.ts'
import { maxTries } from '#dashboard/platform/jobs/request-scheduler.ts'
import { widest } from '../ranges/judge.ts'
import { keyOf, sizeOf, type Range } from '../ranges/range.ts'
import { indexRanges, type RangeIndex } from '../ranges/range-index.ts'
import { lostByLifting, type Step } from '../ranges/steps.ts'
import type { Port, RoomPlan } from './plan.ts'

/** Lifts that must unban nothing else are sent a few at a time, each few by a list that was read just before. */
const maxLiftsPerReading = 25

/** The changes of one chat's list as steps. What is listed decides (docs/assumptions.md row 12), so a restart needs no memory of its own. */
export function banSteps({ chatId, steps: planned, frees, wideOnce }: RoomPlan, port: Port) {
  const changes = [...new Map(planned.map((step) => [step.act + keyOf(step.range), step])).values()]
  const isBan = (index: number) => changes[index]!.act === 'ban'
  const free = indexRanges(frees)
  /** The last request was accepted; it had no answer. */
  const accepted = new Set<number>()
  const unanswered = new Set<number>()
  const unsafe = new Set<number>()
  /** How often the list held the range of a lift when it was first read, and now. Some services lift one copy at a time. */
  let firstCopies: ReadonlyMap<string, number> | undefined
  let copies: ReadonlyMap<string, number> = new Map()
  /** The list as it was read last, null before. */
  let list: Range[] | null = null
  /** The addresses that were banned at the beginning. */
  let before: RangeIndex | undefined
  let isLifting = false

  const isOnce = (index: number) => wideOnce === true && isBan(index) && sizeOf(changes[index]!.range) > widest

  async function readBack(sought: number[], scheduler: Parameters<Steps['readBack']>[1], findings: Findings) {
    if (sought.length === 0) return
    await scheduler.forEach([null], async () => {
      const reading = scheduler
        .retry((signal) => port.list(chatId, signal))
        .then((answer) => {
          if (answer instanceof Failure) throw answer
          return answer
        })
      list = await (before ? reading : readFirst(reading))
      copies = countCopies(list)
      firstCopies ??= copies
      before ??= indexRanges(list)
      compare(indexRanges(list), before, findings)
    })
  }

  function compare(now: RangeIndex, before: RangeIndex, findings: Findings) {
    for (const [index, { act, range }] of changes.entries()) {
      const isListed = copies.has(keyOf(range))
      // A service may merge entries. Addresses that were banned before prove nothing.
      const isMerged = () => now.coveredIn(range) === sizeOf(range) && (accepted.has(index) || before.coveredIn(range) < sizeOf(range))
      findings.set(index, (act === 'ban' ? isListed || isMerged() : !isListed) ? 'done' : 'open')
    }
  }

  /** The next lifts that unban nothing else. */
  function safeLifts(open: number[]): number[] {
    let left = list ?? []
    const chosen: number[] = []
    for (const index of open) {
      const { range } = changes[index]!
      if (free.coveredIn(range) < sizeOf(range)) {
        if (chosen.length >= maxLiftsPerReading) break
        if (lostByLifting(range, left, null).some((lost) => free.coveredIn(lost) < sizeOf(lost))) {
          unsafe.add(index)
          continue
        }
      }
      unsafe.delete(index)
      chosen.push(index)
      left = left.filter((entry) => keyOf(entry) !== keyOf(range))
    }
    return chosen
  }

  const steps: Steps = {
    count: changes.length,
    maxBatchSize: 1,
    send: async ([index = 0], signal) => {
      const { act, range } = changes[index]!
      for (const set of [accepted, unanswered]) set.delete(index)
      try {
        await port[act](chatId, range, signal)
        accepted.add(index)
      } catch (error) {
        if (error instanceof Failure && error.outcomeUnknown) unanswered.add(index)
        throw error
      }
    },
    probe: (signal) => port.list(chatId, signal),
    readBack,
    next: (open) => {
      const bans = isLifting ? [] : open.filter(isBan)
      if (bans.length > 0) return bans
      isLifting = true
      return safeLifts(open.filter((index) => !isBan(index)))
    },
    saysDone: ({ code }) => code === 'already_banned' || code === 'not_found',
    maxTriesOf: (index) => {
      if (isOnce(index)) return 1
      const key = keyOf(changes[index]!.range)
      return maxTries + Math.max(0, (firstCopies?.get(key) ?? 0) - (copies.get(key) ?? 0))
    },
    maxRefusalsInARow: 50,
    isRepeatable: false,
  }
  return {
    steps,
    changes: changes as readonly Step[],
    /** A lift that was not sent, because it would have unbanned other addresses. */
    isUnsafe: (index: number) => unsafe.has(index),
    /** Sent once and not again, though nobody knows its outcome. */
    isUnconfirmed: (index: number) => isOnce(index) && unanswered.has(index),
    list: () => list,
  }
}

function countCopies(list: Range[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const entry of list) copies.set(keyOf(entry), (copies.get(keyOf(entry)) ?? 0) + 1)
  return copies
}
