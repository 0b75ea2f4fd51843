import { useSessionState } from '#dashboard/platform/session/session-state.ts'
import { createStore } from '#dashboard/ui/store.ts'

export interface Figure {
  label: string
  value: number
  /** Amber: needs attention. */
  odd?: boolean
}

export interface Receipt {
  title: string
  figures: Figure[]
  left?: { label: string; path: string }
}

/** `waiting`: queued, until `notBefore`, or for the connection. `paused`: until it is resumed. */
export type Phase = 'waiting' | 'running' | 'paused' | 'ended'

export interface Job {
  id: string
  kind: string
  title: string
  /** The name of the chat, or of several. */
  place: string
  chatId: number | null
  phase: Phase
  /** Nothing is sent before this time, in milliseconds. */
  notBefore: number
  /** How long it could be undone, in milliseconds; 0: it cannot be undone, or not any more. */
  holdFor: number
  /** The state that was asked for; it takes effect before the next request. */
  wish: 'go' | 'pause' | 'stop'
  done: number
  total: number
  perSecond?: number
  /** Why it waits, for people; '' where it does not. */
  trouble: string
  /** What it is doing, where that is not obvious; else ''. */
  note?: string
  /** Milliseconds. */
  at: number
  endedAt?: number
  receipt?: Receipt
  /** The gateway carries it out, for everybody of the account (gateway-jobs.ts). Others end with this page (page-jobs.ts). */
  isOfGateway: boolean
  /** Whether this person started it; missing: yes. */
  isOwn?: boolean
}

export const jobs = createStore<Job[]>([])

export const findJob = (id: string) => jobs.get().find((job) => job.id === id)

const jobsNeeded = createStore(false)

/** Tells other tabs of this browser that there is something to read. */
export const jobsChannel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-gateway-jobs')
jobsChannel?.addEventListener('message', () => jobsNeeded.set(true))

/** Whether the code of jobs is needed: where the account has some, or one is about to start. */
export function useJobsNeeded(): boolean {
  const { session } = useSessionState()
  const hasJobs = session?.signedIn === true && session.hasJobs === true
  return jobsNeeded.use() || hasJobs
}

/** Fetches the code before there is a job: the connection may be lost by then. */
export const prepareJobs = () => jobsNeeded.set(true)

/** Nothing of it was sent, so it can be undone, even after its time while it is queued behind another job. */
export const isHeld = ({ phase, holdFor }: Job) => phase === 'waiting' && holdFor > 0
