import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { Failure } from '#contract/client.ts'
import { isSettingName, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { hoursSettings } from '#contract/workspace/hours.ts'
import type { ChatOrder, ChatResult, KeptTheirs, SettingFields } from '#engine/changes/chat-result.ts'
import { endingOf } from '#engine/changes/stack.ts'
import type { ChatTurn } from '#engine/changes/save-chats.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { GatewayDatabase } from '../handler.ts'
import { planAgain } from '../hours/plan-hours.ts'
import { presetIn, type PresetPort } from '../jobs/preset-port.ts'
import { chatsOf } from '../jobs/session-of-job.ts'
import { withChatLock } from './chat-lock.ts'
import { cannotPutBack } from './previews.ts'
import { deleteLayers, holdOn, readOn, relink, stacksOf, writeLayers, type ChatPlace } from './stored.ts'

/**
 * Turning a preset on and ending it, as jobs that change settings. In each chat one at a time does so (chat-lock.ts). What a preset found there is written
 * down before it is changed, in the transaction that keeps what is known of the chat, and forgotten in the one that keeps that it is put back.
 */

interface Options {
  query: GatewayDatabase['query']
  /** The time of the database. */
  leaseNow: () => RawBuilder<number>
  nowMs: () => number
}

/** What is to be done in a chat now, and what of it goes on record with what comes of it. */
interface Turn extends Pick<ChatTurn, 'order' | 'rest' | 'leaves'> {
  /** Throws a Failure where nothing may be sent any more. */
  beforeWrite: (trx: Trx, result: ChatResult) => Promise<void>
  afterwards: (trx: Trx, result: ChatResult) => Promise<void>
  /** A copy of a chat is nobody's decision: what does not hold the preset's value there stays. */
  asksNobody: boolean
}

type Trx = Transaction<SessionTables>

export function presetPort({ query, leaseNow, nowMs }: Options): PresetPort {
  /** @param settings those of the preset that end in the chat */
  async function endIn(trx: Trx, place: ChatPlace, settings: readonly SettingName[]) {
    await deleteLayers(trx, place, settings)
    if (hoursSettings.some((name) => settings.includes(name))) await planAgain(trx, nowMs, place.workspace, place.chatId)
  }

  async function turningOn(place: ChatPlace, order: ChatOrder): Promise<Turn> {
    const names = namesIn(order)
    const isOnIn = async (of: Kysely<SessionTables>) => {
      const on = await readOn(of, place.workspace, place.onId, place.chatId)
      return on?.chats.some(({ isEnded }) => !isEnded) ? on : null
    }
    const values = (await isOnIn(query))?.values ?? {}
    // Somebody may have ended it before the chat had its turn.
    const changes = pickNames<SettingValue>(values, names)
    return {
      order: { ...order, base: order.base, changes },
      rest: { conflicts: [], left: names.filter((name) => !(name in changes)) },
      leaves: (fresh) => cannotPutBack(names, fresh),
      asksNobody: false,
      beforeWrite: async (trx, { attempt }) => {
        if (!(await holdOn(trx, place))) throw stopped()
        await writeLayers(trx, place, layersIn(attempt?.changes ?? {}, attempt?.expected ?? {}))
      },
      afterwards: async (trx, { attempt, applied, notKept }) => {
        const before = Object.fromEntries(Object.entries(applied).map(([name, change]) => [name, change.before]))
        const after = Object.fromEntries(Object.entries(applied).map(([name, change]) => [name, change.after]))
        if (await isOnIn(trx)) await writeLayers(trx, place, layersIn(after, before))
        const isSet = (name: SettingName) => name in applied || notKept.some((one) => one.name === name) || name in (attempt?.changes ?? {})
        await deleteLayers(
          trx,
          place,
          names.filter((name) => !isSet(name)),
        )
      },
    }
  }

  async function ending(place: ChatPlace, order: ChatOrder): Promise<Turn> {
    const { workspace, chatId, onId } = place
    const stacks = await stacksOf(query, workspace, chatId)
    const on = await readOn(query, workspace, onId, chatId)
    const [base, changes]: [SettingFields, SettingFields] = [{}, {}]
    const left: SettingName[] = []
    const conflicts: KeptTheirs[] = []
    const relinked: { onId: string; name: SettingName; before: SettingValue }[] = []
    for (const name of namesIn(order)) {
      // A decision is made against the value that was seen.
      const ending = endingOf(stacks.get(name) ?? [], onId, order.base[name])
      if (ending.kind === 'back') {
        base[name] = ending.base
        changes[name] = ending.value
      } else if (ending.kind === 'decide') conflicts.push({ name, base: ending.set, mine: ending.value, theirs: ending.seen })
      else {
        left.push(name)
        if (ending.kind === 'under') relinked.push({ onId: ending.over, name, before: ending.value })
      }
    }
    return {
      order: { ...order, base, changes },
      rest: { conflicts, left },
      asksNobody: on?.chats.some(({ copyOf }) => copyOf !== null) ?? false,
      beforeWrite: async () => {},
      afterwards: async (trx, { applied, left: stays, failure }) => {
        for (const one of relinked)
          // Somebody decided meanwhile to leave what is there: nothing lies over it any more, and this turn begins anew.
          if (!(await relink(trx, { ...place, onId: one.onId }, one.name, one.before))) throw interrupted()
        const isGone = failure?.kind === 'gone'
        await endIn(
          trx,
          place,
          namesIn(order).filter((name) => isGone || name in applied || stays.includes(name)),
        )
      },
    }
  }

  return {
    of: (job, transaction) => {
      const { onId } = presetIn(job)
      const placeOf = (chatId: number): ChatPlace => ({ workspace: job.workspace, chatId, onId })
      return {
        endingOrders: (trx) => endingOrders(trx, { workspace: job.workspace, onId, chatIds: chatsOf(job) }),
        inTurn: (keep, firstOf) => (order, work) =>
          withChatLock({ workspace: job.workspace, query, transaction, leaseNow }, order.chatId, async (lock) => {
            const place = placeOf(order.chatId)
            const turn = await (job.kind === 'preset-on' ? turningOn(place, order) : ending(place, order))
            return work({
              ...turn,
              during: (calls) => (tries, beforeWrite) => lock.guard(calls(tries, beforeWrite)),
              keep: (found, isToWrite) => {
                const result = turn.asksNobody ? askingNobody(found) : found
                const also = (trx: Trx) => (isToWrite ? turn.beforeWrite(trx, result) : turn.afterwards(trx, result))
                return keep(firstOf(order.chatId), result, { transaction: lock.transaction, also })
              },
            })
          }),
      }
    },
    forget: async (of, job) => {
      if (job.kind !== 'preset-end') return
      await of
        .deleteFrom('preset_layer')
        .where('workspace', '=', job.workspace)
        .where('on_id', '=', presetIn(job).onId)
        .where('chat_id', 'in', chatsOf(job))
        .execute()
    },
    leave: async (trx, job, chats) => {
      if (job.kind !== 'preset-end') return
      const { onId } = presetIn(job)
      for (const { chatId, settings } of chats) await endIn(trx, { workspace: job.workspace, chatId, onId }, settings)
    },
  }
}

/** Those of its chats in which the preset has layers, with all that it holds there. */
async function endingOrders(
  trx: Trx,
  { workspace, onId, chatIds }: { workspace: string; onId: string; chatIds: readonly number[] },
): Promise<ChatOrder[]> {
  const rows = await trx
    .selectFrom('preset_layer')
    .select(['chat_id', 'setting', 'before', 'after'])
    .where('workspace', '=', workspace)
    .where('on_id', '=', onId)
    .execute()
  const orders = new Map(
    chatIds.map((chatId): [number, ChatOrder] => [chatId, { chatId, chatName: '', base: {}, changes: {}, acceptedRisks: [] }]),
  )
  for (const { chat_id, setting, before, after } of rows) {
    const order = orders.get(chat_id)
    if (!order || !isSettingName(setting)) continue
    // Only writeLayers() writes these columns.
    order.base[setting] = JSON.parse(after) as SettingValue
    order.changes[setting] = JSON.parse(before) as SettingValue
  }
  return [...orders.values()].filter(({ changes }) => Object.keys(changes).length > 0)
}

const askingNobody = (result: ChatResult): ChatResult => ({
  ...result,
  conflicts: [],
  left: [...result.left, ...result.conflicts.map(({ name }) => name)],
})

const namesIn = ({ changes }: Pick<ChatOrder, 'changes'>) => Object.keys(changes).filter(isSettingName)

const pickNames = <V>(values: Partial<Record<SettingName, V>>, names: readonly SettingName[]): Partial<Record<SettingName, V>> =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

const layersIn = (after: SettingFields, before: SettingFields) =>
  namesIn({ changes: after }).map((setting) => ({ setting, before: before[setting] ?? after[setting]!, after: after[setting]! }))

const interrupted = () => new Failure('refused', { reason: 'This was interrupted.', isFromGateway: true, hadNoEffect: true })

/** Nothing of it is sent: somebody ended it while the chat was read. */
const stopped = () => new Failure('refused', { reason: 'The preset was ended meanwhile.', isFromGateway: true, hadNoEffect: true })
