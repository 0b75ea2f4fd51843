import type { Failure } from '#contract/client.ts'
import { type Call } from '#contract/client.ts'
import type { KnownSounds } from '#engine/saving/known-sounds.ts'
import type { SettingName } from '#contract/settings.ts'
import { isUnnamedSound, type Settings } from '#contract/settings-derive.ts'
import { openChatIfThere, type OpenChat } from '#engine/changes/open-chat.ts'
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

/** null: the chat was deleted. Rejects with a Failure. */
export const openIn = async ({ sounds, acceptRisks }: PresetContext, call: Call, chatId: number): Promise<OpenChat | null> =>
  openChatIfThere({ call, sounds: await sounds() }, chatId, { acceptedRisks: acceptRisks ? 'all' : [] })

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
