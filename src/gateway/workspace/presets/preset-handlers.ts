import type { Transaction } from 'kysely'
import { Preset, usableValues } from '#contract/presets/preset.ts'
import { allows } from '#contract/workspace/grant.ts'
import { isWithin } from '#contract/workspace/reach.ts'
import type { PresetOn, presets } from '#contract/workspace/presets.ts'
import { invalid } from '#http/refusal.ts'
import { noRight, notFound, presetChanged, presetEnded } from '../../refusals.ts'
import { actingPerson, actorOf } from '../audit/actor.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { SignedInRequest, WorkspaceHandlers, WorkspaceOptions } from '../handler.ts'
import { requireLender } from '../lent/require-lender.ts'
import { notifyPresetOn } from '../notifications/events.ts'
import { adoptCopies } from './copies.ts'
import type { PresetContext } from './context.ts'
import { inTime } from './in-time.ts'
import { previewEnd, previewTurnOn } from './previews.ts'
import { beginEnding, carryOutEnd, carryOutTurnOn, createOn, retryIn } from './runs.ts'
import { activeIn, findPreset, lastUses, openOnes, readOn, versionOf, type StoredOn } from './stored.ts'
import { hasStandingAccess, presetTimer } from './timer.ts'
import { shownBy, useOf, viewOf } from './views.ts'

/** An answer waits for so long; the work goes on, and the list shows it. */
const maxAnswerMs = 15_000

type Request = Pick<SignedInRequest, 'c' | 'session' | 'workspace'>

export function presetHandlers(options: WorkspaceOptions): WorkspaceHandlers<typeof presets> {
  const { database, planner, notify, serviceClient, knownSounds, nowMs, leaseNow, log } = options
  const { query } = database

  const contextOf = ({ c, session, workspace }: Request, acceptRisks = false): PresetContext => ({
    workspace,
    query,
    transaction: database.transaction,
    nowMs,
    leaseNow,
    by: session.member?.name ?? session.account.name,
    actingPerson: actingPerson(actorOf(c, session)),
    callFor: (cause) => serviceClient({ workspace, token: session.token, actor: actorOf(c, session), cause }),
    sounds: () => knownSounds(session.account.id),
    acceptRisks,
    notify,
    cancelTimer: (trx, id) => presetTimer(planner, workspace).cancelEnd(id, trx),
    cancelResuming: (id) => presetTimer(planner, workspace).cancelResuming(id),
  })

  const mayUse = ({ session }: Pick<Request, 'session'>, chatId: number) => allows(session.member, 'presets.use', chatId)

  /** What is to be turned on. Throws a Refusal. */
  async function wanted(
    request: Request,
    { presetId, values, chatIds }: { presetId: string; values?: Record<string, unknown> | undefined; chatIds: readonly number[] },
  ) {
    if (!chatIds.every((chatId) => mayUse(request, chatId))) throw noRight()
    const preset = await findPreset(query, request.workspace, presetId)
    if (!preset) throw notFound('This preset')
    // Stored values are those of somebody who had the right to change settings in the chats that the preset is for. Elsewhere they are one's own.
    const own = values ? chatIds : chatIds.filter((chatId) => !isWithin([chatId], preset.reach))
    if (!own.every((chatId) => allows(request.session.member, 'settings.write', chatId))) throw noRight()
    if (!values) return { ...preset, presetId, own }
    const parsed = Preset.shape.values.safeParse(values)
    if (!parsed.success) throw invalid({ values: parsed.error.issues.map(({ message }) => message) })
    return { ...preset, presetId, ...usableValues(parsed.data), own }
  }

  /** Whoever asks lends what turning it on needs, by a read in the transaction that stores it. Throws a Refusal. */
  const lentBy =
    ({ session: { member }, workspace }: Request, own: readonly number[]) =>
    async (trx: Transaction<SessionTables>, chatIds: readonly number[]) => {
      await requireLender(trx, workspace, member, { rights: ['presets.use'], reach: chatIds })
      const changed = own.filter((chatId) => chatIds.includes(chatId))
      if (changed.length > 0) await requireLender(trx, workspace, member, { rights: ['settings.write'], reach: changed })
      return member?.id ?? null
    }

  /** One that a person may use in some of its chats. Throws a Refusal. */
  async function found(request: Request, onId: string): Promise<StoredOn> {
    const on = await readOn(query, request.workspace, onId)
    if (!on?.chats.some(({ chatId }) => mayUse(request, chatId))) throw notFound('This preset')
    return on
  }

  async function shown({ session, workspace }: Request, onId: string): Promise<PresetOn> {
    const on = await readOn(query, workspace, onId)
    const view = on && viewOf(on, session.member, await hasStandingAccess(query, workspace))
    if (!view) throw notFound('This preset')
    return view
  }

  const within = (work: Promise<void>) => inTime(work, maxAnswerMs, log)

  /** Those that are on, as the person sees who turned them on. */
  const openFor = async ({ session, workspace }: Pick<Request, 'session' | 'workspace'>) =>
    (await openOnes(query, workspace)).map((on) => ({ ...on, by: shownBy(on, session.member) }))

  /** Those of the person’s grant, and only the named ones where some are named. Throws a Refusal. */
  function chosen(request: Request, chatIds: readonly number[] | undefined) {
    if (chatIds && !chatIds.every((chatId) => mayUse(request, chatId))) throw noRight()
    return (chatId: number) => (chatIds ? chatIds.includes(chatId) : mayUse(request, chatId))
  }

  return {
    presetOnList: async ({ session: { member }, workspace }) => {
      await adoptCopies(database, workspace)
      const [all, endsByItself] = await Promise.all([openOnes(query, workspace), hasStandingAccess(query, workspace)])
      return { status: true, data: all.flatMap((on) => viewOf(on, member, endsByItself) ?? []) }
    },

    presetUseList: async ({ session: { member }, workspace }) => {
      if (!allows(member, 'chats.read')) return { status: true, data: [] }
      return { status: true, data: (await lastUses(query, workspace, member?.chats ?? 'all')).map((use) => useOf(use, member)) }
    },

    presetPreview: async ({ body, ...request }) => {
      const preset = await wanted(request, body)
      const readAt = nowMs()
      const active = await openFor(request)
      const chats = await previewTurnOn(contextOf(request), preset, [...new Set(body.chatIds)], active)
      const endsByItself = await hasStandingAccess(query, request.workspace)
      return {
        status: true,
        data: { readAt, name: preset.name, version: versionOf(preset), endsByItself, unusable: preset.unusable, chats },
      }
    },

    presetTurnOn: async ({ params: { onId }, body, ...request }) => {
      const { workspace } = request
      const preset = await wanted(request, body)
      const { until, chatIds, acceptRisks, version } = body
      const context = contextOf(request, acceptRisks)
      const isRepeated = (await readOn(query, workspace, onId)) !== null
      if (!isRepeated && until !== null && until <= nowMs()) throw invalid({ until: ['must be in the future'] })
      if (!isRepeated && Object.keys(preset.values).length === 0) throw invalid({ presetId: ['has no setting that can be set here'] })
      if (!isRepeated && version !== undefined && version !== versionOf(preset)) throw presetChanged()
      const { presetId, name, values } = preset
      const { by } = context
      const draft = { workspace, id: onId, presetId, name, values, at: nowMs(), by, ruleName: null, until, chatIds, ownChatIds: preset.own }
      const timer = presetTimer(planner, workspace)
      const on = await createOn(database, draft, lentBy(request, preset.own), async (trx, chats) => {
        const timed = { id: onId, name, by, until, chatIds: chats }
        await timer.setEnd(timed, trx)
        await timer.setResuming(timed, nowMs(), trx)
        await notifyPresetOn(notify, workspace, timed, context, trx)
      })
      // The id belongs to somebody else's preset.
      if (on && !on.chats.some(({ chatId }) => mayUse(request, chatId))) throw notFound('This preset')
      if (on && !on.ended) await within(carryOutTurnOn(context, on, (chatId) => mayUse(request, chatId)))
      const included = new Set(on?.chats.map(({ chatId }) => chatId))
      const active = await openFor(request)
      const alreadyOn = chatIds.flatMap((chatId) => {
        const other = included.has(chatId) ? undefined : activeIn(active, presetId, chatId)
        return other ? [{ chatId, id: other.id, by: other.by }] : []
      })
      return { status: true, data: { on: on && (await shown(request, onId)), alreadyOn } }
    },

    presetRetry: async ({ params: { onId }, body, ...request }) => {
      await found(request, onId)
      const isChosen = chosen(request, body.chatIds)
      const context = contextOf(request, body.acceptRisks)
      const on = await retryIn(context, onId, isChosen, (trx, chats) => {
        const own = chats.filter(({ isOwn }) => isOwn).map(({ chatId }) => chatId)
        return lentBy(request, own)(
          trx,
          chats.map(({ chatId }) => chatId),
        )
      })
      await within(carryOutTurnOn(context, on, isChosen).then(() => carryOutEnd(context, on, isChosen, [])))
      return { status: true, data: await shown(request, onId) }
    },

    presetExtend: async ({ params: { onId }, body: { until }, ...request }) => {
      const on = await found(request, onId)
      if (!on.chats.every(({ chatId }) => mayUse(request, chatId))) throw noRight()
      if (until !== null && until <= nowMs()) throw invalid({ until: ['must be in the future'] })
      await database.transaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('preset_on')
          .set({ until })
          .where('workspace', '=', request.workspace)
          .where('id', '=', onId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw presetEnded()
        const chatIds = on.chats.map(({ chatId }) => chatId)
        await presetTimer(planner, request.workspace).setEnd({ ...on, until, chatIds }, trx)
      })
      return { status: true, data: await shown(request, onId) }
    },

    presetEndPreview: async ({ params: { onId }, ...request }) => {
      await adoptCopies(database, request.workspace)
      const on = await found(request, onId)
      const readAt = nowMs()
      const left = on.chats.filter(({ chatId, state }) => mayUse(request, chatId) && state !== 'ended' && state !== 'gone')
      const chats = await previewEnd(contextOf(request), on, left, await openOnes(query, request.workspace))
      return { status: true, data: { readAt, chats } }
    },

    presetEnd: async ({ params: { onId }, body: { chatIds, choices, acceptRisks }, ...request }) => {
      await adoptCopies(database, request.workspace)
      const on = await found(request, onId)
      const isChosen = chosen(request, chatIds)
      const context = contextOf(request, acceptRisks)
      const ending = on.chats.map(({ chatId }) => chatId).filter(isChosen)
      await beginEnding(context, onId, ending)
      await within(carryOutEnd(context, await found(request, onId), isChosen, choices))
      return { status: true, data: await shown(request, onId) }
    },
  }
}
