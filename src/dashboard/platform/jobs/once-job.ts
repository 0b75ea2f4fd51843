import type { GatewayJob, JobCounts } from '#contract/workspace/jobs.ts'
import type { OnceDraft } from '#contract/workspace/once-jobs.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { startGatewayJob, type GatewayJobKind } from './gateway-jobs.ts'
import type { Receipt } from './job.ts'

/** Jobs that do something once in each of several chats. */

type WithoutFrame<Draft> = Draft extends unknown ? Omit<Draft, 'place' | 'holdMs'> : never

/** Resolves once it is stored. Rejects with a Failure. */
export async function startOnce(draft: WithoutFrame<OnceDraft>): Promise<void> {
  const [only, ...others] = draft.chats
  const place = only && others.length === 0 ? only.chatName : counted(draft.chats.length, 'chat')
  await startGatewayJob({ ...draft, place, holdMs: 0 })
}

function receiptOf({ id, title, doneTitle }: GatewayJob, { done, failed, unknown, notTried }: JobCounts): Receipt {
  const left = failed + unknown + notTried
  return {
    title: left === 0 ? doneTitle : `${title}: done in ${count(done)}`,
    figures: [
      { label: 'Done', value: done },
      { label: 'Not done', value: failed, odd: true },
      { label: 'To check', value: unknown, odd: true },
      { label: 'Not tried', value: notTried, odd: true },
    ],
    ...(left > 0 && {
      left: { label: left === 1 ? 'Show the chat that is left' : `Show the ${count(left)} chats that are left`, path: to.change(id) },
    }),
  }
}

/** @param ended reads again what it changed */
export const onceJob = (ended: () => Promise<unknown>): GatewayJobKind => ({
  receiptOf,
  ended: async () => void (await ended()),
  // No earlier release had any.
  draftsOf: () => [],
})
