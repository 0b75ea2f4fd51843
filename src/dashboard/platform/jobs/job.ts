import { useState } from 'react'
import { storageScope, useSessionState, type SendRequest } from '#dashboard/platform/session/session.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** Jobs: their state, their outcome, and the list of them that pages and the sidebar show. */

export interface Figure {
  label: string
  value: number
  /** Amber: needs attention. */
  odd?: boolean
}

export interface Receipt {
  title: string
  figures: Figure[]
  /** The link to what is left. */
  left?: { label: string; path: string }
  /** What the page needs to show what is left; plain data. */
  detail?: unknown
}

/**
 * `waiting`: queued, until `notBefore`, or for the connection. `running`: in this or another tab. `paused`: until it is resumed.
 */
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
  /** False: it ends with this page. */
  durable: boolean
  /** The gateway carries it out, for everybody of the account (gateway-jobs.ts). */
  isOfGateway?: boolean
  /** Whether this person started it; missing: yes. */
  isOwn?: boolean
}

/** Thrown from a job's pause point; the job resumes later from what it saved. */
export class Paused extends Error {
  override name = 'Paused'
}

/** What a job runs with. */
export interface JobContext<Input, State> {
  jobId: string
  send: SendRequest
  input: Input
  /** What save() stored last; undefined at the first start. */
  state: State | undefined
  /** Stores what a restart needs. */
  save: (state: State) => Promise<void>
  /** Shown at once; stored and sent to other tabs within a second. */
  progress: (done: number, total: number, words?: { note: string; trouble: string }) => void
  /** Aborted when the job is stopped. The run still resolves, with a receipt of what was done. */
  signal: AbortSignal
  /** Awaited before each request. Rejects with Paused, which the run passes on. */
  pausePoint: () => Promise<void>
}

export interface JobKind<Input = unknown, State = unknown> {
  /** Rejects with Paused, or with a Failure after which it is retried later from what was saved. */
  // A method, so that each kind may have its own types of input and state: the journal returns what the kind itself stored.
  run: (running: JobContext<Input, State>) => Promise<Receipt>
  /** Called in every tab when it has ended. */
  ended?: (job: Job) => void
}

/** The journal returns what the kind itself stored, which no compiler can check. */
export const jobKind = <Input, State>(kind: JobKind<Input, State>) => kind as JobKind

/** The code of each kind, fetched with the first job of the kind. */
export type JobKinds = Record<string, () => Promise<JobKind>>

/** Newest last. */
export const jobs = createStore<Job[]>([])

/** Per account: another account without jobs must not make this browser forget the unfinished jobs of this one. */
const flag = () => `roomkeeper-has-jobs:${storageScope()}`
const jobsNeeded = createStore(false)

/** Whether the code of jobs is needed. A browser with unfinished jobs, and one of an account with jobs, needs it at once. */
export function useJobsNeeded(): boolean {
  const [isKept] = useState(() => localStorage.getItem(flag()) === 'yes')
  const { session } = useSessionState()
  const hasJobs = session?.signedIn === true && session.hasJobs === true
  return jobsNeeded.use() || isKept || hasJobs
}

// Jobs that another tab started are shown here too, and continue here when that tab is closed.
addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith('roomkeeper-has-jobs:') && newValue !== null) jobsNeeded.set(true)
})

/** Fetches the code before there is a job: the connection may be lost by then. */
export const prepareJobs = () => jobsNeeded.set(true)

export function needJobs() {
  localStorage.setItem(flag(), 'yes')
  jobsNeeded.set(true)
}

/** Nothing is left that a reload would have to resume or show. */
export const forgetJobsFlag = () => localStorage.removeItem(flag())

/** Nothing of it was sent, so it can be undone, even after its time while it is queued behind another job. */
export const isHeld = ({ phase, holdFor }: Job) => phase === 'waiting' && holdFor > 0
