import { isSettingName } from '#contract/settings-derive.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { jobKind, type Job, type JobContext, type Receipt } from '#dashboard/platform/jobs/job.ts'
import { journalOwner } from '#dashboard/platform/jobs/journal.ts'
import { wait } from '#engine/jobs/request-scheduler.ts'
import { startJob } from '#dashboard/platform/jobs/runner.ts'
import { knownSounds } from '#dashboard/platform/service/known-sounds.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { stateOf, type ChatOrder, type ChatResult, type ResultState } from '#engine/changes/chat-result.ts'
import { addJobTo, addSave, keepResult, readResults, readSave, refreshSave, type KeptSave } from './kept-saves.ts'
import { saveChats } from '#engine/changes/save-chats.ts'
import { createTakeOver } from './take-over.ts'

/** The save of many chats as a job. */

interface SettingsJobInput {
  saveId: string
  /** What is sent again of that save; null: all of it. */
  orders: ChatOrder[] | null
}

const patienceMs = 60_000

export const countChangesIn = (orders: readonly ChatOrder[]) => orders.reduce((sum, { changes }) => sum + Object.keys(changes).length, 0)

/** "26 changes in 9 chats" */
export const extentOf = (orders: readonly ChatOrder[]) =>
  `${counted(countChangesIn(orders), 'change')} in ${counted(orders.length, 'chat')}`

/**
 * Puts up changes of many chats for saving. Rejects where the browser keeps no journal: then nothing is done.
 * @param orders at least one
 * @returns the id of the save, whose results are kept under it
 */
export async function startSave(accountId: number, save: Pick<KeptSave, 'orders' | 'by'>): Promise<string> {
  const id = crypto.randomUUID()
  await addSave(accountId, { ...save, id, at: Date.now(), jobIds: [] })
  await start(accountId, id, save.orders, null)
  return id
}

/** Sends again what is left of a save. @param orders at least one */
export const continueSave = (accountId: number, saveId: string, orders: ChatOrder[]) => start(accountId, saveId, orders, orders)

async function start(accountId: number, saveId: string, orders: ChatOrder[], again: ChatOrder[] | null) {
  const jobId = await startJob<SettingsJobInput>({
    kind: 'settings-of-chats',
    title: `Saving ${extentOf(orders)}`,
    place: orders.length === 1 ? orders[0]!.chatName : counted(orders.length, 'chat'),
    chatId: orders.length === 1 ? orders[0]!.chatId : null,
    total: orders.length,
    input: { saveId, orders: again },
  })
  await addJobTo(accountId, saveId, jobId)
  await refreshSave(saveId)
}

async function run({ jobId, send, input, progress, signal, pausePoint }: JobContext<SettingsJobInput, undefined>): Promise<Receipt> {
  const accountId = journalOwner()
  const { saveId } = input
  const orders = input.orders ?? (await readSave(accountId, saveId))?.orders ?? []
  const sounds = await knownSounds()
  const takeOver = createTakeOver()
  try {
    const results = await saveChats({
      jobId,
      orders,
      results: await readResults(accountId, saveId),
      keep: (result) => keepResult(accountId, saveId, result),
      onSaved: ({ chatId, changes }, held) => takeOver.add(chatId, held, Object.keys(changes).filter(isSettingName)),
      // What became of a write is read, so the client repeats none.
      send: (name, request, options) => send(name, request, { ...options, noRetry: true }),
      sounds,
      control: { signal, pausePoint },
      patienceMs,
      onProgress: ({ done, chatName, heldBy }) =>
        progress(done, orders.length, { note: chatName, trouble: heldBy ? errorMessage(heldBy).cause : '' }),
      wait,
      random: Math.random,
      now: Date.now,
    })
    return receiptOf(saveId, orders, results)
  } finally {
    takeOver.flush()
  }
}

const figureLabels = {
  saved: 'Saved',
  notKept: 'Not kept',
  decide: 'To decide',
  failed: 'Failed',
  notSent: 'Not sent',
} as const satisfies Partial<Record<ResultState, string>>

function receiptOf(saveId: string, orders: readonly ChatOrder[], results: ReadonlyMap<number, ChatResult>): Receipt {
  const states = orders.map((order) => stateOf(order, results.get(order.chatId), false))
  const countOf = (state: ResultState) => states.filter((one) => one === state).length
  const left = orders.length - countOf('saved')
  return {
    title: left === 0 ? `${extentOf(orders)} saved` : `${count(countOf('saved'))} of ${counted(orders.length, 'chat')} saved`,
    figures: Object.entries(figureLabels).map(([state, label]) => ({
      label,
      value: countOf(state as keyof typeof figureLabels),
      ...(state !== 'saved' && { odd: true }),
    })),
    ...(left > 0 && {
      left: {
        label: left === 1 ? 'Show the chat that is left' : `Show the ${count(left)} chats that are left`,
        path: to.matrixSave(saveId),
      },
    }),
    detail: saveId,
  }
}

export const settingsJob = jobKind<SettingsJobInput, undefined>({
  run,
  ended: (job: Job) => {
    if (typeof job.receipt?.detail === 'string') void refreshSave(job.receipt.detail)
    void refresh('chatList', 'chatRead')
  },
})
