import type { ActionResult, PlannedAction, Task, Work } from '../../worker/task.ts'
import type { TaskOptions } from '../../worker/tasks.ts'
import type { PresetContext } from './context.ts'
import { adoptCopies } from './copies.ts'
import { beginEnding, carryOutEnd, carryOutTurnOn, retryIn } from './runs.ts'
import { readOn, type StoredOn } from './stored.ts'
import { resuming } from './timer.ts'

const minute = 60_000

/** A preset that should have ended hours ago ends even so. After half a day somebody is asked. */
const lateAfterMs = 12 * 60 * minute
/** Whoever turned it on does not expect it later. */
const maxResumeMs = 30 * minute

/** Ends presets at their time, and turns those on whose gateway ended before it had done so in all chats. What is done already is found by reading. */
export function presetTask({ database, notify, nowMs, leaseNow }: Pick<TaskOptions, 'database' | 'notify' | 'nowMs' | 'leaseNow'>): Task {
  const { query } = database

  const contextOf = ({ workspace, callFor, sounds, transaction }: Work): PresetContext => ({
    workspace,
    query,
    transaction,
    nowMs,
    leaseNow,
    by: 'Roomkeeper',
    actingPerson: null,
    callFor,
    sounds,
    // Nobody is there who could accept them.
    acceptRisks: false,
    notify,
    // The action that runs is removed once it has finished.
    cancelTimer: async () => {},
    cancelResuming: async () => {},
  })

  async function resume(work: Work, on: StoredOn): Promise<ActionResult> {
    const left = on.chats.filter(({ state }) => state === 'waiting').length
    await carryOutTurnOn(contextOf(work), on, () => true)
    return { outcome: 'done', note: left === 0 ? 'Nothing was left to do' : chatsIn(left), title: `Turned on the preset “${on.name}”` }
  }

  async function end(work: Work, on: StoredOn): Promise<ActionResult> {
    const context = contextOf(work)
    const everywhere = () => true
    await adoptCopies(database, work.workspace)
    const all = (await readOn(query, work.workspace, on.id))?.chats.map(({ chatId }) => chatId) ?? []
    await beginEnding(context, on.id, all)
    // An earlier try may have failed in some chats.
    await carryOutEnd(context, await retryIn(context, on.id, everywhere, nobody), everywhere, [])
    const chats = (await readOn(query, work.workspace, on.id))?.chats ?? []
    const undecided = chats.reduce((sum, chat) => sum + chat.undecided, 0)
    const failed = chats.filter(({ state, soundsAtRisk }) => state === 'ending' || (state === 'notEnded' && soundsAtRisk.length === 0))
    // It is tried again after a while.
    if (failed.length > 0) throw new Error(`The preset could not be ended in ${chatsIn(failed.length)}`)
    const atRisk = chats.filter(({ state }) => state === 'notEnded').length
    const title = `Ended the preset “${on.name}”`
    if (undecided > 0)
      return { outcome: 'decide', note: undecided === 1 ? '1 value needs a decision' : `${undecided} values need a decision`, title }
    if (atRisk > 0) return { outcome: 'decide', note: `Sounds may be reset in ${chatsIn(atRisk)}`, title }
    return endedIn({ ...on, chats })
  }

  const endedIn = ({ name, chats }: Pick<StoredOn, 'name' | 'chats'>): ActionResult => ({
    outcome: 'done',
    note: chatsIn(chats.filter(({ state }) => state === 'ended').length),
    title: `Ended the preset “${name}”`,
  })

  return {
    lateAfterMs,
    run: async (action: PlannedAction, work: Work) => {
      const isResuming = action.data === resuming
      const id = isResuming ? action.key.slice(resuming.length + 1) : action.key
      const on = await readOn(query, work.workspace, id)
      if (!on) return { outcome: 'done', note: 'Nothing was left to do' }
      // The process that ended it could not say so any more.
      if (on.isFinished) return endedIn(on)
      if (isResuming) return nowMs() - action.due > maxResumeMs ? { outcome: 'failed', note: 'Too late' } : resume(work, on)
      // It was extended while this began.
      if (!on.ended && (on.until === null || on.until > action.due)) return { outcome: 'done', note: 'It was extended' }
      return end(work, on)
    },
  }
}

/** What is to be ended is not turned on again. */
const nobody = async () => null

const chatsIn = (count: number) => (count === 1 ? '1 chat' : `${count} chats`)
