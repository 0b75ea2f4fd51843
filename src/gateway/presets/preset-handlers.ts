import { Preset, usableValues } from '#contract/presets/preset.ts'
import { allows } from '#contract/gateway/grant.ts'
import { isWithin } from '#contract/gateway/reach.ts'
import type { PresetOn, PresetUse, presets } from '#contract/gateway/presets.ts'
import { invalid } from '#http/refusal.ts'
import { rowsWith, update } from '#db/rows.ts'
import type { JobCounts } from '#contract/gateway/jobs.ts'
import { noRight, notFound, presetChanged, presetEnded } from '../refusals.ts'
import { actingPerson, actorOf } from '../audit/actor.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { startedBy } from '../jobs/start-job.ts'
import { standingOf } from '../worker/budget.ts'
import { lockPresets } from './chat-lock.ts'
import { adoptCopies } from './preset-task.ts'
import { previewTurnOn } from './previews.ts'
import { planEnd, startEnding, startTurningOn } from './start.ts'
import { type LastUse, type StoredOn, activeIn, findPreset, lastUses, openOnes, readOn, versionOf } from './stored.ts'
import type { Query } from '../database/database.ts'
import { leavesWork } from '../jobs/leased-jobs.ts'
import type { Member } from '../access/member.ts'

type Request = Pick<SignedInRequest, 'c' | 'session' | 'workspace'>

export function presetHandlers(options: HandlerOptions): GatewayHandlers<typeof presets> {
  const { database, jobRunner, serviceClient, knownSounds, nowMs } = options
  const { query } = database

  const starterOf = ({ c, session }: Request) => ({
    startedBy: startedBy(c, session),
    by: session.member?.name ?? session.account.name,
    actingPerson: actingPerson(actorOf(c, session)),
  })

  const mayUse = ({ session }: Pick<Request, 'session'>, chatId: number) => allows(session.member, 'presets.use', chatId)

  /** What is to be turned on. Throws a Refusal. */
  async function wanted(
    request: Request,
    { presetId, values, chatIds }: { presetId: string; values?: Record<string, unknown> | undefined; chatIds: readonly number[] },
  ) {
    if (!chatIds.every((chatId) => mayUse(request, chatId))) throw noRight()
    const preset = await findPreset(query, request.workspace, presetId)
    if (!preset) throw notFound('This mode')
    // Stored values are those of somebody who had the right to change settings in the chats that the preset is for. Elsewhere they are one's own.
    const own = values ? chatIds : chatIds.filter((chatId) => !isWithin([chatId], preset.reach))
    if (!own.every((chatId) => allows(request.session.member, 'settings.write', chatId))) throw noRight()
    if (!values) return { ...preset, presetId, own }
    const parsed = Preset.shape.values.safeParse(values)
    if (!parsed.success) throw invalid({ values: parsed.error.issues.map(({ message }) => message) })
    return { ...preset, presetId, ...usableValues(parsed.data), own }
  }

  /** One that a person may use in some of its chats. Throws a Refusal. */
  async function found(request: Request, onId: string): Promise<StoredOn> {
    const on = await readOn(query, request.workspace, onId)
    if (!on?.chats.some(({ chatId }) => mayUse(request, chatId))) throw notFound('This mode')
    return on
  }

  async function views({ session, workspace }: Pick<Request, 'session' | 'workspace'>, all: readonly StoredOn[]): Promise<PresetOn[]> {
    const endsByItself = (await standingOf(query, workspace)).standing === 'on'
    const ids = all.map(({ id }) => id)
    const progress = await progressOf(query, workspace, ids)
    return all.flatMap((on) => viewOf(on, session.member, endsByItself, progress) ?? [])
  }

  async function shown(request: Request, onId: string): Promise<PresetOn> {
    const on = await readOn(query, request.workspace, onId)
    const [view] = on ? await views(request, [on]) : []
    if (!view) throw notFound('This mode')
    return view
  }

  /** Those that are on, as the person sees who turned them on. */
  const openFor = async ({ session, workspace }: Pick<Request, 'session' | 'workspace'>) =>
    (await openOnes(query, workspace)).map((on) => ({ ...on, by: shownBy(on, session.member) }))

  /** Those of the person’s grant, and only the named ones where some are named. Throws a Refusal. */
  function chosen(request: Request, chatIds: readonly number[] | undefined) {
    if (chatIds && !chatIds.every((chatId) => mayUse(request, chatId))) throw noRight()
    return (chatId: number) => (chatIds ? chatIds.includes(chatId) : mayUse(request, chatId))
  }

  return {
    presetOnList: async ({ session, workspace }) => {
      await adoptCopies(database, workspace, nowMs())
      return { status: true, data: await views({ session, workspace }, await openOnes(query, workspace)) }
    },

    presetUseList: async ({ session: { member }, workspace }) => {
      if (!allows(member, 'chats.read')) return { status: true, data: [] }
      return { status: true, data: (await lastUses(query, workspace, member?.chats ?? 'all')).map((use) => useOf(use, member)) }
    },

    presetPreview: async ({ body, ...request }) => {
      const { c, session, workspace } = request
      const preset = await wanted(request, body)
      const { name, unusable } = preset
      const readAt = nowMs()
      const cause = { kind: 'preset', id: preset.presetId, title: name } as const
      const port = {
        call: serviceClient({ workspace, token: session.token, actor: actorOf(c, session), cause }),
        sounds: await knownSounds(session.account.id),
      }
      const chats = await previewTurnOn(port, preset, [...new Set(body.chatIds)], await openFor(request))
      const endsByItself = (await standingOf(query, workspace)).standing === 'on'
      return { status: true, data: { readAt, name, version: versionOf(preset), endsByItself, unusable, chats } }
    },

    presetTurnOn: async ({ params: { onId }, body, ...request }) => {
      const { workspace } = request
      const preset = await wanted(request, body)
      const { until, chatIds, acceptRisks: acceptsRisks = false, version } = body
      const isRepeated = (await readOn(query, workspace, onId)) !== null
      if (!isRepeated && until !== null && until <= nowMs()) throw invalid({ until: ['must be in the future'] })
      if (!isRepeated && Object.keys(preset.values).length === 0) throw invalid({ presetId: ['has no setting that can be set here'] })
      if (!isRepeated && version !== undefined && version !== versionOf(preset)) throw presetChanged()
      const { presetId, name, values, own } = preset
      const of = { workspace, id: onId, presetId, name, values, ruleName: null, until, chatIds, ownChatIds: own, acceptsRisks }
      const on = await startTurningOn(options, { ...of, ...starterOf(request) })
      // The id belongs to somebody else's preset.
      if (on && !on.chats.some(({ chatId }) => mayUse(request, chatId))) throw notFound('This mode')
      jobRunner.wake()
      const included = new Set(on?.chats.map(({ chatId }) => chatId))
      const active = await openFor(request)
      const alreadyOn = chatIds.flatMap((chatId) => {
        const other = included.has(chatId) ? undefined : activeIn(active, presetId, chatId)
        return other ? [{ chatId, id: other.id, by: other.by }] : []
      })
      const [view] = on ? await views(request, [on]) : []
      return { status: true, data: { on: view ?? null, alreadyOn } }
    },

    presetExtend: async ({ params: { onId }, body: { until }, ...request }) => {
      const on = await found(request, onId)
      if (!on.chats.every(({ chatId }) => mayUse(request, chatId))) throw noRight()
      if (until !== null && until <= nowMs()) throw invalid({ until: ['must be in the future'] })
      await database.transaction(async (trx) => {
        // Not while its time runs out.
        await lockPresets(trx, request.workspace)
        if (!(await update(trx, 'preset_on', { workspace: request.workspace, id: onId, ended_at: null }, { until }))) throw presetEnded()
        const chatIds = on.chats.map(({ chatId }) => chatId)
        await planEnd(trx, request.workspace, { ...on, until, chatIds })
      })
      return { status: true, data: await shown(request, onId) }
    },

    presetEnd: async ({ params: { onId, jobId }, body: { chatIds }, ...request }) => {
      const { workspace } = request
      await adoptCopies(database, workspace, nowMs())
      await found(request, onId)
      const isIncluded = chosen(request, chatIds)
      const isNew = await startEnding(options, { workspace, onId, jobId, isIncluded, ...starterOf(request) })
      jobRunner.wake()
      const job = rowsWith(query, 'job', { workspace, id: jobId }).select('id')
      return { status: true, data: { jobId: isNew || (await job.executeTakeFirst()) ? jobId : null } }
    },
  }
}

/** Who turned it on. The names of rules are for people who may see rules. */
const shownBy = ({ by, ruleName }: Pick<StoredOn, 'by' | 'ruleName'>, member: Member | null): string =>
  ruleName !== null && allows(member, 'rules.read') ? `Rule “${ruleName}”` : by

/**
 * null: nothing of it.
 * @param endsByItself whether standing access is on
 * @param progress by id, of those whose job is still known
 */
export function viewOf(
  on: StoredOn,
  member: Member | null,
  endsByItself: boolean,
  progress: ReadonlyMap<string, PresetOn['progress']>,
): PresetOn | null {
  const { id, presetId, name, at, until } = on
  const open = on.chats.filter(({ isEnded }) => !isEnded)
  const chats = open.filter(({ chatId }) => allows(member, 'chats.read', chatId)).map(({ chatId, copyOf }) => ({ chatId, copyOf }))
  if (chats.length === 0) return null
  return {
    id,
    presetId,
    name,
    at,
    by: shownBy(on, member),
    until,
    endsByItself: endsByItself && until !== null,
    chats,
    progress: progress.get(id) ?? 'whole',
    isReduced: chats.length < open.length,
  }
}

/** What a person sees of the last use of a preset. */
export function useOf(use: LastUse, member: Member | null): PresetUse {
  const { presetId, at, chats, isEnded } = use
  return { presetId, at, by: shownBy(use, member), chats, isOn: !isEnded }
}

/** How far the jobs are that turn these presets on. */
async function progressOf(query: Query, workspace: string, ids: readonly string[]): Promise<Map<string, PresetOn['progress']>> {
  if (ids.length === 0) return new Map()
  const jobs = rowsWith(query, 'job', { workspace, id: ids }).select(['id', 'phase', 'counts'])
  return new Map(
    (await jobs.execute()).map(({ id, phase, counts }) => {
      if (phase === 'waiting' || phase === 'running') return [id, 'underWay']
      return [id, counts !== '' && !leavesWork(JSON.parse(counts) as JobCounts) ? 'whole' : 'part']
    }),
  )
}
