import { useState } from 'react'
import { storageScope, type SendRequest } from '#dashboard/platform/session/session.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** Long work: what it is, what became of it, and the list of it that pages and the sidebar follow. */

export interface Figure {
  label: string
  value: number
  /** Amber: this one wants a look. */
  odd?: boolean
}

export interface Receipt {
  title: string
  figures: Figure[]
  /** The way to what was not done. */
  left?: { label: string; path: string }
  /** What the page needs to show what was not done; plain data. */
  detail?: unknown
}

/**
 * `waiting`: for its turn, for `notBefore`, or for the connection. `running`: in this or another tab. `paused`: until somebody resumes it.
 */
export type Phase = 'waiting' | 'running' | 'paused' | 'ended'

export interface Job {
  id: string
  kind: string
  title: string
  /** Where: the room's name. */
  place: string
  chatId: number | null
  phase: Phase
  /** Nothing is sent before this time, in milliseconds. */
  notBefore: number
  /** The time to undo it that was given, in milliseconds; 0: it cannot be undone, or not any more. */
  holdFor: number
  /** Somebody asked for this; it holds from the next request on. */
  wish: 'go' | 'pause' | 'stop'
  done: number
  total: number
  perSecond?: number
  /** Why it waits, in words; '' where it does not. */
  trouble: string
  /** What it is at, where that is not plain; ''. */
  note?: string
  /** Milliseconds. */
  at: number
  endedAt?: number
  receipt?: Receipt
  /** False: lives with this page and ends with it. */
  durable: boolean
}

/** Thrown out of a job's pause point; the work goes on later from what it saved. */
export class Paused extends Error {
  override name = 'Paused'
}

/** What a job is given to do its work with. */
export interface Running<Input, State> {
  jobId: string
  send: SendRequest
  input: Input
  /** What save() kept last; undefined at the first start. */
  state: State | undefined
  /** Keeps what a restart needs. */
  save: (state: State) => Promise<void>
  /** Shown at once; the journal and other tabs learn it within a second. */
  progress: (done: number, total: number, words?: { note: string; trouble: string }) => void
  /** Aborted when somebody stops it. The run still resolves, with a receipt of what was done. */
  signal: AbortSignal
  /** Asked before each request. Rejects with Paused, which the run passes on. */
  pausePoint: () => Promise<void>
}

export interface JobKind<Input = unknown, State = unknown> {
  /** Rejects with Paused, or with a Failure after which it is tried again later from what was saved. */
  // A method, so that each kind may name its own input and state: the journal gives back what the kind itself kept.
  run: (running: Running<Input, State>) => Promise<Receipt>
  /** Called in every tab once it ended. */
  ended?: (job: Job) => void
}

/** The journal gives back what the kind itself kept; that is known here and by no compiler. */
export const jobKind = <Input, State>(kind: JobKind<Input, State>) => kind as JobKind

/** The code of each kind, fetched with the first job of the kind. */
export type JobKinds = Record<string, () => Promise<JobKind>>

/** Newest last. */
export const jobs = createStore<Job[]>([])

/** Of the account: another one with nothing left to do must not make this browser forget what is unfinished here. */
const flag = () => `roomkeeper-has-jobs:${storageScope()}`
const jobsNeeded = createStore(false)

/** Whether the code of jobs is needed. A browser that has work of the account to go on with needs it at once. */
export function useJobsNeeded(): boolean {
  const [isKept] = useState(() => localStorage.getItem(flag()) === 'yes')
  return jobsNeeded.use() || isKept
}

// Work that another tab began is shown here too, and goes on here when that tab is closed.
addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith('roomkeeper-has-jobs:') && newValue !== null) jobsNeeded.set(true)
})

/** Fetches the code before there is work: the connection may be gone by then. */
export const prepareJobs = () => jobsNeeded.set(true)

export function needJobs() {
  localStorage.setItem(flag(), 'yes')
  jobsNeeded.set(true)
}

/** Nothing is left that a reload would have to go on with or show. */
export const forgetJobsFlag = () => localStorage.removeItem(flag())

/** Nothing of it was sent, so it can be undone: also when its time is over and it waits for other work. */
export const isHeld = ({ phase, holdFor }: Job) => phase === 'waiting' && holdFor > 0
