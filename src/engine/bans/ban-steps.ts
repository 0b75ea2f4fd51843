import { Failure, readFirst } from '#contract/client.ts'
import type { Findings, Steps } from '#engine/jobs/carry-out.ts'
import { maxTries } from '#engine/jobs/request-scheduler.ts'
import { keyOf, sizeOf, type IpRange } from './range.ts'
import { indexRanges, type RangeIndex } from './range-index.ts'
import { unintendedUnbans, type BanStep } from './steps.ts'
import { maxUnconfirmedSize, type BanPort, type ChatPlan } from './plan.ts'

/** Steps that must not unban anything else are sent a few at a time, each group by a list that was read just before. */
const maxUnbansPerReading = 25

/** The changes of one chat's list as steps. The list decides what is done (docs/assumptions.md row 12), so a restart needs no saved state. */
export function banSteps({ chatId, steps: planned, mayUnban, wideOnce }: ChatPlan, port: BanPort) {
  const changes = [...new Map(planned.map((step) => [step.action + keyOf(step.range), step])).values()]
  const isBan = (index: number) => changes[index]!.action === 'ban'
  const allowed = indexRanges(mayUnban)
  /** The last request was accepted; it had no answer. */
  const accepted = new Set<number>()
  const unanswered = new Set<number>()
  const unsafe = new Set<number>()
  /** How often each range was listed when the list was first read, and now: some services unban one copy at a time. */
  let firstCopies: ReadonlyMap<string, number> | undefined
  let copies: ReadonlyMap<string, number> = new Map()
  /** The list as it was read last, null before. */
  let list: IpRange[] | null = null
  /** The addresses that were banned at the beginning. */
  let before: RangeIndex | undefined
  let isUnbanning = false

  const isOnce = (index: number) => wideOnce === true && isBan(index) && sizeOf(changes[index]!.range) > maxUnconfirmedSize

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
    for (const [index, { action, range }] of changes.entries()) {
      const isListed = copies.has(keyOf(range))
      // A service may merge entries. Addresses that were banned before prove nothing.
      const isMerged = () => now.coveredIn(range) === sizeOf(range) && (accepted.has(index) || before.coveredIn(range) < sizeOf(range))
      findings.set(index, (action === 'ban' ? isListed || isMerged() : !isListed) ? 'done' : 'open')
    }
  }

  /** The next ranges that can be unbanned without unbanning anything else. */
  function safeUnbans(open: number[]): number[] {
    let left = list ?? []
    const chosen: number[] = []
    for (const index of open) {
      const { range } = changes[index]!
      if (allowed.coveredIn(range) < sizeOf(range)) {
        if (chosen.length >= maxUnbansPerReading) break
        if (unintendedUnbans(range, left, null).some((other) => allowed.coveredIn(other) < sizeOf(other))) {
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
      const { action, range } = changes[index]!
      for (const set of [accepted, unanswered]) set.delete(index)
      try {
        await port[action](chatId, range, signal)
        accepted.add(index)
      } catch (error) {
        if (error instanceof Failure && error.outcomeUnknown) unanswered.add(index)
        throw error
      }
    },
    probe: (signal) => port.list(chatId, signal),
    readBack,
    next: (open) => {
      const bans = isUnbanning ? [] : open.filter(isBan)
      if (bans.length > 0) return bans
      isUnbanning = true
      return safeUnbans(open.filter((index) => !isBan(index)))
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
    changes: changes as readonly BanStep[],
    /** Not sent, because it would have unbanned other addresses. */
    isUnsafe: (index: number) => unsafe.has(index),
    /** Sent once and not again, though nobody knows its outcome. */
    isUnconfirmed: (index: number) => isOnce(index) && unanswered.has(index),
    list: () => list,
  }
}

function countCopies(list: IpRange[]): Map<string, number> {
  const copies = new Map<string, number>()
  for (const entry of list) copies.set(keyOf(entry), (copies.get(keyOf(entry)) ?? 0) + 1)
  return copies
}
