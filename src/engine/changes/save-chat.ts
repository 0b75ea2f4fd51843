import { Failure } from '#contract/client.ts'
import { settingNames, type Settings } from '#contract/settings-derive.ts'
import type { KnownSounds } from '#engine/saving/known-sounds.ts'
import { lookUp, openChatIfThere } from './open-chat.ts'
import { pick, type Conflict } from '#engine/saving/three-way.ts'
import type { Calls } from '#engine/jobs/each-chat.ts'
import { maxTries } from '#engine/jobs/request-scheduler.ts'
import type { Attempt, ChatOrder, KeptTheirs, SaveFailure, SaveOutcome } from './chat-result.ts'
import type { SettingName } from '#contract/settings.ts'

/** The three-way save of one chat, without anybody to ask: what somebody else changed stays theirs, until somebody chooses. */

/** A refusal is sent again: it may have been temporary. */
const maxRefusals = 3
/** Refusals that the same request would get again: no right, no such chat, values that are not accepted. */
const finalStatuses: ReadonlySet<number | undefined> = new Set([403, 404, 410, 413, 422])

export interface SavePort {
  call: Calls
  sounds: KnownSounds
  /** Keeps what is about to be sent. Awaited before each write. */
  keepAttempt: (attempt: Attempt) => Promise<void>
  /** Settings that are left as they are, by what was read. */
  leaves?: (fresh: Settings) => readonly SettingName[]
  /** Milliseconds. */
  now: () => number
}

export const nothingDone = { applied: {}, conflicts: [], notKept: [], sounds: [], failure: null, left: [] } satisfies Partial<SaveOutcome>

/**
 * Resolves to what is true of the chat afterwards, as it was read. Rejects with WorkOver: stopped, paused, signed out or nothing gets through.
 * @param interrupted a write whose outcome an earlier run did not find out
 */
export async function saveChat(order: ChatOrder, interrupted: Attempt | undefined, port: SavePort): Promise<SaveOutcome> {
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
export async function lookUpAttempt(order: ChatOrder, attempt: Attempt, port: SavePort): Promise<SaveOutcome | null> {
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
