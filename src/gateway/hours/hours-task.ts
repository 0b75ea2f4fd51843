import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { type HoursState, stateAt } from '#engine/hours/openings.ts'
import { openChatIfThere } from '#engine/changes/open-chat.ts'
import { setting, soundSettings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { type HoursQuestion, type HoursSetting, type hours, hoursSettings } from '#contract/gateway/hours.ts'
import { rowsWith } from '#db/rows.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { standingOf } from '../worker/budget.ts'
import type { ActionResult, Task, TaskOptions, Work } from '../worker/task.ts'
import { type ChatLock, withChatLock } from '../presets/chat-lock.ts'
import {
  type HoursMemory,
  type HoursValues,
  dropEarlier,
  planAgain,
  planNext,
  presetOver,
  readHours,
  readMemory,
  writeMemory,
} from './plan-hours.ts'

/** Takes a chat offline and online as its timetable says, and changes nothing that somebody else changed meanwhile. */

/** After that it asks first: a chat that is opened at three in the morning, because its gateway was away until then, is a surprise. */
const lateAfterMs = 30 * 60_000
/** How often somebody may save in between. */
const maxAttempts = 5

type Done = ActionResult & { memory: Partial<HoursMemory> }
const done = (memory: Partial<HoursMemory>, note = ''): Done => ({
  outcome: 'done',
  note,
  memory: { ...memory, attempt: null, question: null, follows: false },
})
const nothing: Done = { outcome: 'done', note: '', memory: {} }

export function hoursTask({ database, nowMs, leaseNow }: Pick<TaskOptions, 'database' | 'nowMs' | 'leaseNow'>): Task {
  return {
    lateAfterMs,
    run: async (action, work) => {
      const chatId = action.chatIds[0] ?? 0
      const { workspace } = work
      const hours = await readHours(database.query, workspace, chatId)
      // Somebody may want a change before its time: then the hours go on with the one after it.
      const now = nowMs()
      const at = Math.max(now, Number(action.data))
      const { memory, ...result } = hours ? await inTurn(chatId, stateAt(hours, at), work) : nothing
      await work.transaction(async (trx) => {
        if (hours) await writeMemory(trx, workspace, chatId, { ...memory, ...(at > now && { skipped: at }) })
        await dropEarlier(trx, nowMs, workspace, chatId, action.key)
        await planNext(trx, nowMs, workspace, chatId)
      })
      return result
    },
    // The hours go on with the change after the one that was skipped.
    skipped: async ({ workspace, chatIds: [chatId = 0], due }, trx) => {
      await writeMemory(trx, workspace, chatId, { skipped: due })
      await planNext(trx, nowMs, workspace, chatId)
      return null
    },
  }

  /** Presets and opening hours change a chat one after the other. A preset that is on and holds these settings has them for itself until it ends. */
  function inTurn(chatId: number, state: HoursState, work: Work): Promise<Done> {
    const { workspace, transaction } = work
    return withChatLock({ workspace, query: database.query, transaction, leaseNow }, chatId, async (lock) => {
      const preset = await presetOver(database.query, workspace, chatId)
      return preset === null ? follow(chatId, state, work, lock) : { ...nothing, note: `Left to the mode “${preset}”` }
    })
  }

  /** Brings the chat into a state. Rejects where that is not known to have succeeded or failed, and is then tried again. */
  async function follow(chatId: number, state: HoursState, work: Work, lock: ChatLock): Promise<Done> {
    const memory = await readMemory(database.query, work.workspace, chatId)
    const ask = (
      question: Pick<HoursQuestion, 'reason'> & Partial<HoursQuestion>,
      note: string,
      more: Partial<HoursMemory> = { before: memory.before },
    ): Done => ({
      outcome: 'decide',
      note,
      memory: { ...more, attempt: null, question: { since: memory.question?.since ?? nowMs(), values: [], sounds: [], ...question } },
    })
    const call = lock.guard(work.callFor({ kind: 'hours', id: String(chatId), title: 'Opening hours' }))
    const port = { call, sounds: await work.sounds() }
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const chat = await openChatIfThere(port, chatId, { acceptedRisks: memory.follows ? soundSettings : [] })
        if (!chat) return ask({ reason: 'gone' }, 'The chat does not exist any more')
        const fresh = valuesOf(chat.answer)
        const plan = compare(state, fresh, memory)
        const after = (kept: HoursValues): Partial<HoursMemory> => ({ held: heldAfter(kept, plan, memory), before: plan.before })
        if (Object.keys(plan.changes).length === 0) return report(plan, after(fresh))

        // Where this process ends before it knows what became of the write, the next one has to know what was there before it.
        const begun = { attempt: plan.changes, ...(plan.before && { before: plan.before }) }
        const isOn = await lock.transaction(async (trx) => {
          // They end with the right of whoever saved them, also while this waits for the chat.
          if (!(await readHours(trx, work.workspace, chatId))) return false
          await writeMemory(trx, work.workspace, chatId, begun)
          return true
        })
        if (!isOn) return nothing
        // Where somebody saves in between, everything is compared again.
        const applied = await chat.apply({ changes: plan.changes, conflicts: 'ask' })
        if (applied.outcome === 'unknown') throw applied.because
        if (applied.outcome !== 'decide') return report(plan, after(valuesOf(applied.held)), applied.notKept)
        if (applied.risks.length > 0) {
          const labels = applied.risks.map((name) => setting(name).label)
          return ask({ reason: 'sounds', sounds: labels }, `The service may reset sounds: ${labels.join(', ')}`)
        }
      }
      throw new Failure('refused', { reason: 'The settings were changed again and again meanwhile.', hadNoEffect: true })
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'refused' || error.hadNoEffect) throw error
      return { outcome: 'failed', note: error.message, memory: { attempt: null, before: memory.before } }
    }

    function report(plan: HoursPlan, after: Partial<HoursMemory>, lost: readonly { name: SettingName }[] = []): Done {
      const notKept = lost.map(({ name }) => setting(name).label)
      if (plan.disputed.length > 0)
        return ask({ reason: 'changed', values: plan.disputed }, 'Someone else changed these settings meanwhile', after)
      if (notKept.length > 0) return { ...done(after), outcome: 'failed', note: `The chat service did not keep: ${notKept.join(', ')}` }
      return done(after)
    }
  }
}

const valuesOf = (chat: Chat): HoursValues => Object.fromEntries(hoursSettings.map((name) => [name, chat[name]])) as HoursValues

/** What opening hours may change in a chat, between what they left behind, what is there now and what the timetable wants. */
interface HoursPlan {
  changes: Partial<HoursValues>
  /** What somebody else changed, and what therefore stays. */
  disputed: HoursQuestion['values']
  /** What the chat's own message and form were, to be put back when it opens; null: nothing is to be put back. */
  before: HoursMemory['before']
}

/** @param fresh as just read */
export function compare(
  state: HoursState,
  fresh: HoursValues,
  { held, before, attempt, follows }: Omit<HoursMemory, 'question' | 'skipped'>,
): HoursPlan {
  const isClosing = state.kind === 'closed'
  const wanted: Partial<HoursValues> = isClosing
    ? { offline: true, offlineMessage: state.message, offlineShowForm: state.showForm }
    : { offline: false, ...before }
  // A value that a try before this one was about to write is no change by somebody else.
  const isTheirs = (name: HoursSetting) => !follows && held !== null && fresh[name] !== held[name] && fresh[name] !== attempt?.[name]
  const dispute = (name: HoursSetting) => ({ setting: name, theirs: fresh[name], ours: wanted[name] ?? fresh[name] })

  // Whoever took the chat offline may have had a reason that the timetable does not know: it stays so, also where the timetable wants it closed, as it
  // would be opened again by the next change.
  if (isTheirs('offline') && (fresh.offline || fresh.offline !== wanted.offline))
    return { changes: {}, disputed: [dispute('offline')], before }

  const differing = hoursSettings.filter((name) => wanted[name] !== undefined && wanted[name] !== fresh[name])
  const changes = Object.fromEntries(
    differing.filter((name) => !isTheirs(name)).map((name) => [name, wanted[name]]),
  ) as Partial<HoursValues>
  if (!isClosing) return { changes, disputed: [], before: null }
  const own: Partial<HoursValues> = {
    ...('offlineMessage' in changes && { offlineMessage: fresh.offlineMessage }),
    ...('offlineShowForm' in changes && { offlineShowForm: fresh.offlineShowForm }),
  }
  return { changes, disputed: differing.filter(isTheirs).map(dispute), before: before ?? own }
}

/** What to compare with next time: what is theirs and not decided stays as it was. */
export const heldAfter = (kept: HoursValues, { disputed }: HoursPlan, { held }: Pick<HoursMemory, 'held'>): HoursValues => ({
  ...kept,
  ...Object.fromEntries(disputed.map(({ setting }) => [setting, held?.[setting] ?? kept[setting]])),
})

/** What became of the opening hours of a chat, and what to do about what somebody else changed. */
export function hoursHandlers(options: HandlerOptions): GatewayHandlers<typeof hours> {
  const { database, nowMs } = options
  const { query } = database

  return {
    hoursRead: async ({ params: { chatId }, workspace }) => {
      const planned = await rowsWith(query, 'planned_action', { workspace, kind: 'hours' })
        .select('due')
        .where('key', 'like', `${chatId}@%`)
        .orderBy('due')
        .execute()
      const now = nowMs()
      const { question } = await readMemory(query, workspace, chatId)
      return {
        status: true,
        data: {
          standing: (await standingOf(query, workspace)).standing,
          next: planned.find(({ due }) => due > now)?.due ?? null,
          lateSince: planned.find(({ due }) => due < now - lateAfterMs)?.due ?? null,
          question,
          preset: await presetOver(query, workspace, chatId),
        },
      }
    },

    hoursDecide: async ({ params: { chatId }, body: { choice }, workspace }) => {
      await database.transaction(async (trx) => {
        const { question, held } = await readMemory(trx, workspace, chatId)
        if (choice === 'follow') await writeMemory(trx, workspace, chatId, { follows: true })
        else {
          const theirs = Object.fromEntries((question?.values ?? []).map(({ setting, theirs: value }) => [setting, value]))
          await writeMemory(trx, workspace, chatId, { question: null, held: held && { ...held, ...theirs } })
        }
        if (choice === 'follow') await planAgain(trx, nowMs, workspace, chatId)
      })
      return { status: true }
    },
  }
}
