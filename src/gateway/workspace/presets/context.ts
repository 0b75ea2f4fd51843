import { Failure, type Call } from '#contract/client.ts'
import type { KnownSounds } from '#contract/saving/known-sounds.ts'
import type { SettingName } from '#contract/settings.ts'
import { changedSettings, isUnnamedSound, type Settings } from '#contract/settings-derive.ts'
import { settingsTarget, type SettingsTarget } from '#contract/saving/settings-target.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import type { Transaction } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'
import type { Notify } from '../notifications/notify.ts'
import type { LockOptions } from './chat-lock.ts'
import type { StoredOn } from './stored.ts'

/** For whom presets are turned on and ended: a person, or Roomkeeper when their time is over. */
export interface PresetContext extends LockOptions {
  /** Milliseconds. */
  nowMs: () => number
  /** The name. */
  by: string
  /** Who is not notified of it, as in NewNotification. */
  actingPerson: string | null
  /** Calls the API; changes are recorded with this cause. */
  callFor: (cause: Cause) => Call
  sounds: () => Promise<KnownSounds>
  /** Sounds that the service may reset are accepted to be reset. */
  acceptRisks: boolean
  notify: Notify
  /** Nothing is left to be done for this preset at its time. */
  cancelTimer: (trx: Transaction<SessionTables>, id: string) => Promise<void>
  /** It is turned on everywhere, or as far as it could be. */
  cancelResuming: (id: string) => Promise<void>
}

export const causeOf = ({ id, name }: Pick<StoredOn, 'id' | 'name'>): Cause => ({ kind: 'preset', id, title: name })

/** A chat that was read just now, and how it is saved. */
export interface OpenChat {
  name: string
  fresh: Settings
  /** Its first read is the one that was made already. */
  target: SettingsTarget
  /** What kept the save from being sent. */
  soundsAtRisk: () => SettingName[]
  /** Sounds that the service may reset where these changes are written. */
  risksOf: (changes: Partial<Settings>) => SettingName[]
}

/** Reads a chat afresh. null: it was deleted. Rejects with a Failure. */
export async function openChat(call: Call, chatId: number, { sounds, acceptRisks }: PresetContext): Promise<OpenChat | null> {
  const known = await sounds()
  let risks: SettingName[] = []
  const target = settingsTarget({
    call,
    chatId,
    sounds: known,
    mayReset: async (names) => {
      risks = names
      return acceptRisks
    },
  })
  const chat = await target.read().catch(async (error: unknown) => {
    // What was there before is forgotten for a chat that is gone, so this is not left to one answer, which may be that of a proxy.
    if (isNotFound(error) && (await isMissing(call, chatId))) return null
    throw error
  })
  if (!chat) return null
  const fresh = target.comparable?.(chat) ?? chat
  let first: typeof chat | null = chat
  const read = () => {
    const made = first
    first = null
    return made ? Promise.resolve(made) : target.read()
  }
  const risksOf = (changes: Partial<Settings>) =>
    changedSettings(fresh, changes).length === 0 ? [] : known.soundsAtRiskIn({ ...fresh, ...known.bodyOf(fresh, changes) })
  return { name: chat.name, fresh, target: { ...target, read }, soundsAtRisk: () => risks, risksOf }
}

const isNotFound = (error: unknown) => error instanceof Failure && error.status === 404 && !error.isFromGateway

async function isMissing(call: Call, chatId: number): Promise<boolean> {
  const { data } = await call('chatList', {})
  return data.every(({ id }) => id !== chatId)
}

/** Why something failed, in a sentence. */
export function messageOf(error: Failure): string {
  if (error.serviceMessage) return error.serviceMessage
  if (error.reason) return error.reason
  return error.outcomeUnknown ? 'The service did not answer.' : 'The service refused it.'
}

/** Sounds of a preset that cannot be put back in a chat, because its own has no known name. */
export const cannotPutBack = (names: readonly SettingName[], fresh: Settings): SettingName[] =>
  names.filter((name) => isUnnamedSound(name, fresh[name]))

const maxAtOnce = 4

/** Does this for each, some at once. Resolves to the results in their order. Rejects as the first that fails, once none is under way any more. */
export async function forEach<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results = new Map<T, R>()
  const left = [...all]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) results.set(one, await work(one))
  }
  const lanes = Array.from({ length: Math.min(maxAtOnce, all.length) }, () =>
    next().catch((error: unknown) => {
      left.length = 0
      throw error
    }),
  )
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
  return all.map((one) => results.get(one)!)
}
