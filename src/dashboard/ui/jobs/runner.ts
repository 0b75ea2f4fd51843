import { Failure } from '#contract/client.ts'
import { browserStore } from '../../browser-db.ts'
import { failureWords } from '../failure-words.ts'
import { forgetJobsFlag, isHeld, jobs, needJobs, Paused, type Job, type JobKind, type JobKinds, type Receipt, type Running } from './job.ts'

/**
 * Runs long work one piece at a time in one tab of the browser (a web lock), from a journal in IndexedDB: when the tab goes away, the next tab that
 * holds the lock goes on where it stopped. A pause is an interruption on purpose, so a resumed job and a reloaded one take the same way.
 */

const journal = browserStore<Job>('jobs')
const inputs = browserStore<unknown>('jobs')
const states = browserStore<unknown>('jobs')

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-jobs')
/** How long work that met trouble waits before it tries by itself, in milliseconds. */
const tryAgainAfter = 10_000

export interface NewJob<Input> extends Pick<Job, 'kind' | 'title' | 'place' | 'chatId' | 'total'> {
  input: Input
  /** Milliseconds during which it can still be undone. */
  holdFor?: number
}

let account = 0
let begin = () => {}
/** Jobs are kept by account: nothing can be kept before it is known whose they are. */
const begun = new Promise<void>((resolve) => (begin = resolve))
let kinds: JobKinds = {}
let onReceipt: (account: number, job: Job) => unknown = () => {}
let working = false
const sleepers = new Set<() => void>()

function wake() {
  for (const go of sleepers) go()
  sleepers.clear()
}

/** Until somebody wakes it, or the time in milliseconds is over. */
const sleep = (time?: number) =>
  new Promise<void>((go) => {
    sleepers.add(go)
    if (time !== undefined) setTimeout(go, time)
  })

/** What runs in this tab, and how to make it stop. */
const here = new Map<string, AbortController>()
const recordKey = (id: string) => [account, 'job', id] as [number, string, string]
const inputKey = (id: string) => [account, 'input', id] as [number, string, string]
const stateKey = (id: string) => [account, 'state', id] as [number, string, string]

const show = (list: Job[]) => jobs.set(list.toSorted((one, other) => one.at - other.at))
const shown = (id: string) => jobs.get().find((job) => job.id === id)

const put = (job: Job) => show([...jobs.get().filter(({ id }) => id !== job.id), job])

function showOne(job: Job) {
  const load = job.phase === 'ended' && shown(job.id)?.phase !== 'ended' ? kinds[job.kind] : undefined
  if (!load) return put(job)
  // What the page has to know first: a receipt beside what it says is gone would look like a lie.
  void load()
    .then((kind) => kind.ended?.(job))
    .finally(() => put(job))
}

function drop(id: string) {
  show(jobs.get().filter((job) => job.id !== id))
  if (jobs.get().every((job) => !job.durable)) forgetJobsFlag()
}

/**
 * Takes up what this account left in the journal. Called once, when the frame has somebody signed in.
 * @param tell learns of each job that ended, in the one tab that ran it
 */
export async function beginJobs(forAccount: number, known: JobKinds, tell: typeof onReceipt): Promise<void> {
  if (account === forAccount) return
  account = forAccount
  kinds = known
  onReceipt = tell
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => void reread(data))
  for (const event of ['online', 'focus']) addEventListener(event, () => void tryNow())
  show([...jobs.get().filter((job) => !job.durable), ...(await journal.within([account, 'job'])).map(({ value }) => value)])
  // What can still be undone was not confirmed by anybody who saw this page: the time to undo starts anew.
  for (const job of jobs.get()) if (isHeld(job)) await hold(job.id)
  if (jobs.get().length === 0) forgetJobsFlag()
  begin()
  void work()
}

const holdTime = 6000
const hold = (id: string) => changed(id, (job) => ({ ...job, notBefore: Date.now() + holdTime }))

async function reread(id: string) {
  const job = await journal.get(recordKey(id))
  if (job) showOne(job)
  else drop(id)
  if (job?.wish === 'stop') here.get(id)?.abort()
  wake()
  void work()
}

/** Changes a job in the journal and tells the other tabs. Resolves to undefined when it is gone. */
async function changed(id: string, next: (job: Job) => Job): Promise<Job | undefined> {
  const job = await journal.change(recordKey(id), (kept) => kept && next(kept))
  if (job) showOne(job)
  channel?.postMessage(id)
  return job
}

/** Puts long work into the journal; it starts by itself. Rejects where the browser keeps no journal: then nothing is done. */
export async function startJob<Input>({ input, holdFor = 0, ...rest }: NewJob<Input>): Promise<string> {
  needJobs()
  await begun
  const at = Date.now()
  const job: Job = {
    ...rest,
    id: `${at.toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
    phase: 'waiting',
    notBefore: at + holdFor,
    wish: 'go',
    done: 0,
    trouble: '',
    at,
    durable: true,
  }
  await inputs.set(inputKey(job.id), input)
  await journal.set(recordKey(job.id), job)
  needJobs()
  showOne(job)
  channel?.postMessage(job.id)
  void work()
  return job.id
}

export const jobInput = async <Input>(id: string) => (await inputs.get(inputKey(id))) as Input | undefined

/** Work that lives with this page and needs no journal. It may run beside other work. */
export async function runHere(
  { kind, title, place, chatId, total }: Pick<Job, 'kind' | 'title' | 'place' | 'chatId' | 'total'>,
  run: (running: Pick<Running<unknown, unknown>, 'progress' | 'signal' | 'pausePoint'>) => Promise<Receipt>,
): Promise<void> {
  const at = Date.now()
  const id = `${at.toString(36)}-${kind}`
  const stop = new AbortController()
  here.set(id, stop)
  needJobs()
  const update = (part: Partial<Job>) => {
    const before = shown(id)
    if (before) put({ ...before, ...part })
  }
  const pace = createPace()
  showOne({ id, kind, title, place, chatId, total, phase: 'running', notBefore: at, wish: 'go', done: 0, trouble: '', at, durable: false })
  const receipt = await run({
    progress: (done, of, words) => update({ done, total: of, perSecond: pace(done), ...words }),
    signal: stop.signal,
    pausePoint: async () => {
      while (shown(id)?.wish === 'pause' && !stop.signal.aborted) await sleep()
    },
  }).catch((error: unknown): Receipt => ({ title: `${title}: not finished. ${failureWords(error).advice}`, figures: [] }))
  here.delete(id)
  update({ phase: 'ended', endedAt: Date.now(), receipt })
}

export async function pauseJob(id: string) {
  await wish(id, 'pause', (job) => (here.has(id) || job.phase === 'running' ? {} : { phase: 'paused' }))
}

export async function resumeJob(id: string) {
  await wish(id, 'go', (job) => (job.phase === 'paused' ? { phase: 'waiting', notBefore: 0, trouble: '' } : {}))
}

/** From the next request on nothing more is sent; what was sent is looked up for the receipt. */
export async function stopJob(id: string) {
  await wish(id, 'stop', (job) => (job.phase === 'running' ? {} : { phase: 'waiting', notBefore: 0, trouble: '' }))
  here.get(id)?.abort()
}

async function wish(id: string, wanted: Job['wish'], also: (job: Job) => Partial<Job>) {
  const job = shown(id)
  if (job && !job.durable) showOne({ ...job, wish: wanted, phase: wanted === 'pause' ? 'paused' : 'running' })
  else await changed(id, (kept) => ({ ...kept, wish: wanted, ...also(kept) }))
  wake()
  void work()
}

/** Ends the time to undo. */
export async function startNow(id: string) {
  await changed(id, (job) => ({ ...job, notBefore: 0 }))
  wake()
}

/** Takes a job back before anything was sent. Resolves to false when it was too late. */
export async function undoJob(id: string): Promise<boolean> {
  let undone = false
  await journal.change(recordKey(id), (job) => {
    undone = job?.phase === 'waiting' && job.notBefore > Date.now()
    return undone ? undefined : job
  })
  if (undone) await forget(id)
  return undone
}

/** Takes the receipt of ended work away. */
export async function dismissJob(id: string) {
  if (shown(id)?.durable) await journal.remove(recordKey(id))
  await forget(id)
}

async function forget(id: string) {
  drop(id)
  channel?.postMessage(id)
  await Promise.all([inputs.remove(inputKey(id)), states.remove(stateKey(id))])
}

/** Work that waits for the connection need not wait longer. */
async function tryNow() {
  for (const job of jobs.get()) if (job.phase === 'waiting' && job.trouble) await changed(job.id, (kept) => ({ ...kept, notBefore: 0 }))
  wake()
}

async function work(): Promise<void> {
  if (working || account === 0) return
  working = true
  try {
    // Plain http on another address than localhost has no locks; then every tab works for itself and repeats at most what can be repeated.
    if (navigator.locks) await navigator.locks.request(`roomkeeper-jobs-${account}`, workOff)
    else await workOff()
  } finally {
    working = false
  }
}

async function workOff() {
  for (;;) {
    const open = (await journal.within([account, 'job']))
      .map(({ value }) => value)
      .filter(({ phase }) => phase === 'waiting' || phase === 'running')
    if (open.length === 0) return
    const next = open.reduce((first, job) => (job.notBefore < first.notBefore ? job : first))
    const wait = next.notBefore - Date.now()
    if (wait <= 0) await runOne(next)
    else await sleep(wait)
  }
}

/** How many a second, over the last five. */
function createPace() {
  let samples: { at: number; done: number }[] = []
  return (done: number): number => {
    const now = Date.now()
    samples = [...samples.filter(({ at }) => now - at < 5000), { at: now, done }]
    const first = samples[0]!
    return now === first.at ? 0 : ((done - first.done) / (now - first.at)) * 1000
  }
}

async function runOne({ id, kind: name }: Job) {
  const started = await changed(id, (job) => ({ ...job, phase: 'running', trouble: '' }))
  if (!started) return
  const stop = new AbortController()
  here.set(id, stop)
  if (started.wish === 'stop') stop.abort()
  const pace = createPace()
  let kept = Date.now()
  try {
    const kind: JobKind | undefined = await kinds[name]?.()
    if (!kind) throw new TypeError(`There is no work of the kind ${name}`)
    const receipt = await kind.run({
      jobId: id,
      input: await inputs.get(inputKey(id)),
      state: await states.get(stateKey(id)),
      save: (state) => states.set(stateKey(id), state),
      progress: (done, total, words) => {
        const job = shown(id)
        if (!job) return
        put({ ...job, done, total, perSecond: pace(done), ...words })
        // The journal and the other tabs need it less often than the bar here.
        const isNews = words?.trouble !== undefined && words.trouble !== job.trouble
        if (!isNews && Date.now() - kept < 1000) return
        kept = Date.now()
        void changed(id, (before) => ({ ...before, done, total, ...words }))
      },
      signal: stop.signal,
      pausePoint: async () => {
        if (shown(id)?.wish === 'pause') throw new Paused()
      },
    })
    const ended = await changed(id, (job) => ({ ...job, phase: 'ended', endedAt: Date.now(), receipt }))
    if (ended) onReceipt(account, ended)
    await Promise.all([inputs.remove(inputKey(id)), states.remove(stateKey(id))])
  } catch (error) {
    if (error instanceof Paused) await changed(id, (job) => ({ ...job, phase: 'paused' }))
    else if (error instanceof Failure) {
      const trouble = failureWords(error).cause
      await changed(id, (job) => ({
        ...job,
        phase: 'waiting',
        trouble,
        notBefore: Date.now() + Math.max(tryAgainAfter, (error.retryAfter ?? 0) * 1000),
      }))
    } else {
      await changed(id, (job) => ({ ...job, phase: 'paused', trouble: 'Something in this page went wrong' }))
      throw error
    }
  } finally {
    here.delete(id)
  }
}
