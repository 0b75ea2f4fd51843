import type { Chat } from '#contract/chats.ts'
import { Failure, type Call } from '#contract/client.ts'
import { settingNames, type Settings, type SettingsWrite } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { KnownSounds } from '#contract/saving/known-sounds.ts'
import { settingsTarget } from '#contract/saving/settings-target.ts'
import { checkSave, expectedAfter, pick, saveThreeWay, type Conflict } from '#contract/saving/three-way.ts'
import { maxTries } from '#jobs/request-scheduler.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import type { Attempt, ChatOrder, KeptTheirs, SaveOutcome } from './chat-result.ts'

/** The three-way save of one chat, without anybody to ask: what somebody else changed stays theirs, until somebody chooses. */

/** A refusal is sent again: it may have been temporary. */
const maxRefusals = 3
/** Refusals that the same request would get again: no right, no such chat, values that are not accepted. */
const finalStatuses: ReadonlySet<number | undefined> = new Set([403, 404, 410, 413, 422])

/** What a port rejects with where the work is over. No Failure: it says nothing about the chat, and that chat is to be done later. */
export class WorkOver extends Error {
  /** @param cause what ended the work */
  constructor(cause: unknown) {
    super('The work is over', { cause })
  }
}

export interface SavePort {
  /** Its calls reject with a Failure, or with WorkOver. @param attempt how often the request was sent before without success */
  call: (attempt: number) => Call
  sounds: KnownSounds
  /** Keeps what is about to be sent. Awaited before each write. */
  keepAttempt: (attempt: Attempt) => Promise<void>
  /** Milliseconds. */
  now: () => number
}

/** What the service holds after the save; missing where it is not known. */
export type Saved = SaveOutcome & { held?: Settings }

const nothingDone = { applied: {}, conflicts: [], notKept: [], sounds: [], failure: null } satisfies Partial<SaveOutcome>

/**
 * Resolves to what is true of the chat afterwards, as it was read. Rejects with WorkOver: stopped, paused, signed out or nothing gets through.
 * @param interrupted a write whose outcome an earlier run did not find out
 */
export async function saveChat(order: ChatOrder, interrupted: Attempt | undefined, port: SavePort): Promise<Saved> {
  const { chatId, base, changes, acceptedRisks } = order
  let attempt = interrupted
  let refusals = 0
  for (let tries = 1; ; tries++) {
    const earlier = attempt
    let conflicts: KeptTheirs[] = []
    let atRisk: SettingName[] = []
    const target = settingsTarget({
      call: port.call(tries - 1),
      chatId,
      sounds: port.sounds,
      acceptedRisks,
      mayReset: async (names) => {
        atRisk = names
        return false
      },
    })
    const beforeWrite = async (body: Partial<SettingsWrite>, fresh: Chat) => {
      const next = (await target.beforeWrite?.(body, fresh)) ?? 'write'
      if (next !== 'write') return next
      const mine = pick(changes as Partial<Settings>, (name) => conflicts.every((one) => one.name !== name))
      const expected = { ...settingsIn(fresh), ...(earlier && expectedAfter(earlier)) }
      attempt = { isConfirmed: false, expected, changes: mine, conflicts }
      await port.keepAttempt(attempt)
      return next
    }
    const outcome = { ...nothingDone, tries, at: port.now() }
    let failure: Failure
    try {
      const saved = await saveThreeWay<Settings, Chat, Partial<SettingsWrite>>(
        { ...target, beforeWrite },
        {
          // Only what was edited has a base: of all other settings nobody knows what was on the screen.
          edits: { base: base as Settings, changes: changes as Partial<Settings> },
          earlier: earlier ?? null,
          choose: async (list) => {
            conflicts = [...conflicts, ...list.map(asKept)]
            return []
          },
        },
      )
      const at = port.now()
      if (saved === null) return { ...outcome, at, conflicts, sounds: atRisk }
      if (saved.kind === 'checked') {
        const { held, notKept } = saved
        return { ...outcome, at, conflicts, notKept, applied: appliedIn(order, held, attempt, conflicts), held }
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
    const { cause, advice } = errorMessage(failure)
    const isUnknown = attempt !== undefined
    return { ...outcome, at: port.now(), conflicts, failure: { cause, advice, isUnknown }, ...(attempt && { attempt }) }
  }
}

/**
 * Finds out what became of a write that was interrupted, without changing anything. Resolves to null where none of it took effect, and rejects with a
 * Failure where the chat cannot be read, or with WorkOver.
 */
export async function lookUp(order: ChatOrder, attempt: Attempt, port: SavePort): Promise<Saved | null> {
  const target = settingsTarget({ call: port.call(0), chatId: order.chatId, sounds: port.sounds, mayReset: async () => false })
  const interruption = new Failure('unreachable')
  try {
    // Nothing is sent here, so there is nothing to learn about the service.
    const { held, notKept } = await checkSave(
      { ...target, onConfirmed: () => {} },
      {
        ...attempt,
        fresh: attempt.expected as Chat,
        sent: {},
        because: interruption,
      },
    )
    const applied = appliedIn(order, held, attempt, [])
    return { ...nothingDone, tries: 1, at: port.now(), applied, notKept, conflicts: attempt.conflicts, held }
  } catch (error) {
    if (error instanceof Failure && error.cause === interruption) return null
    throw error
  }
}

/** Of the changes, those that the service holds. One that it held before already has nothing to undo. */
function appliedIn({ changes }: ChatOrder, held: Settings, attempt: Attempt | undefined, conflicts: KeptTheirs[]): SaveOutcome['applied'] {
  const names = settingNames.filter(
    (name) => name in changes && changes[name] === held[name] && conflicts.every((one) => one.name !== name),
  )
  return Object.fromEntries(names.map((name) => [name, { before: attempt?.expected[name] ?? held[name], after: held[name] }]))
}

const asKept = ({ name, base, mine, theirs }: Conflict<Settings>): KeptTheirs => ({ name, base, mine, theirs })

const settingsIn = (chat: Settings) => pick(chat, (name) => settingNames.includes(name)) as Settings

const isFinal = ({ kind, status, fields }: Failure) => kind === 'refused' && (finalStatuses.has(status) || Object.keys(fields).length > 0)
