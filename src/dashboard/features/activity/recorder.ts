import { Failure, type CallName } from '#contract/client.ts'
import { browserStore } from '#dashboard/platform/records/browser-db.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import type { Job } from '#dashboard/platform/jobs/job.ts'
import { kindNames, type Entry, type EntryKey, type Outcome } from './entry.ts'
import { learn, lineFor, nothingKnown, type Sent } from './observe.ts'

/** Writes the record of changes. Whatever becomes of it, the change itself is not disturbed: nothing here waits for it or rejects. */

const store = browserStore<Entry>('activity')
const news = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-activity')

/** So many lines are kept for an account; the oldest go. */
const mostKept = 5000

const known = nothingKnown()
/** Tells tabs apart that write in the same millisecond. */
const tab = Math.random()
let last: EntryKey = [0, 0, 0]

function newKey(accountId: number, at: number): EntryKey {
  last = [accountId, at, last[1] === at ? last[2] + 1 : tab]
  return last
}

const put = async (key: EntryKey, entry: Entry) => {
  await store.set(key, entry)
  news?.postMessage('changed')
}

/** A line that could not be kept is lost: the change went its way. */
const quietly = (work: Promise<unknown>) => void work.catch(() => {})

/** Sees a call leave and its answer come. */
export function note(accountId: number, name: CallName, input: unknown, answer: Promise<unknown>): void {
  const at = Date.now()
  // What it holds depends on the endpoint; the parts are looked at one by one.
  const sent = (input ?? {}) as Sent
  const entry = lineFor(known, name, sent, at)
  if (!entry) return quietly(answer.then((answered) => learn(known, name, sent, answered)))
  const key = newKey(accountId, at)
  const wasOffline = !navigator.onLine
  // Before the answer: the tab may be closed while it is on its way.
  const begun = put(key, entry).then(() => store.trim([accountId], mostKept))
  quietly(begun)
  const end = answer.then(
    (answered): Partial<Entry> => ({ outcome: 'done', ...(name === 'chatCreate' && { chatId: newChat(answered), room: entry.subject }) }),
    (error: unknown): Partial<Entry> => ({ outcome: outcomeOf(error, wasOffline), said: saidBy(error) }),
  )
  quietly(end.then(async (ending) => (await begun, put(key, { ...entry, ...ending }))))
}

const newChat = (answered: unknown) => (answered as { chatId: number }).chatId

function outcomeOf(error: unknown, wasOffline: boolean): Outcome {
  if (!(error instanceof Failure)) return 'unknown'
  // A request that begins without a connection never leaves.
  if (error.kind === 'unreachable' && wasOffline) return 'unsent'
  if (error.outcomeUnknown) return 'unknown'
  return error.kind === 'blocked' || error.kind === 'signed-out' ? 'unsent' : 'refused'
}

function saidBy(error: unknown): string {
  if (!(error instanceof Failure)) return ''
  const fields = Object.entries(error.fields).map(([field, messages]) => `${field} ${messages.join(', ')}`)
  const quoted = error.serviceMessage && `“${error.serviceMessage.replace(/\.$/, '')}”`
  return [quoted, ...fields].filter(Boolean).join(' · ') || error.reason || errorMessage(error).cause
}

/** Long work that ended, as one line. */
export function noteJob(accountId: number, { kind, place, chatId, receipt, endedAt }: Job): void {
  if (!receipt) return
  const at = endedAt ?? Date.now()
  const odd = receipt.figures.filter((figure) => figure.odd && figure.value > 0)
  const entry: Entry = {
    act: 'job',
    // The names of jobs begin with what they work on.
    kind: kindNames.find((name) => kind.startsWith(name)) ?? 'chats',
    at,
    chatId,
    room: place,
    subject: receipt.title,
    changes: receipt.figures.map(({ label, value }) => ({ name: label, after: value })),
    outcome: receipt.figures.length === 0 ? 'unknown' : odd.length > 0 ? 'partly' : 'done',
    said: '',
  }
  quietly(put(newKey(accountId, at), entry).then(() => store.trim([accountId], mostKept)))
}
