import { driftPeriodMs } from '#contract/gateway/drift.ts'
import { versionDays } from '#contract/gateway/chat-versions.ts'
import { upsert } from '#db/rows.ts'
import { standingOf } from '../worker/budget.ts'
import { unlessFailed } from '../worker/not-sent.ts'
import type { ActionResult, Task, TaskOptions } from '../worker/task.ts'
import type { PlannedAction } from '../worker/planner.ts'
import type { CheckOptions } from './check.ts'
import { lookAtAccount, lookAtChat, lookAtSettings } from './look.ts'

/**
 * Drift watch as work that runs on its own. A check takes the settings of all chats from one list; bans and polls need two requests for each chat, those
 * that were not looked at for longest first. It takes half of the budget of a minute at most, and goes on a minute later, so that what is due at a time
 * is not kept waiting.
 */

/** What is left of a check that goes on later. */
interface Progress {
  began: number
  /** The chats whose bans and polls are still to be looked at. */
  left: number[]
  /** Those that could not be read. */
  failed: number[]
  chats: number
  requests: number
  found: number
  note: string
}

/** Also `check now` plans it: there is one at a time. */
export const driftCheck = (workspace: string, due: number, data = ''): PlannedAction => ({
  workspace,
  kind: 'drift',
  key: 'check',
  due,
  title: 'Check for outside changes',
  note: 'Every 10 minutes',
  chatIds: [],
  data,
})

const cause = { kind: 'drift', id: 'check', title: 'Outside changes' } as const
const minuteMs = 60_000
const dayMs = 86_400_000

export const driftTask = ({ database, notify, nowMs }: Pick<TaskOptions, 'database' | 'notify' | 'nowMs'>): Task => ({
  lateAfterMs: Infinity,
  skipped: async ({ workspace }) => driftCheck(workspace, nowMs() + driftPeriodMs),
  run: async (action, work) => {
    const { workspace } = work
    let sent = 0
    const call: CheckOptions['call'] = (name, input, callOptions) => {
      sent++
      return work.callFor(cause)(name, input, callOptions)
    }
    const options: CheckOptions = { database, notify, nowMs, work, call, sounds: await work.sounds() }
    const progress = action.data === '' ? await begin(options) : progressIn(action.data)
    const share = Math.max(4, Math.floor((await standingOf(database.query, workspace)).budget / 2))
    const end = progress.began + driftPeriodMs
    const mayGoOn = () => progress.left.length > 0 && sent < share && nowMs() < end
    while (mayGoOn()) {
      const chatId = progress.left.shift()!
      const result = await lookAtChat(options, chatId)
      progress.found += result.found
      if (!result.isWhole && !progress.failed.includes(chatId)) progress.failed.push(chatId)
    }
    progress.requests += sent
    if (progress.left.length > 0 && nowMs() + minuteMs < end) return goOn(workspace, progress, nowMs())
    await finish(options, progress)
    const next = driftCheck(workspace, Math.max(end, nowMs() + 1))
    return { outcome: progress.note === '' ? 'done' : 'failed', note: noteOf(progress), next } satisfies ActionResult
  },
})

// Only this task writes it, in this form.
const progressIn = (data: string) => JSON.parse(data) as Progress

const goOn = (workspace: string, progress: Progress, now: number): ActionResult => ({
  outcome: 'done',
  note: `${progress.chats - progress.left.length} of ${progress.chats} chats checked so far`,
  next: driftCheck(workspace, now + minuteMs, JSON.stringify(progress)),
})

/** Settings of all chats, the account and the social settings. */
async function begin(options: CheckOptions): Promise<Progress> {
  const progress: Progress = { began: options.nowMs(), left: [], failed: [], chats: 0, requests: 0, found: 0, note: '' }
  const isDone = await unlessFailed(async () => {
    const { chatIds, failed, found } = await lookAtSettings(options)
    const account = await lookAtAccount(options)
    Object.assign(progress, { left: chatIds, failed, chats: chatIds.length, found: found + account.found })
    if (!account.isWhole) progress.note = 'The account could not be read'
    return true
  })
  if (!isDone) progress.note = 'The service did not answer as expected'
  return progress
}

async function finish({ work, nowMs }: CheckOptions, { began, left, failed, chats, requests, note }: Progress): Promise<void> {
  const { workspace } = work
  const row = { began, ended: nowMs(), chats, unchecked: JSON.stringify([...new Set([...failed, ...left])]), requests, note }
  await work.transaction(async (trx) => {
    await upsert(trx, 'drift_check', { workspace }, row)
    await trx
      .deleteFrom('drift_version')
      .where('workspace', '=', workspace)
      .where('at', '<', nowMs() - versionDays * dayMs)
      .execute()
    await trx
      .deleteFrom('drift_finding')
      .where('workspace', '=', workspace)
      .where('state', '<>', 'open')
      .where('at', '<', nowMs() - versionDays * dayMs)
      .execute()
  })
}

function noteOf({ found, note, chats, failed, left }: Progress): string {
  if (note !== '') return note
  const unchecked = new Set([...failed, ...left]).size
  const changes = found === 0 ? 'No outside changes' : found === 1 ? '1 outside change' : `${found} outside changes`
  return unchecked === 0 ? changes : `${changes}; ${chats - unchecked} of ${chats} chats checked`
}
