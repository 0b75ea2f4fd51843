import { type SettingValue, isSettingName } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { JobKind } from '#contract/gateway/jobs.ts'
import { hoursSettings } from '#contract/gateway/hours.ts'
import type { ChatOrder, ChatResult, KeptTheirs, SettingFields } from '#engine/changes/chat-result.ts'
import { pick } from '#engine/saving/three-way.ts'
import { endingOf, resumingOf } from '#engine/changes/stack.ts'
import type { ChatTurn } from '#engine/changes/save-chats.ts'
import { equal, rowsWith } from '#db/rows.ts'
import type { Query, Trx } from '../database/database.ts'
import { planAgain } from '../hours/plan-hours.ts'
import { isPresetJob } from '../jobs/start-job.ts'
import { type PresetPort, presetIn } from '../jobs/job-run.ts'
import { chatsOf } from '../jobs/session-of-job.ts'
import { type LockOptions, withChatLock } from './chat-lock.ts'
import { cannotPutBack } from './previews.ts'
import { type ChatPlace, deleteLayers, holdOn, readOn, relink, stacksOf, writeLayers } from './stored.ts'

/**
 * Turning a preset on and ending it, as jobs that change settings. In each chat one at a time does so (chat-lock.ts). What a preset found there is written
 * down before it is changed, in the transaction that keeps what is known of the chat, and forgotten in the one that keeps that it is put back.
 */

type Options = Pick<LockOptions, 'query' | 'leaseNow'> & { nowMs: () => number }

/** What is to be done in a chat now, and what of it goes on record with what comes of it. */
interface Turn extends Pick<ChatTurn, 'order' | 'rest' | 'leaves'> {
  /** Throws TurnOver where nothing may be sent any more. */
  beforeWrite: (trx: Trx, result: ChatResult) => Promise<void>
  afterwards: (trx: Trx, result: ChatResult) => Promise<void>
  /** A copy of a chat is nobody's decision: what does not hold the preset's value there stays. */
  asksNobody: boolean
}

/** Something else is to be done in the chat by now: somebody ended the preset, or decided about one that lay over it. */
class TurnOver extends Error {}

export function presetPort({ query, leaseNow, nowMs }: Options): PresetPort {
  /** @param settings those of the preset that end in the chat */
  async function endIn(trx: Trx, place: ChatPlace, settings: readonly SettingName[]) {
    await deleteLayers(trx, place, settings)
    if (hoursSettings.some((name) => settings.includes(name))) await planAgain(trx, nowMs, place.workspace, place.chatId)
  }

  async function turningOn(place: ChatPlace, order: ChatOrder): Promise<Turn> {
    const names = namesIn(order)
    const isOnIn = async (of: Query) => {
      const on = await readOn(of, place.workspace, place.onId, place.chatId)
      return on?.chats.some(({ isEnded }) => !isEnded) ? on : null
    }
    const values = (await isOnIn(query))?.values ?? {}
    const stacks = await stacksOf(query, place.workspace, place.chatId)
    // Where an earlier try is not known to have taken effect, another preset may lie over it by now.
    const under = new Map(names.map((name) => [name, resumingOf(stacks.get(name) ?? [], place.onId)]))
    const isUnder = (name: SettingName) => under.get(name) !== null
    // Somebody may have ended it before the chat had its turn.
    const changes = pick(values, (name) => names.includes(name) && !isUnder(name))
    return {
      order: { ...order, changes },
      rest: { conflicts: [], left: names.filter((name) => !(name in changes)) },
      leaves: (fresh) => cannotPutBack(names, fresh),
      asksNobody: false,
      beforeWrite: async (trx, { attempt }) => {
        if (!(await holdOn(trx, place))) throw new TurnOver()
        const layers = layersIn(attempt?.changes ?? {}, attempt?.expected ?? {})
        // Somebody decided about what the service made of an earlier try: that is not what the preset found.
        const isKnown = (name: SettingName) => name in order.base && stacks.get(name)?.some((layer) => layer.onId === place.onId)
        const unknown = layers.filter(({ setting }) => !isKnown(setting))
        await writeLayers(trx, place, unknown)
      },
      afterwards: async (trx, { attempt, applied, notKept }) => {
        for (const [name, above] of under)
          if (above?.isRelinked && !(await relink(trx, { ...place, onId: above.onId }, name, above.before))) throw new TurnOver()
        const before = Object.fromEntries(Object.entries(applied).map(([name, change]) => [name, change.before]))
        const after = Object.fromEntries(Object.entries(applied).map(([name, change]) => [name, change.after]))
        if (await holdOn(trx, place)) await writeLayers(trx, place, layersIn(after, before))
        const isSet = (name: SettingName) =>
          isUnder(name) || name in applied || notKept.some((one) => one.name === name) || name in (attempt?.changes ?? {})
        const unset = names.filter((name) => !isSet(name))
        await deleteLayers(trx, place, unset)
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
          if (!(await relink(trx, { ...place, onId: one.onId }, one.name, one.before))) throw new TurnOver()
        const isGone = failure?.kind === 'gone'
        await endIn(trx, place, isGone ? namesIn(order) : [...namesIn({ changes: applied }), ...stays])
      },
    }
  }

  function turnOf(kind: JobKind, place: ChatPlace, order: ChatOrder): Promise<Turn> | Turn {
    if (kind === 'preset-on') return turningOn(place, order)
    if (kind === 'preset-end') return ending(place, order)
    // Most services take all settings of a chat at once, so what a preset does there at the same moment would be lost.
    return { order, rest: { conflicts: [], left: [] }, asksNobody: false, beforeWrite: async () => {}, afterwards: async () => {} }
  }

  return {
    of: (job, transaction) => {
      const onId = isPresetJob(job.kind) ? presetIn(job).onId : ''
      const placeOf = (chatId: number): ChatPlace => ({ workspace: job.workspace, chatId, onId })
      return {
        endingOrders: (trx) => endingOrders(trx, { workspace: job.workspace, onId, chatIds: chatsOf(job) }),
        inTurn: (keep, firstOf) => (order, work) => {
          const take = () =>
            withChatLock({ workspace: job.workspace, query, transaction, leaseNow }, order.chatId, async (lock) => {
              const place = placeOf(order.chatId)
              const turn = await turnOf(job.kind, place, order)
              return work({
                ...turn,
                during: (calls) => (tries, beforeWrite) =>
                  calls(tries, async () => {
                    await lock.renew()
                    await beforeWrite?.()
                  }),
                keep: (found, isToWrite) => {
                  const named = isPresetJob(job.kind) ? onlyOf(firstOf(order.chatId), found) : found
                  const result = turn.asksNobody ? askingNobody(named) : named
                  const also = (trx: Trx) => (isToWrite ? turn.beforeWrite(trx, result) : turn.afterwards(trx, result))
                  return keep(firstOf(order.chatId), result, { transaction: lock.transaction, also })
                },
              })
            })
          return take().catch((error: unknown) => {
            if (error instanceof TurnOver) return take()
            throw error
          })
        },
      }
    },
    forget: async (of, job) => {
      if (job.kind !== 'preset-end') return
      const { workspace } = job
      const forgotten = await of
        .deleteFrom('preset_layer')
        .where(equal({ workspace, on_id: presetIn(job).onId }))
        .where('chat_id', 'in', chatsOf(job))
        .returning(['chat_id', 'setting'])
        .execute()
      const ofHours = forgotten.filter(({ setting }) => hoursSettings.some((name) => name === setting))
      for (const chatId of new Set(ofHours.map(({ chat_id }) => chat_id))) await planAgain(of, nowMs, workspace, chatId)
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
  const rows = await rowsWith(trx, 'preset_layer', { workspace, on_id: onId }).select(['chat_id', 'setting', 'before', 'after']).execute()
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

/** What somebody else changed in the chat is no result of a preset, whose settings alone people without the right to read settings see. */
const onlyOf = ({ changes }: ChatOrder, result: ChatResult): ChatResult => ({
  ...result,
  conflicts: result.conflicts.filter(({ name }) => name in changes),
  notKept: result.notKept.filter(({ name }) => name in changes),
})

const askingNobody = (result: ChatResult): ChatResult => ({
  ...result,
  conflicts: [],
  left: [...result.left, ...result.conflicts.map(({ name }) => name)],
})

const namesIn = ({ changes }: { changes: object }) => Object.keys(changes).filter(isSettingName)

const layersIn = (after: SettingFields, before: SettingFields) =>
  namesIn({ changes: after }).map((setting) => ({ setting, before: before[setting] ?? after[setting]!, after: after[setting]! }))
