import { Failure, readFirst } from '#contract/client.ts'
import { carryOut, type Outcomes, type StepProgress, type StepRun } from '#engine/jobs/carry-out.ts'
import { type SharedBackoff, maxTries } from '#engine/jobs/request-scheduler.ts'
import { isSame, keyOf, sizeOf, type IpRange } from './range.ts'
import { planRollBack, type BanStep, unintendedUnbans } from './steps.ts'
import { type BanPort, type ChatPlan, type ChatReceipt, type Unfinished, maxUnconfirmedSize } from './plan.ts'
import type { Findings, Steps } from '#engine/jobs/step-ledger.ts'
import { indexRanges, type RangeIndex } from './range-index.ts'

/** Steps that must not unban anything else are sent a few at a time, each group by a list that was read just before. */
const maxUnbansPerReading = 25

/** The changes of one chat's list as steps. The list decides what is done (docs/assumptions.md row 12), so a restart needs no saved state. */
function banSteps({ chatId, steps: planned, mayUnban, wideOnce }: ChatPlan, port: BanPort) {
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

interface BanChanges extends Pick<StepRun, 'control' | 'patienceMs' | 'onProgress' | 'wait' | 'random'> {
  plans: ChatPlan[]
  port: BanPort
}

/** Carries out plans, chat by chat. Rejects as carryOut() does. A chat that does not exist any more is an answer, not a failure. */
export async function changeBans({ plans, onProgress, ...rest }: BanChanges): Promise<ChatReceipt[]> {
  const total = plans.reduce((sum, { steps }) => sum + steps.length, 0)
  const backoff: SharedBackoff = { over: undefined }
  const receipts: ChatReceipt[] = []
  let before = 0
  for (const plan of plans) {
    const report = (progress: Partial<StepProgress> & { done: number }) =>
      onProgress({ isChecking: false, heldBy: null, ...progress, total, done: before + progress.done })
    report({ done: 0 })
    receipts.push(await changeChat(plan, { ...rest, backoff, onProgress: report }))
    report({ done: plan.steps.length })
    before += plan.steps.length
  }
  return receipts
}

async function changeChat(plan: ChatPlan, { port, ...run }: Omit<BanChanges, 'plans'> & Pick<StepRun, 'backoff'>): Promise<ChatReceipt> {
  const { signal } = run.control
  const { steps, changes, isUnsafe, isUnconfirmed, list } = banSteps(plan, port)
  const { outcomeOf, reasonOf } = await carryOut({ ...run, steps }).catch((error: unknown): Outcomes => {
    if (signal.aborted || !isMissing(error)) throw error
    return { outcomeOf: () => 'refused', reasonOf: () => error.serviceMessage }
  })
  const unfinished = changes.flatMap((step, index): Unfinished[] => {
    const outcome = outcomeOf(index)
    if (outcome === 'done') return []
    if (isUnsafe(index)) return [{ step, outcome: 'unsafe', reason: '' }]
    if (isUnconfirmed(index)) return [{ step, outcome: 'unconfirmed', reason: '' }]
    return [{ step, outcome, reason: reasonOf(index) ?? '' }]
  })
  const receipt = { chatId: plan.chatId, chatName: plan.chatName, done: changes.length - unfinished.length, unfinished, rolledBack: null }
  const now = list()
  if (!plan.rollsBack || unfinished.length === 0 || !now || signal.aborted) return receipt
  const rollBack = { ...plan, steps: planRollBack(plan.steps, now), mayUnban: [], rollsBack: false }
  const { unfinished: left } = await changeChat(rollBack, { port, ...run, onProgress: () => {} })
  if (left.length === 0) return { ...receipt, rolledBack: true }
  // What was rolled back is left to do as well.
  const isUndone = ({ range }: BanStep) =>
    rollBack.steps.some((back) => isSame(back.range, range) && left.every(({ step }) => step !== back))
  const undone = changes
    .filter((step) => unfinished.every((one) => one.step !== step) && isUndone(step))
    .map((step): Unfinished => ({ step, outcome: 'rolledBack', reason: '' }))
  return { ...receipt, done: receipt.done - undone.length, unfinished: [...unfinished, ...undone], rolledBack: false }
}

const isMissing = (error: unknown): error is Failure => error instanceof Failure && error.kind === 'refused' && error.code === 'not_found'
