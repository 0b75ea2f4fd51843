import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isProof, runs } from '../../test-runs.ts'
import { Failure } from '#contract/client.ts'
import type { MessageToDelete, DeletionOutcome } from './delete-hits.ts'
import { start } from './test-delete-hits.ts'

/**
 * Repeats runs over the same messages until all are gone, as the worker does: requests fail in every way, the lease is lost, the process is killed and
 * knows only what it stored before the run, and people delete messages too. PROOF=1 makes four times as many runs.
 */

vi.setConfig({ testTimeout: 240_000 })

const never = new AbortController().signal
type Kind = DeletionOutcome['kind']

const world = fc.record({
  seed: fc.nat(),
  rate: fc.constantFrom(0, 0.1, 0.3),
  count: fc.integer({ min: 1, max: 400 }),
  /** All in one second, or spread over days. */
  apart: fc.constantFrom(0, 1, 3, 600),
  pageLimit: fc.constantFrom(3, 20, 500),
  newestFirst: fc.boolean(),
  share: fc.constantFrom(0.02, 0.3, 1),
  byPeople: fc.constantFrom(0, 0.1),
  pins: fc.constantFrom(0, 0, 0.05),
  ends: fc.array(fc.record({ kind: fc.constantFrom('lease', 'killed', 'stopped'), after: fc.nat(12) }), { maxLength: 4 }),
})

test('whatever fails, only the given messages are deleted, each reported outcome is true, and in the end all of them are gone', async () => {
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(world, async ({ share, byPeople, pins, ends, ...options }) => {
      const here = start(options)
      const { chat, clock, random, remove, arrived, callUntil, targets, run, runKilled } = here
      const all = chat.ids()
      const chosen = all.filter(() => random() < share)
      const people = all.filter(() => random() < byPeople)
      for (const id of people) clock.after(random() * 30_000, () => remove([id]))
      // The service refuses them in the first 20 seconds.
      const pinned = new Set(chosen.filter(() => random() < pins))
      const { remove: carryOut } = chat.service
      chat.service.remove = (ids) => {
        if (clock.now() < 20_000 && ids.some((id) => pinned.has(id))) throw new Failure('refused', { serviceMessage: 'It is pinned.' })
        carryOut(ids)
      }
      const kinds = new Map<number, Kind>()

      for (let round = 0; round < 60; round++) {
        const open = chosen.filter((id) => !['deleted', 'gone'].includes(kinds.get(id) ?? 'open'))
        if (open.length === 0) break
        const end = ends[round]
        const messages: MessageToDelete[] = open.flatMap((id) => targets([id], (kinds.get(id) ?? 'open') !== 'open'))
        const sentBefore = new Set(arrived)
        const stop = new AbortController()
        if (end?.kind === 'stopped') clock.after(end.after * 60, () => stop.abort())
        const call = callUntil(end?.kind === 'lease' ? end.after : Infinity)
        const result = await (end?.kind === 'killed' ? runKilled(messages, end.after * 60) : run(messages, { call, stop }))
        if (!result) {
          // Stored before the run began.
          for (const id of open) kinds.set(id, 'unknown')
          met.add('killed')
          continue
        }
        for (const [id, { kind }] of result.outcomes) {
          kinds.set(id, kind)
          met.add(kind)
          if (kind === 'deleted' || kind === 'gone') expect(chat.has(id)).toBe(false)
          if (kind === 'gone') expect(arrived.includes(id)).toBe(false)
          if (kind === 'open') expect(sentBefore.has(id) === arrived.includes(id)).toBe(true)
        }
        expect([...result.outcomes.keys()].toSorted((one, other) => one - other)).toEqual(open)
      }

      // What is still on its way arrives.
      await clock.until(clock.wait(60_000, never))
      expect(chosen.filter(chat.has)).toEqual([])
      const meant = new Set(chosen)
      expect(arrived.filter((id) => !meant.has(id))).toEqual([])
      const removed = new Set([...chosen, ...people])
      expect(chat.ids()).toEqual(all.filter((id) => !removed.has(id)))
    }),
    { numRuns: runs(1200) },
  )
  expect([...met].toSorted()).toEqual(['deleted', 'gone', 'killed', 'open', 'refused', 'unknown'])
  if (isProof) console.log(`delete-hits: ${runs(1200)} random worlds, met ${[...met].join(', ')}`)
})
