import { Failure } from '#contract/client.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import { type Calls, type ChatRun, eachChat } from '#engine/jobs/each-chat.ts'
import { type Conflict, pick } from '#engine/saving/three-way.ts'
import { type Settings, settingNames } from '#contract/settings-derive.ts'
import { maxTries } from '#engine/jobs/request-scheduler.ts'
import type { SettingName } from '#contract/settings.ts'
import {
  type Attempt,
  type ChatOrder,
  type ChatResult,
  type KeptTheirs,
  type SaveFailure,
  type SaveOutcome,
  emptyResult,
  merged,
} from './chat-result.ts'
import { lookUp, openChatIfThere } from './open-chat.ts'

/** Saves the changes of many chats, a few chats at a time: everything of it that needs neither a page nor a browser. */

export interface SaveRun extends Omit<ChatRun, 'done'> {
  jobId: string
  orders: readonly ChatOrder[]
  /** What is known of each chat from before: of an interrupted run, or of the save that this one continues. */
  results: ReadonlyMap<number, ChatResult>
  /** Keeps what became of a chat, before the next request for it. */
  keep: Keep
  /** Missing: nothing belongs to a chat but its settings. */
  inTurn?: InTurn
  sounds: KnownSounds
  now: () => number
}

/** @param isToWrite whether a request is about to be sent, as `attempt` says */
type Keep = (result: ChatResult, isToWrite?: boolean) => Promise<void>

/** What the work on a chat is surrounded by where more belongs to it than its settings, such as what a preset found there. */
export type InTurn = <R>(order: ChatOrder, work: (turn: ChatTurn) => Promise<R>) => Promise<R>
export interface ChatTurn extends Pick<SavePort, 'leaves'>, Pick<SaveRun, 'keep'> {
  /** What is to be saved of the order, with the values of now. */
  order: ChatOrder
  /** What is known already of the rest. */
  rest: Pick<SaveOutcome, 'conflicts' | 'left'>
  /** Calls that are sent only in this turn. */
  during: (calls: Calls) => Calls
}

/**
 * Resolves to the results when every chat has one, or the run was stopped: the chats that were not sent have none then. Rejects where it is to be run
 * again later with the results that were kept.
 */
export async function saveChats({
  jobId,
  orders,
  keep: keepOne,
  inTurn,
  sounds,
  now,
  ...run
}: SaveRun): Promise<ReadonlyMap<number, ChatResult>> {
  const results = new Map(run.results)
  const open = orders.filter(({ chatId }) => results.get(chatId)?.jobId !== jobId)

  const takeTurn: InTurn =
    inTurn ?? ((order, work) => work({ order, rest: { conflicts: [], left: [] }, during: (calls) => calls, keep: keepOne }))
  const keep = async (turn: ChatTurn, result: ChatResult, isToWrite = false) => {
    results.set(result.chatId, result)
    await turn.keep(result, isToWrite)
  }
  const resultOf = ({ chatId }: ChatOrder) => results.get(chatId) ?? emptyResult(chatId, now())
  const portTo = (turn: ChatTurn, call: Calls): SavePort => ({
    call: turn.during(call),
    sounds,
    now,
    keepAttempt: (attempt) => keep(turn, { ...resultOf(turn.order), attempt }, true),
    ...(turn.leaves && { leaves: turn.leaves }),
  })
  /** @param order what was to be saved, of which the turn may have left some out */
  const settle = async (turn: ChatTurn, order: ChatOrder, outcome: SaveOutcome) => {
    const { attempt: _, ...earlier } = resultOf(order)
    const { conflicts, left } = turn.rest
    const whole = { ...outcome, conflicts: [...outcome.conflicts, ...conflicts], left: [...outcome.left, ...left] }
    await keep(turn, merged(earlier, order, whole, jobId))
  }

  /** Finds out what became of a write of other settings of the chat: this save would take them for its own. */
  async function clearUp(turn: ChatTurn, order: ChatOrder, call: Calls) {
    const { attempt, ...earlier } = resultOf(order)
    if (!attempt || Object.keys(attempt.changes).every((name) => name in turn.order.changes)) return
    const written = { ...order, changes: attempt.changes, base: pick(attempt.expected, (name) => name in attempt.changes) }
    const found = await lookUpAttempt(written, attempt, portTo(turn, call)).catch((error: unknown) => {
      if (error instanceof Failure && error.kind !== 'signed-out') return undefined
      throw error
    })
    // It is still this job that is to save the chat.
    if (found) await keep(turn, { ...merged(earlier, written, { ...found, conflicts: [] }, jobId), jobId: earlier.jobId })
    else if (found === null) await keep(turn, earlier)
  }

  await eachChat(
    { ...run, done: orders.length - open.length },
    {
      open,
      work: (order, call) =>
        takeTurn(order, async (turn) => {
          await clearUp(turn, order, call)
          const isNothing = Object.keys(turn.order.changes).length === 0
          const saved: SaveOutcome = isNothing
            ? { ...nothingDone, tries: 0, at: now() }
            : await saveChat(turn.order, resultOf(order).attempt, portTo(turn, call))
          await settle(turn, order, saved)
          return { isRefused: saved.failure !== null && !saved.failure.isUnknown && saved.failure.kind !== 'gone' }
        }),
      isSent: (order) => {
        const { attempt, jobId: last } = resultOf(order)
        return attempt !== undefined && last !== jobId
      },
      lookUp: (order, call) =>
        takeTurn(order, async (turn) => {
          const { attempt, ...earlier } = resultOf(order)
          const sent = { ...order, changes: attempt!.changes }
          const found = await lookUpAttempt(sent, attempt!, portTo(turn, call)).catch((error: unknown) => {
            if (error instanceof Failure && error.kind !== 'signed-out') return error
            throw error
          })
          if (found instanceof Failure) await keep(turn, { ...earlier, attempt: attempt!, failure: notFoundOut })
          else if (found) await settle(turn, order, found)
          else await keep(turn, earlier)
        }),
    },
  )
  return results
}

const notFoundOut: SaveFailure = { kind: 'stopped', serviceMessage: '', reason: '', isUnknown: true }

/** A refusal is sent again: it may have been temporary. */
const maxRefusals = 3
/** Refusals that the same request would get again: no right, no such chat, values that are not accepted. */
const finalStatuses: ReadonlySet<number | undefined> = new Set([403, 404, 410, 413, 422])

interface SavePort {
  call: Calls
  sounds: KnownSounds
  /** Keeps what is about to be sent. Awaited before each write. */
  keepAttempt: (attempt: Attempt) => Promise<void>
  /** Settings that are left as they are, by what was read. */
  leaves?: (fresh: Settings) => readonly SettingName[]
  /** Milliseconds. */
  now: () => number
}

const nothingDone = { applied: {}, conflicts: [], notKept: [], sounds: [], failure: null, left: [] } satisfies Partial<SaveOutcome>

/**
 * The three-way save of one chat, without anybody to ask: what somebody else changed stays theirs, until somebody chooses. Resolves to what is true of the
 * chat afterwards, as it was read. Rejects with WorkOver: stopped, paused, signed out or nothing gets through.
 * @param interrupted a write whose outcome an earlier run did not find out
 */
async function saveChat(order: ChatOrder, interrupted: Attempt | undefined, port: SavePort): Promise<SaveOutcome> {
  const { chatId, base, acceptedRisks } = order
  let attempt = interrupted
  let refusals = 0
  for (let tries = 1; ; tries++) {
    const earlier = attempt
    let conflicts: KeptTheirs[] = []
    let outcome: SaveOutcome = { ...nothingDone, tries, at: port.now() }
    let failure: Failure
    try {
      const chat = await openChatIfThere({ call: port.call(tries - 1), sounds: port.sounds }, chatId, { acceptedRisks })
      if (!chat) return { ...outcome, failure: gone }
      const left = (port.leaves?.(chat.fresh) ?? []).filter((name) => name in order.changes)
      outcome = { ...outcome, left }
      const changes = pick(order.changes as Partial<Settings>, (name) => !left.includes(name))
      const hasBase = ({ name }: { name: SettingName }) => name in base
      const saved = await chat.apply({
        // Only what was edited has a base: of all other settings nobody knows what was on the screen.
        base: { ...pick(chat.fresh, (name) => name in changes), ...base } as Settings,
        changes,
        conflicts: async (found) => found.filter((one) => !hasBase(one)).map(({ name }) => name),
        earlier: earlier ?? null,
        onWrite: async (fresh, found) => {
          conflicts = found.filter(hasBase).map(asKept)
          const mine = pick(changes, (name) => conflicts.every((one) => one.name !== name))
          attempt = {
            isConfirmed: false,
            expected: { ...settingsIn(fresh), ...(earlier && unchangedSince(earlier, fresh)) },
            changes: mine,
            conflicts,
          }
          await port.keepAttempt(attempt)
        },
      })
      conflicts = saved.conflicts.filter(hasBase).map(asKept)
      const at = port.now()
      if (saved.outcome === 'decide') return { ...outcome, at, conflicts, sounds: saved.risks }
      if (saved.outcome !== 'unknown') {
        const { held, notKept } = saved
        return { ...outcome, at, conflicts, notKept, applied: appliedIn(order, held, attempt, conflicts) }
      }
      attempt = { isConfirmed: saved.isConfirmed, expected: settingsIn(saved.expected), changes: saved.changes, conflicts }
      failure = saved.because
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failure = error
      // It was refused, or was read back to have had no effect: what this try wrote down is void.
      attempt = earlier
      if (error.kind === 'refused') refusals++
    }
    if (refusals < maxRefusals && !isFinal(failure) && tries < maxTries) continue
    const { kind, serviceMessage, reason } = failure
    const isUnknown = attempt !== undefined
    return { ...outcome, at: port.now(), conflicts, failure: { kind, serviceMessage, reason, isUnknown }, ...(attempt && { attempt }) }
  }
}

/** As `lookUp`, for a write that an earlier run wrote down. */
async function lookUpAttempt(order: ChatOrder, attempt: Attempt, port: SavePort): Promise<SaveOutcome | null> {
  const checked = await lookUp({ call: port.call(0), sounds: port.sounds }, order.chatId, attempt)
  if (!checked) return null
  const { held, notKept } = checked
  return {
    ...nothingDone,
    tries: 1,
    at: port.now(),
    applied: appliedIn(order, held, attempt, []),
    notKept,
    conflicts: attempt.conflicts,
  }
}

/** Of the changes, those that the service holds. One that it held before already has nothing to undo. */
function appliedIn({ changes }: ChatOrder, held: Settings, attempt: Attempt | undefined, conflicts: KeptTheirs[]): SaveOutcome['applied'] {
  const names = settingNames.filter(
    (name) => name in changes && changes[name] === held[name] && conflicts.every((one) => one.name !== name),
  )
  return Object.fromEntries(names.map((name) => [name, { before: attempt?.expected[name] ?? held[name], after: held[name] }]))
}

/** What was there before an earlier try, where nobody else has changed it since. */
const unchangedSince = ({ expected, changes }: Attempt, fresh: Settings): Partial<Settings> =>
  pick<Settings>(expected, (name) => !(name in changes) || fresh[name] === changes[name])

const asKept = ({ name, base, mine, theirs }: Conflict<Settings>): KeptTheirs => ({ name, base, mine, theirs })

const settingsIn = (chat: Settings) => pick(chat, (name) => settingNames.includes(name)) as Settings

const gone: SaveFailure = { kind: 'gone', serviceMessage: '', reason: '', isUnknown: false }

const isFinal = ({ kind, status, fields }: Failure) => kind === 'refused' && (finalStatuses.has(status) || Object.keys(fields).length > 0)
