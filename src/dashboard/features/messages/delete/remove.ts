import { Failure } from '#contract/client.ts'
import { deleteBatchLimit } from '#contract/messages.ts'
import type { Pacer } from '#dashboard/platform/jobs/pace.ts'
import type { DeletionJob, Port } from './job.ts'
import type { Ledger } from './ledger.ts'

/** A refused batch is sent once more before anything is made of it: the refusal may have been about the moment. */
const refusalsOfABatch = 2
/** So often a message must be refused alone before it is given up. */
const refusalsAlone = 3
/** To find a message in the first part of a group takes one request more than in the rest: parts like these make the longest way the shortest. */
const firstPart = 0.382
/** So many refusals with nothing accepted between them are about the room or the token: more than four batches of nothing but bad messages take. */
const refusalsMeanAll = 400

interface RemoverOptions {
  job: DeletionJob
  ledger: Ledger
  removeSome: Port['removeSome']
  pacer: Pacer
}

export function createRemover({ job, ledger, removeSome, pacer }: RemoverOptions) {
  const idsOf = (places: number[]) => places.map((place) => job.ids[place]!)
  /** Batches that were refused. Whether they hold a message that cannot be deleted, or one that was gone before, is to be looked up. */
  let setAside: number[][] = []
  let refusedInARow = 0
  let takesApart = false

  const isHopeless = () => refusedInARow >= refusalsMeanAll

  /** @param isSuspect a refused batch held all of the group. Resolves to whether all of it was accepted */
  async function remove(group: number[], isSuspect: boolean): Promise<boolean> {
    for (let attempt = 0, refusals = 0; ; attempt++) {
      const left = group.filter(ledger.hasTriesLeft)
      if (left.length === 0 || isHopeless()) return false
      const answer = await pacer.send((signal) => {
        ledger.sent(left)
        return removeSome(idsOf(left), signal)
      }, attempt)
      if (!(answer instanceof Failure)) {
        refusedInARow = 0
        ledger.accepted(left)
        return left.length === group.length
      }
      // An error of the server may be about one of the messages, like a refusal. What it did all the same, the look afterwards tells.
      if (answer.kind === 'refused' || answer.kind === 'server-error') {
        refusedInARow++
        refusals++
        ledger.refused(left, answer.said)
        if (left.length > 1 && (isSuspect || refusals >= refusalsOfABatch)) return refusedBatch(left)
        if (left.length === 1 && refusals >= refusalsAlone) {
          ledger.giveUp(left)
          return false
        }
      } else {
        ledger.lost(left)
        if (answer.kind !== 'too-many-requests') return false
      }
    }
  }

  async function refusedBatch(group: number[]): Promise<false> {
    if (takesApart) await takeApart(group)
    else setAside.push(group)
    return false
  }

  async function takeApart(group: number[]): Promise<void> {
    const first = Math.max(1, Math.round(group.length * firstPart))
    const rest = group.slice(first)
    const isInRest = await remove(group.slice(0, first), true)
    // What was refused is in the rest then, so the rest as a whole would only be refused again.
    await (isInRest && rest.length > 1 ? takeApart(rest) : remove(rest, true))
  }

  /**
   * Sends messages once. What has no answer is left to be looked up: most of it is done. So is a refused batch, as some services may refuse ids that
   * are gone (assumptions.md row 11). Rejects as the pacer does.
   * @param areThere they were looked up: now a refused batch is halved until the message is found, and given up once it was refused alone
   * @returns whether it ended early, as everything was refused
   */
  return async function pass(places: number[], areThere: boolean): Promise<boolean> {
    takesApart = areThere
    refusedInARow = 0
    const open = new Set(places)
    const bad = setAside.filter((group) => group.every((place) => open.has(place)))
    for (const place of bad.flat()) open.delete(place)
    setAside = []
    const works = [...batches([...open]).map((batch) => () => remove(batch, false)), ...bad.map((group) => () => takeApart(group))]
    await pacer.each(works, (work) => work())
    return isHopeless()
  }
}

const batches = (places: number[]) =>
  Array.from({ length: Math.ceil(places.length / deleteBatchLimit) }, (_, index) =>
    places.slice(index * deleteBatchLimit, (index + 1) * deleteBatchLimit),
  )
