import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { maxJobChats, maxJobSteps, type BanChangesDraft, type GatewayJob, type JobCounts } from '#contract/gateway/jobs.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { startGatewayJob, type GatewayJobKind } from '#dashboard/platform/jobs/gateway-jobs.ts'
import type { Receipt } from '#dashboard/platform/jobs/job.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { undoLast } from '#dashboard/platform/undo-offer.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { banPort, inJobs, storedPlan, type ChatPlan, type ChatReceipt, type Unfinished } from '#engine/bans/plan.ts'
import { changeBans } from '#engine/bans/change-bans.ts'
import { formatRange, type IpRange } from '#engine/bans/range.ts'
import type { BanStep } from '#engine/bans/steps.ts'
import { entriesInWords } from '../read.ts'

/** Changes of lists as jobs, and, where they are few, at once. */

/** More steps than these are a job. */
const maxInlineSteps = 12
const inlinePatienceMs = 8000

export interface BanWork {
  plans: ChatPlan[]
  /** "Banning 38 entries" */
  title: string
  /** "38 entries banned": the receipt's title when all steps are done. */
  doneMessage: string
}

/** The changes of one chat's list. What else the plan says is not needed for most. */
export const planFor = (chat: Pick<Chat, 'id' | 'name'>, steps: BanStep[], rest: Partial<ChatPlan> = {}): ChatPlan => ({
  chatId: chat.id,
  chatName: chatTitle(chat),
  steps,
  mayUnban: [],
  ...rest,
})

const words = { ban: ['Banning', 'banned'], unban: ['Unbanning', 'unbanned'] } as const

interface EntryChange {
  action: BanStep['action']
  entries: readonly IpRange[]
  plan: ChatPlan
  /** All is done, or a job has started. */
  onDone: () => void
}

/**
 * Bans or unbans entries of one list: a few at once, and many as a job, which reports later. Resolves to the reason why something is left, '' if all
 * is done. Rejects with a Failure.
 */
export async function changeEntries(send: SendRequest, { action, entries, plan, onDone }: EntryChange): Promise<string> {
  const what = entriesInWords(entries)
  const [doing, done] = words[action]
  const isJob = plan.steps.length > maxInlineSteps
  if (isJob) await startBanJobs({ plans: [plan], title: `${doing} ${what}`, doneMessage: `${what} ${done}` })
  const left = isJob ? '' : await changeAtOnce(send, plan)
  if (left !== '') return left
  onDone()
  if (!isJob) toast(`${what} ${entries.length === 1 ? 'was' : 'were'} ${done}`, plan.steps.length === 1 ? undoLast() : undefined)
  return ''
}

async function changeAtOnce(send: SendRequest, plan: ChatPlan): Promise<string> {
  try {
    const receipts = await changeBans({
      plans: [plan],
      port: banPort(send, call),
      control: { signal: new AbortController().signal, pausePoint: () => Promise.resolve() },
      patienceMs: inlinePatienceMs,
      onProgress: () => {},
    })
    return unfinishedMessage(receipts)
  } finally {
    await refresh('banList')
  }
}

/** The title names what is done in all, of several jobs each its part. */
function draftsOf({ plans, title, doneMessage }: BanWork): BanChangesDraft[] {
  const parts = inJobs(plans, { steps: maxJobSteps, chats: maxJobChats })
  const part = (index: number) => (parts.length === 1 ? '' : `, part ${index + 1} of ${parts.length}`)
  return parts.map((some, index) => ({
    kind: 'ban-changes',
    title: `${title}${part(index)}`,
    doneTitle: `${doneMessage}${part(index)}`,
    place: some.length === 1 ? some[0]!.chatName : counted(some.length, 'chat'),
    holdMs: 0,
    plans: some.map(storedPlan),
  }))
}

/** Rejects with a Failure. */
export async function startBanJobs(work: BanWork): Promise<void> {
  const drafts = draftsOf(work)
  for (const [index, draft] of drafts.entries())
    await startGatewayJob(draft).catch((error: unknown) => {
      if (index === 0 || !(error instanceof Failure)) throw error
      throw error.with({ advice: `${index} of ${drafts.length} parts were started. Start the rest once they have ended.` })
    })
}

function receiptOf({ id, chatId, doneTitle, isRolledBack }: GatewayJob, { done, failed, unknown, notTried }: JobCounts): Receipt {
  const left = failed + unknown + notTried
  return {
    title:
      left === 0 ? doneTitle : isRolledBack ? `Rolled back; no changes were made. Failed: ${doneTitle}` : `Not completed: ${doneTitle}`,
    figures: [
      { label: 'Done', value: done },
      { label: 'Refused', value: failed, odd: true },
      { label: 'Not tried', value: notTried, odd: true },
      ...(unknown > 0 ? [{ label: 'Unknown', value: unknown, odd: true }] : []),
    ],
    ...(left > 0 && {
      left: { label: left === 1 ? 'Show the remaining step' : `Show the ${count(left)} remaining steps`, path: to.bansLeft(chatId, id) },
    }),
  }
}

/** Why the first of the unfinished steps was not done, for people; '' where all are done. */
function unfinishedMessage(chats: ChatReceipt[]): string {
  const [first] = chats.flatMap(({ unfinished }) => unfinished)
  if (!first) return ''
  const range = formatRange(first.step.range)
  return [
    first.step.action === 'ban' ? `${range} was not banned.` : `${range} was not unbanned.`,
    reasonOf(first),
    ...(chats.every(({ rolledBack }) => rolledBack) ? ['All other changes were rolled back.'] : []),
  ].join(' ')
}

/** One sentence. */
export function reasonOf({ outcome, reason }: Unfinished): string {
  switch (outcome) {
    case 'refused':
      return reason
        ? `${serviceNameFirst()} answered “${reason.replace(/\.$/, '')}”.`
        : `${serviceNameFirst()} did not keep it, or someone else changed the list.`
    case 'unsafe':
      return 'Other addresses would have been unbanned with it.'
    case 'unconfirmed':
      return `${serviceNameFirst()} did not confirm it, and the list does not show it yet. Check again in a moment before you repeat it.`
    case 'unknown':
      return reason || 'The list could not be read afterwards.'
    case 'notTried':
      return reason || 'It was not tried.'
    case 'rolledBack':
      return 'It was rolled back.'
  }
}

export const banJob: GatewayJobKind = {
  receiptOf,
  ended: () => refresh('banList'),
}
