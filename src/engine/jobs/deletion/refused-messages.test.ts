import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { figure } from '../../../test-figure.ts'
import { ascending, idsBetween, none, start } from './test-deletion.ts'
import { isProof } from '../../../test-runs.ts'

describe('refused', () => {
  let mostExtra = 0
  test.each(idsBetween(1, 25))(
    'one of %d, at any position: found with at most 12 more requests, and the others are deleted',
    async (size) => {
      const chosen = idsBetween(101, 100 + size)
      for (const bad of chosen) {
        const { run, chat, total, refuse } = start({ chosen })
        const { remove } = chat.service
        chat.service.remove = (ids) => (ids.includes(bad) ? refuse('It is pinned.') : remove(ids))
        const receipt = await run()
        expect(receipt.notDeleted).toEqual([{ id: bad, reason: 'It is pinned.' }])
        expect(receipt.deleted.length).toBe(size - 1)
        // One delete and one read it would have taken anyway.
        mostExtra = Math.max(mostExtra, total() - 2)
      }
      expect(mostExtra).toBeLessThanOrEqual(12)
      if (isProof && size === 25)
        figure('R4', true, `each position in batches of 1 to 25: at most ${mostExtra} requests more, reads included`)
    },
  )

  test('after the hourly limit of a role is reached, only the requests that reveal it are sent', async () => {
    const { run, chat, network } = start()
    const { remove } = chat.service
    let left = 40
    chat.service.remove = (ids) => {
      if (ids.length > left) throw new Failure('refused', { code: 'limit_reached', isFromGateway: true, reason: '15 are left.' })
      left -= ids.length
      remove(ids)
    }
    const { deleted, notDeleted, notTried } = await run()
    expect([deleted.length, notDeleted.length + notTried.length]).toEqual([25, 75])
    expect(notDeleted[0]?.reason).toBe('15 are left.')
    expect(network.seen.removals).toBeLessThanOrEqual(8)
  })

  test('the same code from the service itself does not end the job', async () => {
    const { run, chat } = start({ chosen: [10, 11] })
    const { remove } = chat.service
    chat.service.remove = (ids) => {
      if (ids.includes(10)) throw new Failure('refused', { code: 'limit_reached' })
      remove(ids)
    }
    expect((await run()).deleted).toEqual([11])
  })

  test('a temporary refusal costs one more request', async () => {
    const { run, chat, network, refuse } = start()
    const { remove } = chat.service
    chat.service.remove = (ids) => (ids.includes(150) && network.seen.sent.get(150) === 1 ? refuse('Try again soon.') : remove(ids))
    expect((await run()).deleted.length).toBe(100)
    expect(network.seen).toMatchObject({ removals: 5, reads: 1 })
  })

  test('next to a message that cannot be deleted, another is not given up for a temporary refusal', async () => {
    const { run, chat, network, refuse } = start({ chosen: [10, 11] })
    const { remove } = chat.service
    let passing = 2
    chat.service.remove = (ids) => {
      if (ids.includes(10)) return refuse('It is pinned.')
      return passing-- > 0 ? refuse('Try again soon.') : remove(ids)
    }
    expect(await run()).toEqual({ ...none, deleted: [11], notDeleted: [{ id: 10, reason: 'It is pinned.' }] })
    expect(network.seen.removals).toBeLessThan(12)
  })

  test('50 that cannot be deleted are all found', async () => {
    const { run, chat, refuse } = start()
    const { remove } = chat.service
    chat.service.remove = (ids) => (ids.some((id) => id > 150) ? refuse('It is pinned.') : remove(ids))
    const receipt = await run()
    expect(ascending(receipt.deleted)).toEqual(idsBetween(101, 150))
    expect(receipt.notDeleted.length).toBe(50)
    expect(receipt.notDeleted.every(({ reason }) => reason === 'It is pinned.')).toBe(true)
  })

  test('everything is refused: it ends early, with the reason and the messages that were not sent', async () => {
    const { run, chat, total, refuse } = start({ count: 30_000, chosen: idsBetween(1, 10_000) })
    chat.service.remove = () => refuse('This token may not delete.')
    const { deleted, notDeleted, unknown, notTried } = await run()
    expect([deleted, unknown]).toEqual([[], []])
    expect(notDeleted.every(({ reason }) => reason === 'This token may not delete.')).toBe(true)
    expect(notTried.length).toBeGreaterThan(0)
    expect(notDeleted.length + notTried.length).toBe(10_000)
    expect(total()).toBeLessThan(900)
  })

  test('everything is refused, even reading: it cannot continue for now, and resumes later', async () => {
    const { run, chat, saved, refuse } = start({ count: 30_000, chosen: idsBetween(1, 10_000) })
    const { service } = chat
    const { remove, page } = service
    service.remove = () => refuse('The database does not answer.')
    service.page = () => refuse('The database does not answer.')
    await expect(run()).rejects.toMatchObject({ kind: 'refused', serviceMessage: 'The database does not answer.' })
    Object.assign(service, { remove, page })
    expect((await run({ state: saved.at(-1) })).deleted.length).toBe(10_000)
  })

  test('the service refuses ids that someone else deleted: they count as deleted, and so do the others', async () => {
    const { run, chat, network, refuse } = start()
    const { remove } = chat.service
    remove([110, 120, 130])
    chat.service.remove = (ids) => (ids.every(chat.has) ? remove(ids) : refuse('There is no such message.'))
    expect((await run()).deleted.length).toBe(100)
    expect(network.seen.removals).toBeLessThanOrEqual(10)
  })
})
