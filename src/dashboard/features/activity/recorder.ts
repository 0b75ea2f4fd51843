import { Failure, type CallName } from '#contract/client.ts'
import { declared, isRecorded, type Outcome, type SentRequest } from '#contract/recorded-change.ts'
import { browserStore } from '#dashboard/platform/records/browser-db.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import type { Job } from '#dashboard/platform/jobs/job.ts'
import { kindNames, type ActivityEntry, type EntryKey } from './entry.ts'
import { entryFor, learn, type Known } from './observe.ts'

/** Writes the record of changes. It never disturbs the change itself: no caller waits for it, and nothing here rejects. */

const store = browserStore<ActivityEntry>('activity')
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-activity')

/** Of each account; the oldest are dropped. */
const maxEntries = 5000

const known: Known = new Map()
/** Tells apart tabs that write in the same millisecond. */
const tab = Math.random()
let last: EntryKey = [0, 0, 0]

function newKey(accountId: number, at: number): EntryKey {
  last = [accountId, at, last[1] === at ? last[2] + 1 : tab]
  return last
}

const put = async (key: EntryKey, entry: ActivityEntry) => {
  await store.set(key, entry)
  channel?.postMessage('changed')
}

/** An entry that cannot be stored is lost: the change itself was sent. */
const quietly = (work: Promise<unknown>) => void work.catch(() => {})

/** Records a call as it leaves, and its outcome when the answer comes. */
export function note(accountId: number, name: CallName, input: unknown, answer: Promise<unknown>): void {
  const at = Date.now()
  // What it holds depends on the endpoint; its declaration says which parts are looked at.
  const sent = (input ?? {}) as SentRequest
  const entry = entryFor(known, name, sent, at)
  if (!entry) return quietly(answer.then((answered) => learn(known, name, sent, answered)))
  const key = newKey(accountId, at)
  const wasOffline = !navigator.onLine
  // Before the answer: the tab may be closed while it is on its way.
  const begun = put(key, entry).then(() => store.trim([accountId], maxEntries))
  quietly(begun)
  const end = answer.then(
    (answered): Partial<ActivityEntry> => ({ outcome: 'done', ...newChat(name, answered, entry) }),
    (error: unknown): Partial<ActivityEntry> => ({ outcome: outcomeOf(error, wasOffline), message: messageOf(error) }),
  )
  quietly(end.then(async (ending) => (await begun, put(key, { ...entry, ...ending }))))
}

/** The chat that a call created, which its request could not name. */
function newChat(name: CallName, answered: unknown, { subject }: ActivityEntry): Partial<ActivityEntry> {
  const { creates = null } = isRecorded(name) ? declared(name) : {}
  return creates ? { chatId: (answered as Record<string, number>)[creates.idFrom] ?? null, chatName: subject } : {}
}

function outcomeOf(error: unknown, wasOffline: boolean): Outcome {
  if (!(error instanceof Failure)) return 'unknown'
  // A request that begins without a connection never leaves.
  if (error.kind === 'unreachable' && wasOffline) return 'unsent'
  if (error.outcomeUnknown) return 'unknown'
  return error.kind === 'signed-out' ? 'unsent' : 'refused'
}

function messageOf(error: unknown): string {
  if (!(error instanceof Failure)) return ''
  const fields = Object.entries(error.fields).map(([field, messages]) => `${field} ${messages.join(', ')}`)
  const quoted = error.serviceMessage && `“${error.serviceMessage.replace(/\.$/, '')}”`
  return [quoted, ...fields].filter(Boolean).join(' · ') || error.reason || errorMessage(error).cause
}

/** A job that ended, as one entry. */
export function noteJob(accountId: number, { kind, place, chatId, receipt, endedAt }: Job): void {
  if (!receipt) return
  const at = endedAt ?? Date.now()
  const odd = receipt.figures.filter((figure) => figure.odd && figure.value > 0)
  const entry: ActivityEntry = {
    action: 'job',
    // The names of job kinds begin with what they work on.
    kind: kindNames.find((name) => kind.startsWith(name)) ?? 'chats',
    at,
    chatId,
    chatName: place,
    subject: receipt.title,
    target: {},
    changes: receipt.figures.map(({ label, value }) => ({ name: label, after: value })),
    outcome: receipt.figures.length === 0 ? 'unknown' : odd.length > 0 ? 'partly' : 'done',
    message: '',
    ...(receipt.undo && { undoPath: receipt.undo }),
  }
  quietly(put(newKey(accountId, at), entry).then(() => store.trim([accountId], maxEntries)))
}
