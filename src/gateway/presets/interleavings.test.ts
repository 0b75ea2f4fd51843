import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { PresetValues } from '#contract/presets/preset.ts'
import type { Settings } from '#contract/settings-derive.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { figure } from '../../test-figure.ts'
import { startPresets, type TestPresets } from './test-presets.ts'
import { isProof, runs } from '../../test-runs.ts'

/** Random presets and random people at the same chats: what nobody touched is put back to the byte, and what somebody touched is theirs. */

const count = runs(100, 25)
const presets: Record<string, PresetValues> = {
  one: {
    groupChatWelcomeMessage: 'Mode one',
    groupChatWelcomeMessageDelay: 11,
    offlineMessage: 'Mode one',
    allowLinks: false,
    upload: false,
  },
  two: { groupChatWelcomeMessage: 'Mode two', privateChatWelcomeMessage: 'Mode two', offlineMessage: 'Mode two', allowLinks: true },
  three: { privateChatWelcomeMessage: 'Mode three', groupChatWelcomeMessageDelay: 33, allowLinks: false, allowImages: false },
}
const ids = Object.keys(presets)
/** What people change, always to a value that was never there before. */
const touchable = [
  'groupChatWelcomeMessage',
  'privateChatWelcomeMessage',
  'offlineMessage',
  'groupChatWelcomeMessageDelay',
  'filterWords',
] as const
type Touchable = (typeof touchable)[number]

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!
const counts = { runs: 0, stacked: 0, edits: 0, asked: 0, wrong: 0 }
afterAll(() => {
  if (isProof)
    figure(
      'L1',
      counts.runs > 0 && counts.runs % count === 0 && counts.wrong === 0,
      `${counts.runs} random interleavings of modes with edits by others, ${counts.stacked} of them with several modes on one another: after the end ${counts.wrong} with a setting that nobody touched and that was not byte-equal, or with an edit (${counts.edits}) that was overwritten; ${counts.asked} values asked about`,
    )
})

onEveryEngine('modes among edits', (bench) => {
  let on: TestPresets
  beforeEach(async () => {
    on = await startPresets(bench, ['One', 'Two'])
    const changes = ids.map((key) => {
      const value = { name: `Mode ${key}`, description: '', values: presets[key], chats: 'all', minutes: null }
      return { chatId: null, key, version: 0, value }
    })
    await on.get('recordsWrite', { params: { kind: 'presets' }, body: { changes } })
  })
  afterEach(() => on.close())

  let edits = 0
  let number = 0
  /** The jobs that have ended presets. */
  const ends: string[] = []
  const end = async (onId: string) => {
    const jobId = await on.end(onId)
    ends.push(jobId)
    return jobId
  }
  /** What people have set last, by chat and setting. */
  let theirs: Map<number, Partial<Settings>>
  async function edit(chatId: number, name: Touchable = pick(touchable)) {
    const unique = ++edits
    const value = name === 'groupChatWelcomeMessageDelay' ? 1000 + (unique % 80_000) : `Edit ${unique}`
    // Two at the same moment: the second does not see what the first has written, so that one does not happen.
    if (await on.change(chatId, { [name]: value })) theirs.set(chatId, { ...theirs.get(chatId), [name]: value })
    counts.edits++
  }

  /** Judges the chats when everything has ended and nobody has decided anything. */
  async function judge(before: Settings[]) {
    for (const [index, chatId] of on.chats.entries()) {
      const now = await on.read(chatId)
      const expected = { ...before[index], ...theirs.get(chatId) }
      if (JSON.stringify(now) !== JSON.stringify(expected)) counts.wrong++
      expect(now).toEqual(expected)
    }
    for (const jobId of ends.splice(0))
      for (const { order, result } of await on.resultsOf(jobId))
        for (const { name } of result?.conflicts ?? []) {
          counts.asked++
          await on.decide(jobId, order.chatId, name, 'theirs')
        }
    expect(await on.layers()).toEqual([])
    expect(await on.list()).toEqual([])
  }

  test(`${count} times, half of them at the same moment`, { timeout: 20 * 60_000 }, async () => {
    for (let run = 0; run < count; run++) {
      theirs = new Map()
      const before = await Promise.all(on.chats.map((chatId) => on.read(chatId)))
      const chosen = ids.filter(() => Math.random() < 0.6)
      if (chosen.length > 1) counts.stacked++
      await (run % 2 === 0 ? atTheSameMoment(chosen) : oneAfterTheOther(chosen))
      await judge(before)
      counts.runs++
    }
    expect(counts.wrong).toBe(0)
  })

  async function atTheSameMoment(chosen: readonly string[]) {
    const wait = async () => {
      for (let turns = Math.random() * 60; turns > 0; turns--) await setImmediate()
    }
    const onAndOff = async (presetId: string) => {
      await wait()
      const { on: turnedOn } = await on.turnOn(presetId, on.chats, {}, `run-${++number}`)
      await wait()
      await end(turnedOn!.id)
    }
    const editing = async () => {
      await wait()
      await edit(pick(on.chats))
    }
    await Promise.all([...chosen.map(onAndOff), ...Array.from({ length: 4 }, editing)])
  }

  /** Also knows exactly what has to be asked: what was changed while a preset lay on top. */
  async function oneAfterTheOther(chosen: readonly string[]) {
    const active: { presetId: string; id: string; asked: Set<string> }[] = []
    const waiting = [...chosen]
    for (let step = 0; waiting.length + active.length > 0 || step < 6; step++) {
      const action = Math.random()
      if (action < 0.3 && waiting.length > 0) {
        const presetId = waiting.shift()!
        const { on: turnedOn } = await on.turnOn(presetId, on.chats, {}, `run-${++number}`)
        active.push({ presetId, id: turnedOn!.id, asked: new Set() })
      } else if (action < 0.6 && active.length > 0) {
        const [ended] = active.splice(Math.floor(Math.random() * active.length), 1)
        const jobId = await end(ended!.id)
        const results = await on.resultsOf(jobId)
        expect(results.reduce((sum, { result }) => sum + (result?.conflicts.length ?? 0), 0)).toBe(ended!.asked.size)
        // What is undecided still lies there.
        if (ended!.asked.size > 0) return finish(active)
      } else {
        const [chatId, name] = [pick(on.chats), pick(touchable)]
        await edit(chatId, name)
        active.findLast(({ presetId }) => name in presets[presetId]!)?.asked.add(`${chatId} ${name}`)
      }
    }
  }

  const finish = async (active: readonly { id: string }[]) => {
    for (const { id } of active) await end(id)
  }
})
