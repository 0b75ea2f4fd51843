import type { Call, ReadCall } from '#contract/client.ts'
import type { BanOutcome, ChatBansLeft, StoredBanPlan } from '#contract/gateway/jobs.ts'
import { pack, unpack } from '#contract/gateway/pack.ts'
import { groupBy } from '../group-by.ts'
import { formatAddress, fromWire, type IpRange } from './range.ts'
import { ban, unban, type BanStep } from './steps.ts'

/** A ban of more addresses is confirmed by typing. */
export const maxUnconfirmedSize = 65_536

/** The changes of one chat's list. */
export interface ChatPlan {
  chatId: number
  chatName: string
  /** Bans first: nothing is unbanned before every ban of the plan was seen in the list. */
  steps: BanStep[]
  /** The addresses that the plan may unban. A step that would unban any other address is not sent. */
  mayUnban: IpRange[]
  /** Rolls back if any step fails. */
  rollsBack?: boolean
  /** Bans of more than 65,536 addresses are sent once, whatever the outcome: whoever typed them checks before repeating them. */
  wideOnce?: boolean
}

/** How the list of a chat is read and changed. All reject with a Failure, or with the signal's reason once it is aborted. */
export interface BanPort {
  list: (chatId: number, signal: AbortSignal) => Promise<IpRange[]>
  ban: (chatId: number, range: IpRange, signal: AbortSignal) => Promise<unknown>
  unban: (chatId: number, range: IpRange, signal: AbortSignal) => Promise<unknown>
}

/** Reads and changes the lists of chats over the API. @param send sends the changes */
export const banPort = (send: Call, read: ReadCall = send): BanPort => ({
  list: async (chatId, signal) => {
    // A row that can't be read doesn't keep the others from being changed.
    const { data } = await read('banList', { params: { chatId } }, { signal, skipsUnreadable: true })
    return data.flatMap((wire) => fromWire(wire) ?? [])
  },
  ban: (chatId, { first, last }, signal) => {
    const body = { ip: formatAddress(first), ...(last !== first && { lastIp: formatAddress(last) }) }
    // The request is not repeated by the client: the list shows whether the ban is there, and the scheduler decides when it is sent again.
    return send('banCreate', { params: { chatId }, body }, { signal, noRetry: true })
  },
  unban: (chatId, { first, last }, signal) =>
    first === last
      ? send('banLift', { params: { chatId, ipAddress: formatAddress(first) } }, { signal })
      : send('banLiftRange', { params: { chatId, firstIp: formatAddress(first), lastIp: formatAddress(last) } }, { signal }),
})

/** A step that is not done, by the list as the service gave it afterwards. */
export interface Unfinished {
  step: BanStep
  outcome: BanOutcome
  /** The service's own words, where it sent any; else ''. */
  reason: string
}

export interface ChatReceipt {
  chatId: number
  chatName: string
  done: number
  unfinished: Unfinished[]
  /** Whether everything was rolled back; null where nothing had to be. */
  rolledBack: boolean | null
}

const packRanges = (ranges: readonly IpRange[]) => pack(ranges.flatMap(({ first, last }) => [first, last]))

function unpackRanges(packed: readonly number[]): IpRange[] {
  const ends = unpack(packed)
  return Array.from({ length: ends.length / 2 }, (_, index) => ({ first: ends[2 * index]!, last: ends[2 * index + 1]! }))
}

const rangesOf = (steps: readonly BanStep[], wanted: BanStep['action']) =>
  packRanges(steps.flatMap(({ action, range }) => (action === wanted ? [range] : [])))
const stepsOf = ({ bans, unbans }: { bans: readonly number[]; unbans: readonly number[] }): BanStep[] => [
  ...unpackRanges(bans).map(ban),
  ...unpackRanges(unbans).map(unban),
]

export const storedPlan = ({ chatId, chatName, steps, mayUnban, rollsBack = false, wideOnce = false }: ChatPlan): StoredBanPlan => ({
  chatId,
  chatName,
  bans: rangesOf(steps, 'ban'),
  unbans: rangesOf(steps, 'unban'),
  mayUnban: packRanges(mayUnban),
  rollsBack,
  wideOnce,
})

export const planIn = ({ bans, unbans, mayUnban, ...stored }: StoredBanPlan): ChatPlan => ({
  ...stored,
  steps: stepsOf({ bans, unbans }),
  mayUnban: unpackRanges(mayUnban),
})

/** What a service says is kept so far: it may say something else, and much, of each of thousands of steps. */
const maxReasonLength = 200
const maxReasons = 20

/** What is left of a plan, short enough to be kept. */
export function leftOf({ chatId, chatName, unfinished, rolledBack }: ChatReceipt, { mayUnban }: Pick<ChatPlan, 'mayUnban'>): ChatBansLeft {
  const kept = new Set([...new Set(unfinished.map(({ reason }) => reason))].slice(0, maxReasons))
  const alike = groupBy(unfinished, ({ outcome, reason }) =>
    JSON.stringify([outcome, kept.has(reason) ? reason.slice(0, maxReasonLength) : '']),
  )
  return {
    chatId,
    chatName,
    rolledBack,
    mayUnban: packRanges(mayUnban),
    steps: [...alike].map(([key, same]) => {
      const [outcome, reason] = JSON.parse(key) as [BanOutcome, string]
      const steps = same.map(({ step }) => step)
      return { outcome, reason, bans: rangesOf(steps, 'ban'), unbans: rangesOf(steps, 'unban') }
    }),
  }
}

/** What is left, with the plan that tries it again. */
export function planOfLeft({ chatId, chatName, mayUnban, steps }: ChatBansLeft): { unfinished: Unfinished[]; plan: ChatPlan } {
  const unfinished = steps.flatMap(({ outcome, reason, ...packed }) => stepsOf(packed).map((step) => ({ step, outcome, reason })))
  return { unfinished, plan: { chatId, chatName, steps: unfinished.map(({ step }) => step), mayUnban: unpackRanges(mayUnban) } }
}

/**
 * Plans of no more steps than one job may have. One that is to be rolled back as a whole stays whole.
 * @param max steps, and chats
 */
export function inJobs(plans: readonly ChatPlan[], max: { steps: number; chats: number }): ChatPlan[][] {
  const jobs: ChatPlan[][] = []
  let room = 0
  for (const plan of plans)
    for (let start = 0; start < plan.steps.length;) {
      const isFull = room <= 0 || jobs.at(-1)!.length >= max.chats || (plan.rollsBack && plan.steps.length > room)
      if (isFull) {
        jobs.push([])
        room = max.steps
      }
      const end = plan.rollsBack ? plan.steps.length : start + room
      const steps = plan.steps.slice(start, end)
      jobs.at(-1)!.push({ ...plan, steps })
      room -= steps.length
      start += steps.length
    }
  return jobs
}
