import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ipv4ToNumber } from '#contract/values.ts'
import { blocksAround, nearestCell } from './blocks.ts'
import { positionOf } from './map.ts'
import { nameOf } from '../read.ts'

test('the enclosing blocks', () => {
  const first = ipv4ToNumber('77.111.244.0')
  expect(blocksAround({ first, last: first + 255 }).map(nameOf)).toEqual(['0.0.0.0/0', '77.0.0.0/8', '77.111.0.0/16', '77.111.244.0/24'])
  expect(blocksAround(null).map(nameOf)).toEqual(['0.0.0.0/0'])
})

test('arrow keys lead to the next cell and back, and not beyond the edge', () => {
  const back = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft', ArrowUp: 'ArrowDown', ArrowDown: 'ArrowUp' } as const
  fc.assert(
    fc.property(fc.nat(255), fc.constantFrom(...(Object.keys(back) as (keyof typeof back)[])), (octet, key) => {
      const next = nearestCell(octet, key)
      const { x, y } = positionOf(octet)
      const isAtEdge = { ArrowLeft: x === 0, ArrowRight: x === 15, ArrowUp: y === 0, ArrowDown: y === 15 }[key]
      expect(next === null).toBe(isAtEdge)
      if (next !== null) expect(nearestCell(next, back[key])).toBe(octet)
    }),
  )
  expect(nearestCell(7, 'Enter')).toBeNull()
})
