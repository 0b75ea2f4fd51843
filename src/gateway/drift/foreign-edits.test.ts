import { afterAll, expect, test } from 'vitest'
import { createClient, Failure } from '#contract/client.ts'
import { soundsOf } from '#engine/saving/sounds.ts'
import { settingsTarget } from '#engine/saving/settings-target.ts'
import { saveThreeWay } from '#engine/saving/three-way.ts'
import { nothingLearned } from '#contract/service-profile.ts'
import { setting, settingNames, soundSettings, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { createRandom } from '#service/demo/random.ts'
import { onAnyEngine, type Bench } from '#service/testing/databases.ts'
import { figure } from '../../test-figure.ts'
import { isProof, runs } from '../../test-runs.ts'
import { behaving, behaviours, type Behaviour, type Json } from './test-behaviours.ts'
import { startDrift } from './test-drift.ts'

/** Random changes from outside among random saves of ours: what lasts until a look is reported, and nothing else. */

const editsOfEach = runs(500, 40)

interface Totals {
  edits: number
  saves: number
  /** Changes from outside that a look did not report, and changes of ours that it did. */
  missed: string[]
  reported: string[]
  /** Settings that a save of ours changed though nobody edited them. */
  lost: string[]
}

const none = (): Totals => ({ edits: 0, saves: 0, missed: [], reported: [], lost: [] })
const totals = new Map(Object.keys(behaviours).map((name) => [name, none()]))

afterAll(() => {
  if (!isProof) return
  const all = [...totals]
  const words = all.map(
    ([name, { edits, saves, missed, reported, lost }]) =>
      `a service that ${name}: ${edits} changes from outside among ${saves} saves of ours, ${missed.length} missed, ${reported.length} of ours reported, ${lost.length} settings lost by a save`,
  )
  const isReached = all.every(
    ([, { edits, missed, reported, lost }]) => edits >= editsOfEach && [...missed, ...reported, ...lost].length === 0,
  )
  figure('D1', isReached, words.join('; '))
})

onAnyEngine('the drift watch', (bench) => {
  test.each(Object.entries(behaviours))('at a service that %s', { timeout: 20 * 60_000 }, async (name, behaviour) => {
    const { edits, saves, missed, reported, lost } = await play(bench, behaviour, seedOf(bench, name))
    const sum = totals.get(name)!
    sum.edits += edits
    sum.saves += saves
    sum.missed.push(...missed)
    sum.reported.push(...reported)
    sum.lost.push(...lost)
    expect({ missed, reported, lost }).toEqual({ missed: [], reported: [], lost: [] })
  })
})

/** What is edited. Sounds, the type and the language take only some values. */
const editable = settingNames.filter((name) => !soundSettings.some((sound) => sound === name) && name !== 'type' && name !== 'langId')

/** Another one for each, and the same in every run: a failure can be repeated. */
const seedOf = ({ place }: Bench, name: string) => ('url' in place ? 120 : 20) + Object.keys(behaviours).indexOf(name)

async function play(bench: Bench, behaviour: Behaviour, seed: number): Promise<Totals> {
  const { int, chance, pick } = createRandom(seed)
  let isClean = true
  const watch = await startDrift({ isRemote: true, place: bench.place })
  const { query, clock } = watch.gateway
  const result = none()
  try {
    const chatIds: number[] = []
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) chatIds.push((await watch.foreign('POST', '/chats', { name })).chatId)
    watch.state.disturb = behaving(behaviour, () => !isClean && chance(behaviour.faults))
    /** What the service holds, by chat and setting. */
    const held = async () => {
      const { data } = (await watch.foreign('GET', '/chats')) as unknown as { data: Json[] }
      return new Map(data.flatMap((chat) => settingNames.map((name): [string, unknown] => [`${String(chat['id'])} ${name}`, chat[name]])))
    }
    await watch.turnOn()
    await watch.check()
    /** What it would hold without the changes from outside that are not reported yet. */
    const expected = await held()
    /** What we saved with an answer that leaves the outcome open, with the number of looks since: for 25 minutes a change to that value may be our own. */
    const uncertain = new Map<string, number>()

    let texts = 0
    const valueFor = (name: SettingName, now: unknown) => {
      const { kind } = setting(name).control
      if (kind === 'switch') return !now
      if (kind === 'seconds') return (Number(now) + int(1, 50)) % 1000
      return `Text ${++texts}${chance(0.2) ? ' ' : ''}`
    }

    let isAnswered = true
    const call = createClient(async (path, { method, body }) => {
      const headers = watch.gateway.pageHeaders(watch.cookie)
      const answer = await watch.gateway.send(`/bff/api${path}`, { method, headers, ...(body !== undefined && { body }) })
      if (method === 'PUT') isAnswered = answer.ok
      return answer
    })
    const sounds = soundsOf({ profile: () => nothingLearned, nameOf: () => undefined, learn: () => {} })
    const save = async () => {
      const chatId = pick(chatIds)
      const names = [...new Set([pick(editable), pick(editable)])]
      const before = await held()
      isAnswered = true
      await savedAs(chatId, names).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      if (!isAnswered) for (const name of names) uncertain.set(`${chatId} ${name}`, 0)
      const edited = new Set(names.map((name) => `${chatId} ${name}`))
      for (const [key, value] of await held()) {
        if (before.get(key) === value) continue
        expected.set(key, value)
        // A sound without a known name is not sent, and some services reset it.
        if (!edited.has(key) && !key.includes(' sound_')) result.lost.push(`${key}: ${String(before.get(key))} to ${String(value)}`)
      }
      result.saves++
    }
    const savedAs = async (chatId: number, names: readonly SettingName[]) => {
      const { data } = await call('chatRead', { params: { chatId } })
      const changes = Object.fromEntries(names.map((name) => [name, valueFor(name, data[name])])) as Partial<Settings>
      const target = settingsTarget({ call, chatId, sounds, mayReset: async () => true })
      await saveThreeWay(target, { edits: { base: data, changes }, choose: async () => [] })
    }

    const edit = async () => {
      const [chatId, name] = [pick(chatIds), pick(editable)]
      const key = `${chatId} ${name}`
      // Nobody could tell it from ours (docs/decisions.md).
      if ((uncertain.get(key) ?? 2) < 2) return
      const value = valueFor(name, (await held()).get(key))
      const kept = behaviour.trims && typeof value === 'string' ? value.trim() : value
      await watch.foreign('PUT', `/chats/${chatId}`, { [name]: kept })
      result.edits++
    }

    const look = async () => {
      await watch.check()
      const findings = query.selectFrom('drift_finding').selectAll().where('workspace', '=', watch.workspace)
      const rows = await findings.where('resource', '=', 'settings').execute()
      const keyOf = (row: (typeof rows)[number]) => `${row.chat_id} ${row.field}`
      const told = new Map(rows.filter(({ at, state }) => at === clock.ms && state === 'open').map((row) => [keyOf(row), row.after]))
      const closed = new Set(rows.filter((row) => row.decided_at === clock.ms).map(keyOf))
      for (const [key, value] of await held()) {
        const after = told.get(key)
        if (value === expected.get(key)) {
          if (after !== undefined) result.reported.push(`${key}: ${after}`)
        } else if (after === JSON.stringify(value) || closed.has(key)) expected.set(key, value)
        // A look that was answered in part, or not at all, may miss it.
        else if (isClean) result.missed.push(`${key}: ${String(expected.get(key))} to ${String(value)}`)
      }
      if (isClean) for (const [key, looks] of uncertain) uncertain.set(key, looks + 1)
    }

    while (result.edits < editsOfEach) {
      isClean = behaviour.faults === 0
      const steps = int(4, 9)
      for (let step = 0; step < steps; step++) await (chance(0.6) ? edit() : save())
      await look()
      if (isClean || chance(0.6)) continue
      isClean = true
      await look()
    }
    isClean = true
    await look()
    return result
  } finally {
    await watch.close()
  }
}
