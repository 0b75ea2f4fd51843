import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEach } from './for-each.ts'

test('results come in their order, some being worked on at once', async () => {
  let running = 0
  let most = 0
  const doubled = await forEach([1, 2, 3, 4, 5, 6], async (one) => {
    most = Math.max(most, ++running)
    await setTimeout(6 - one)
    running--
    return one * 2
  })
  expect([doubled, most]).toEqual([[2, 4, 6, 8, 10, 12], 4])
})

test('a failure is reported once nothing is under way any more, and nothing else begins', async () => {
  const [begun, ended]: number[][] = [[], []]
  const work = forEach([1, 2, 3, 4, 5, 6], async (one) => {
    begun!.push(one)
    if (one === 1) throw new Error('first')
    await setTimeout(5)
    ended!.push(one)
  })
  await expect(work).rejects.toThrow('first')
  expect([begun, ended]).toEqual([
    [1, 2, 3, 4],
    [2, 3, 4],
  ])
})
