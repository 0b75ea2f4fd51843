import { expect, test } from 'vitest'
import { formatAddress, sizeOf } from '#engine/bans/range.ts'
import { specialBlocks } from './special-blocks.ts'

test('each special block has a name, and shows the addresses that it covers as CIDR', () => {
  for (const { cidr, name, range } of specialBlocks) {
    expect(name).not.toBe('')
    expect(cidr).toBe(`${formatAddress(range.first)}/${32 - Math.log2(sizeOf(range))}`)
    expect(range.first % sizeOf(range)).toBe(0)
  }
})

test('special blocks are in the order of their addresses, and none overlaps the next', () => {
  const gaps = specialBlocks.slice(1).map(({ range }, index) => range.first - specialBlocks[index]!.range.last)
  expect(Math.min(...gaps)).toBeGreaterThan(0)
})
