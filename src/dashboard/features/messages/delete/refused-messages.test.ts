// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { figure } from '../../../../test-figure.ts'
import { ascending, idsBetween, none, start } from './test-deletion.ts'

describe('refused', () => {
  let mostExtra = 0
  test.each(idsBetween(1, 25))('one of %d, wherever it stands: found with at most 12 more requests, and the others go', async (size) => {
    const chosen = idsBetween(101, 100 + size)
    for (const bad of chosen) {
      const { run, room, total, refuse } = start({ chosen })
      const { remove } = room.service
      room.service.remove = (ids) => (ids.includes(bad) ? refuse('It is pinned.') : remove(ids))
      const receipt = await run()
      expect(receipt.notDeleted).toEqual([{ id: bad, reason: 'It is pinned.' }])
      expect(receipt.deleted.length).toBe(size - 1)
      // One delete and one read it would have taken anyway.
      mostExtra = Math.max(mostExtra, total() - 2)
    }
    expect(mostExtra).toBeLessThanOrEqual(12)
    if (process.env['PROOF'] === '1' && size === 25)
      figure('R4', true, `each place in batches of 1 to 25: at most ${mostExtra} requests more, reads included`)
  })

  test('a refusal that passes costs one request more', async () => {
    const { run, room, way, refuse } = start()
    const { remove } = room.service
    room.service.remove = (ids) => (ids.includes(150) && way.seen.sent.get(150) === 1 ? refuse('Try again soon.') : remove(ids))
    expect((await run()).deleted.length).toBe(100)
    expect(way.seen).toMatchObject({ removals: 5, reads: 1 })
  })

  test('next to one that cannot be deleted, another is not given up for a refusal that passes', async () => {
    const { run, room, way, refuse } = start({ chosen: [10, 11] })
    const { remove } = room.service
    let passing = 2
    room.service.remove = (ids) => {
      if (ids.includes(10)) return refuse('It is pinned.')
      return passing-- > 0 ? refuse('Try again soon.') : remove(ids)
    }
    expect(await run()).toEqual({ ...none, deleted: [11], notDeleted: [{ id: 10, reason: 'It is pinned.' }] })
    expect(way.seen.removals).toBeLessThan(12)
  })

  test('50 that cannot be deleted are all found', async () => {
    const { run, room, refuse } = start()
    const { remove } = room.service
    room.service.remove = (ids) => (ids.some((id) => id > 150) ? refuse('It is pinned.') : remove(ids))
    const receipt = await run()
    expect(ascending(receipt.deleted)).toEqual(idsBetween(101, 150))
    expect(receipt.notDeleted.length).toBe(50)
    expect(receipt.notDeleted.every(({ reason }) => reason === 'It is pinned.')).toBe(true)
  })

  test('everything is: it ends soon, with the reason and what was not tried', async () => {
    const { run, room, total, refuse } = start({ count: 30_000, chosen: idsBetween(1, 10_000) })
    room.service.remove = () => refuse('This token may not delete.')
    const { deleted, notDeleted, unknown, notTried } = await run()
    expect([deleted, unknown]).toEqual([[], []])
    expect(notDeleted.every(({ reason }) => reason === 'This token may not delete.')).toBe(true)
    expect(notTried.length).toBeGreaterThan(0)
    expect(notDeleted.length + notTried.length).toBe(10_000)
    expect(total()).toBeLessThan(900)
  })

  test('everything is, even reading: it cannot go on for now, and takes up again later', async () => {
    const { run, room, saved, refuse } = start({ count: 30_000, chosen: idsBetween(1, 10_000) })
    const { service } = room
    const { remove, page } = service
    service.remove = () => refuse('The database does not answer.')
    service.page = () => refuse('The database does not answer.')
    await expect(run()).rejects.toMatchObject({ kind: 'refused', serviceMessage: 'The database does not answer.' })
    Object.assign(service, { remove, page })
    expect((await run({ state: saved.at(-1) })).deleted.length).toBe(10_000)
  })

  test('ids that somebody else deleted are refused by the service: they are gone, and the others go', async () => {
    const { run, room, way, refuse } = start()
    const { remove } = room.service
    remove([110, 120, 130])
    room.service.remove = (ids) => (ids.every(room.has) ? remove(ids) : refuse('There is no such message.'))
    expect((await run()).deleted.length).toBe(100)
    expect(way.seen.removals).toBeLessThanOrEqual(10)
  })
})
