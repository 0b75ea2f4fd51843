import { afterEach, beforeEach, expect, test } from 'vitest'
import { onAnyEngine } from '#service/testing/databases.ts'
import { planOfLeft, storedPlan, type ChatPlan } from '#engine/bans/plan.ts'
import type { IpRange } from '#engine/bans/range.ts'
import { ban, type BanStep, planUnbanPart } from '#engine/bans/steps.ts'
import { codeOf } from '../testing/gateway.ts'
import type { TestTeam } from '../testing/team.ts'
import { startJobs, type TestJobs } from './test-jobs.ts'

onAnyEngine('jobs that change lists of bans', (bench) => {
  let jobs: TestJobs
  let team: TestTeam
  let chatId: number
  beforeEach(async () => {
    jobs = await startJobs(bench.place)
    ;({ team, chatId } = jobs)
  })
  afterEach(() => jobs.close())

  const range = (first: number, last = first): IpRange => ({ first, last })
  const bans = (plans: ChatPlan[]) => ({
    kind: 'ban-changes',
    title: 'Changing bans',
    doneTitle: 'Bans changed',
    place: 'Lobby',
    holdMs: 0,
    plans: plans.map(storedPlan),
  })
  const planFor = (chat: number, steps: BanStep[], more: Partial<ChatPlan> = {}): ChatPlan => ({
    chatId: chat,
    chatName: 'Lobby',
    steps,
    mayUnban: [],
    ...more,
  })
  const listOf = async (chat = chatId) => {
    const { data } = (await (await team.call(team.ines.cookie, 'GET', `/chats/${chat}/banned-ips`)).json()) as {
      data: { firstIp: string; lastIp: string }[]
    }
    return data.map(({ firstIp, lastIp }) => (firstIp === lastIp ? firstIp : `${firstIp}-${lastIp}`))
  }

  test('the lists of several chats are changed, by a person who may do it in each of them', async () => {
    const second = ((await (await team.call(team.ines.cookie, 'POST', '/chats', { name: 'Hall' })).json()) as { chatId: number }).chatId
    const plans = [planFor(chatId, [ban(range(5)), ban(range(10, 19))]), planFor(second, [ban(range(5))])]
    const ana = await jobs.joined('moderator', 'Ana')
    const startBans = (cookie: string) => team.ask(cookie, 'jobStart', { params: { jobId: 'bans' }, body: bans(plans) })
    expect(await codeOf(await startBans(ana.cookie))).toBe('no_right')
    expect((await startBans(team.ines.cookie)).status).toBe(200)
    expect(await jobs.of(ana.cookie)).toEqual([])
    await jobs.work()
    expect([await listOf(), await listOf(second)]).toEqual([['0.0.0.5', '0.0.0.10-0.0.0.19'], ['0.0.0.5']])
    expect(await jobs.of(team.ines.cookie)).toMatchObject([
      { phase: 'ended', chats: 2, total: 3, counts: { done: 3, failed: 0, unknown: 0, notTried: 0 }, isRolledBack: false },
    ])
  })

  test('part of a range is unbanned as a whole or not at all, and what is left can be tried again', async () => {
    const { cookie } = team.ines
    await team.call(cookie, 'POST', `/chats/${chatId}/banned-ips`, { ip: '0.0.0.50', lastIp: '0.0.0.150' })
    const steps = planUnbanPart([range(50, 150)], range(100))
    const isUnban = (request: Request) => request.method === 'DELETE'
    team.faults.answer = (request) =>
      isUnban(request) ? Response.json({ status: false, code: 'locked', message: 'Locked' }, { status: 400 }) : null
    const plan = planFor(chatId, steps, { mayUnban: [range(100)], rollsBack: true })
    await team.ask(cookie, 'jobStart', { params: { jobId: 'part' }, body: bans([plan]) })
    await jobs.work()
    const [ended] = await jobs.of(cookie)
    expect(ended).toMatchObject({ phase: 'ended', isRolledBack: false, chatId })
    team.faults.answer = () => null
    const { data } = await team.get(cookie, 'jobRead', { params: { jobId: 'part' } })
    if (data.left?.kind !== 'ban-changes') throw new Error('nothing is left')
    expect(data.messages).toBe(null)
    const [left] = data.left.chats.map(planOfLeft)
    expect(left!.unfinished).toEqual(
      expect.arrayContaining([{ step: { action: 'unban', range: range(50, 150) }, outcome: 'refused', reason: 'Locked' }]),
    )
    await team.ask(cookie, 'jobStart', { params: { jobId: 'again' }, body: bans([left!.plan]) })
    await jobs.work()
    expect(await listOf()).toEqual(['0.0.0.50-0.0.0.99', '0.0.0.101-0.0.0.150'])
  })

  test('changes of lists that cannot be are refused', async () => {
    const plan = storedPlan(planFor(chatId, [ban(range(5))]))
    const refused = async (plans: object[]) =>
      codeOf(await team.ask(team.ines.cookie, 'jobStart', { params: { jobId: 'odd' }, body: { ...bans([]), plans } }))
    expect(await refused([])).toBe('invalid')
    expect(await refused([{ ...plan, bans: [] }])).toBe('invalid')
    expect(await refused([{ ...plan, bans: [1, 2, 3] }])).toBe('invalid')
    expect(await refused(Array.from({ length: 201 }, () => plan))).toBe('invalid')
  })
})
