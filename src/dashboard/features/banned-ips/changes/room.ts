import { Failure, readFirst } from '#contract/client.ts'
import { mostTries, type Pacer } from '#dashboard/platform/jobs/pace.ts'
import { widest } from '../ranges/judge.ts'
import { keyOf, sizeOf, type Range } from '../ranges/range.ts'
import { indexRanges } from '../ranges/range-index.ts'
import { lostByLifting, type Step } from '../ranges/steps.ts'
import type { Outcome, Port, RoomPlan } from './plan.ts'

/** A refusal may have been about the moment, so it is asked for again; what is refused so often is refused. */
const mostRefusals = 3
/** So many refusals in a row, with nothing accepted between them, are about the room or the token. */
const refusalsMeanAll = 50
/** Lifts that must not free anything go a few at a time, each few by a list that was read just before. */
const liftsPerReading = 25

const lostOnce = 'the service did not confirm it, and the list does not hold it yet. Look again in a moment before you repeat it'

interface Known {
  step: Step
  tries: number
  refusals: number
  /** The last answer said yes. */
  accepted: boolean
  /** The last request had no answer. */
  lost: boolean
  /** How often the list holds it. Some services lift one copy at a time. */
  copies: number
  reason: string
  outcome: Outcome
}

interface RoomOptions {
  plan: RoomPlan
  port: Port
  pacer: Pacer
  signal: AbortSignal
  /** Called whenever more steps have come to their end. */
  onSettled: (count: number) => void
}

/**
 * Changes the list of one room. Every decision is taken by the list as the service gives it: what is there already is not sent, and what got no answer
 * is looked up before it is sent again (assumptions.md row 12). So a start anew after a cut needs no memory of its own.
 * What it gives back rejects as the pacer does, and with the Failure of a list that cannot be read.
 */
export function changeRoom({ plan, port, pacer, signal, onSettled }: RoomOptions) {
  const { chatId } = plan
  const known = [...new Map(plan.steps.map((step) => [step.act + keyOf(step.range), step])).values()].map((step): Known => ({
    step,
    tries: 0,
    refusals: 0,
    accepted: false,
    lost: false,
    copies: 0,
    reason: '',
    outcome: 'notTried',
  }))
  const [bans, lifts] = [known.filter(({ step }) => step.act === 'ban'), known.filter(({ step }) => step.act === 'lift')]
  const free = indexRanges(plan.frees)
  let refusedInARow = 0
  const isHopeless = () => refusedInARow >= refusalsMeanAll
  const settled = () => onSettled(known.filter(({ outcome }) => outcome === 'done').length)

  async function read(): Promise<Range[]> {
    let found: Range[] | Failure | undefined
    await pacer.each([null], async () => {
      found = await pacer.repeat((abort) => port.list(chatId, abort))
    })
    if (found === undefined) throw signal.reason
    if (found instanceof Failure) throw found
    return found
  }

  async function send(one: Known) {
    if (isHopeless()) return
    const { act, range } = one.step
    const answer = await pacer.send((abort) => {
      one.tries++
      // Until the list says more.
      one.outcome = 'unknown'
      return port[act](chatId, range, abort)
    }, one.tries)
    one.accepted = !(answer instanceof Failure)
    one.lost = answer instanceof Failure && answer.outcomeUnknown
    if (!(answer instanceof Failure)) refusedInARow = 0
    else if (answer.kind === 'server-error') one.reason = answer.said
    else if (answer.kind === 'refused') {
      one.refusals++
      one.reason = answer.said
      // "Already banned" and "no such ban" say that it is as it should be; the list will tell.
      if (answer.code !== 'already_banned' && answer.code !== 'not_found') refusedInARow++
    }
  }

  /** @param before the addresses that were banned when the work began */
  function look(list: Range[], before: ReturnType<typeof indexRanges>) {
    const copies = new Map<string, number>()
    for (const entry of list) copies.set(keyOf(entry), (copies.get(keyOf(entry)) ?? 0) + 1)
    const now = indexRanges(list)
    for (const one of known) {
      const { act, range } = one.step
      const count = copies.get(keyOf(range)) ?? 0
      const isListed = count > 0
      if (act === 'lift' && count < one.copies) one.tries = Math.min(one.tries, 1)
      one.copies = count
      // A service may make one entry of several. What was covered before proves nothing.
      const isMerged = () => now.coveredIn(range) === sizeOf(range) && (one.accepted || before.coveredIn(range) < sizeOf(range))
      if (act === 'ban' ? isListed || isMerged() : !isListed) one.outcome = 'done'
      else if (one.lost && mayGoOnce(one)) Object.assign(one, { outcome: 'unknown', reason: lostOnce })
      else if (one.outcome === 'done' || one.tries > 0) one.outcome = one.tries === 0 ? 'notTried' : 'refused'
    }
    settled()
  }

  const mayGoOnce = ({ step: { act, range } }: Known) => plan.wideOnce === true && act === 'ban' && sizeOf(range) > widest
  const isOpen = (one: Known) => one.outcome !== 'done' && one.tries < (mayGoOnce(one) ? 1 : mostTries) && one.refusals < mostRefusals

  /** Sends what is open and reads back, until all is as it should be or no try is left. */
  async function rounds(list: Range[], before: ReturnType<typeof indexRanges>, next: (list: Range[]) => Known[]): Promise<Range[]> {
    for (let current = list; ;) {
      const open = isHopeless() || signal.aborted ? [] : next(current)
      if (open.length === 0) return current
      await pacer.each(open, send)
      if (signal.aborted) return current
      current = await read()
      look(current, before)
    }
  }

  /** The next lifts that free nothing they should not. */
  function safeLifts(list: Range[]): Known[] {
    let left = list
    const chosen: Known[] = []
    for (const one of lifts.filter(isOpen)) {
      const { range } = one.step
      if (free.coveredIn(range) < sizeOf(range)) {
        if (chosen.length >= liftsPerReading) break
        if (lostByLifting(range, left, null).some((lost) => free.coveredIn(lost) < sizeOf(lost))) {
          one.outcome = 'unsafe'
          continue
        }
      }
      chosen.push(one)
      left = left.filter((entry) => keyOf(entry) !== keyOf(range))
    }
    return chosen
  }

  return {
    known,
    /** Resolves to the list as it was read last. */
    run: async () => {
      const first = await readFirst(read())
      const before = indexRanges(first)
      look(first, before)
      const list = await rounds(first, before, () => bans.filter(isOpen))
      return rounds(list, before, safeLifts)
    },
    /** The last look, for work that was stopped. */
    lookUp: async (ownPacer: Pacer) => {
      await ownPacer.each([null], async () => {
        const found = await ownPacer.repeat((abort) => port.list(chatId, abort))
        if (!(found instanceof Failure)) look(found, indexRanges(found))
      })
    },
  }
}
