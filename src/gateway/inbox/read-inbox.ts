import { type inbox, type InboxItem, maxInboxChats } from '#contract/gateway/inbox.ts'
import { allows } from '#contract/gateway/grant.ts'
import type { HoursQuestion } from '#contract/gateway/hours.ts'
import { changesSettings, type JobCounts } from '#contract/gateway/jobs.ts'
import { groupBy } from '#engine/group-by.ts'
import { rowsWith } from '#db/rows.ts'
import { openForDecision } from '../drift/read-drift.ts'
import { chatsToDecide } from '../jobs/chat-outcomes.ts'
import { chatsOf, mayCarryOut } from '../jobs/session-of-job.ts'
import { endedJobs, parsed } from '../jobs/shown-jobs.ts'
import type { GatewayHandlers, HandlerOptions, SignedInRequest } from '../pipeline/handler.ts'

/** What waits for a decision, beside messages: each part as its own pages show it, and only where this person may decide. */

type Asking = Pick<SignedInRequest, 'session' | 'workspace'>
type Options = Pick<HandlerOptions, 'database' | 'nowMs' | 'standing'>

export const inboxHandlers = (options: Options): GatewayHandlers<typeof inbox> => ({
  inboxList: async (asking) => {
    const parts = await Promise.all([outsideChanges(options, asking), changes(options, asking), missedAndHours(options, asking)])
    return { status: true, data: parts.flat().toSorted((one, other) => other.at - one.at) }
  },
})

const none = { title: '', place: '', isSevere: false, isMissed: false }

/** Of each chat, and of what belongs to no chat: for who may decide about them at all (`driftAccept`), as their page is. */
async function outsideChanges({ database, nowMs }: Options, { session, workspace }: Asking): Promise<InboxItem[]> {
  if (!allows(session.member, 'settings.write')) return []
  const rows = await openForDecision(database.query, { workspace, member: session.member, now: nowMs() })
  const byPlace = groupBy(rows, ({ chat_id, resource }) => (chat_id === 0 ? resource : String(chat_id)))
  return Array.from(byPlace, ([id, found]): InboxItem => {
    const { chat_id, chat_name, at } = found[0]!
    const isSevere = found.some(({ severity }) => severity === 'severe')
    return { ...none, kind: 'outside', id, chatIds: chat_id === 0 ? [] : [chat_id], place: chat_name, count: found.length, isSevere, at }
  })
}

/** More than are kept of an account (jobs/chat-outcomes.ts). */
const maxEnded = 600

/** Every open page asks for this again and again: in more chats than these nobody looks where to decide, and a change is about all of its chats. */
const maxLookedThrough = 2000

/** Of the person, and of the worker: in which values were changed by others, or not kept by the service. */
async function changes({ database }: Options, { session, workspace }: Asking): Promise<InboxItem[]> {
  const jobs = await endedJobs(database.query, { workspace, member: session.member })
    .select(['id', 'kind', 'title', 'chats', 'own_chats', 'place', 'counts', 'at', 'ended_at'])
    .orderBy('at', 'desc')
    .limit(maxEnded)
    .execute()
  const open = jobs.flatMap((job) => {
    const { decide = 0, notKept = 0 } = (parsed(job.counts) as JobCounts | null) ?? {}
    const count = decide + notKept
    return count > 0 && changesSettings(job.kind) && mayCarryOut(session.member, job) ? [{ job, count }] : []
  })
  let left = maxLookedThrough
  const ids = open.flatMap(({ job }) => ((left -= chatsOf(job).length) >= 0 ? [job.id] : []))
  const chats = await chatsToDecide(database.query, workspace, ids)
  return open.map(({ job, count }): InboxItem => {
    const chatIds = (chats.get(job.id) ?? chatsOf(job)).slice(0, maxInboxChats)
    return { ...none, kind: 'change', id: job.id, title: job.title, chatIds, place: job.place, count, at: job.ended_at ?? job.at }
  })
}

/** What was missed: opening hours by chat, as their question is, whatever else one by one. */
async function missedAndHours({ database, standing }: Options, { session: { member }, workspace }: Asking): Promise<InboxItem[]> {
  const mayFollow = (chatId: number) => allows(member, 'settings.write', chatId)
  const hours = new Map<number, InboxItem>()
  const add = (chatId: number, at: number, isMissed: boolean) =>
    hours.set(chatId, { ...none, kind: 'hours', id: String(chatId), chatIds: [chatId], count: 1, isMissed, at })
  const actions: InboxItem[] = []
  for (const { id, kind, title, chatIds, due } of await standing.readMissed(workspace, member)) {
    if (kind === 'hours') chatIds.filter(mayFollow).forEach((chatId) => add(chatId, due, true))
    else if (allows(member, 'standing.write'))
      actions.push({ ...none, kind: 'action', id, title, chatIds: chatIds.slice(0, maxInboxChats), count: 1, isMissed: true, at: due })
  }
  const asking = await rowsWith(database.query, 'hours_memory', { workspace })
    .select(['chat_id', 'question'])
    .where('question', '!=', '')
    .where((is) => (member === null || member.chats === 'all' ? is.lit(true) : is('chat_id', 'in', [0, ...member.chats])))
    .orderBy('chat_id')
    .limit(maxQuestions)
    .execute()
  for (const { chat_id, question } of asking) {
    const { reason, since } = JSON.parse(question) as HoursQuestion
    // Where the chat is gone there is nothing to decide.
    if (reason !== 'gone' && mayFollow(chat_id)) add(chat_id, since, false)
  }
  return [...hours.values(), ...actions]
}

/** One of a chat. */
const maxQuestions = 500
