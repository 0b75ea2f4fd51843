import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipv4ToNumber } from '#contract/values.ts'
import { blocksAround, heatOf, heatScale, mapOf, nearestCell, positionOf } from './map.ts'
import { nameOf } from '../read.ts'
import { readPaste } from '../paste/paste.ts'
import { formatRange, sizeOf, type IpRange, countOf, intersect } from '#engine/bans/range.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import { anyRange, failureOf, must } from '#engine/bans/test-ranges.ts'

const rangeOf = (text: string): IpRange => readPaste(text).flatMap((entry) => ('range' in entry ? [entry.range] : []))[0]!
const cellsOf = (entries: readonly IpRange[], within?: IpRange) => mapOf(indexRanges(entries), within)
const octets = Array.from({ length: 256 }, (_, octet) => octet)

describe('the curve', () => {
  test('goes through every cell once, always to a neighbor', () => {
    const places = octets.map(positionOf)
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(256)
    for (const [octet, { x, y }] of places.entries()) {
      const next = places[octet + 1]
      if (next) expect(Math.abs(next.x - x) + Math.abs(next.y - y)).toBe(1)
    }
  })

  test.each([
    [0, 0, 0],
    [5, 0, 3],
    [23, 6, 1],
    [77, 1, 10],
    [109, 6, 13],
    [127, 7, 8],
    [128, 8, 8],
    [171, 15, 14],
    [212, 9, 7],
    [255, 15, 0],
  ])('%d is at %d, %d, as on other maps of the address space', (octet, x, y) => {
    expect(positionOf(octet)).toEqual({ x, y })
  })

  test('every /10 is a square: neighboring addresses stay together', () => {
    for (const start of [0, 64, 128, 192]) {
      const places = octets.slice(start, start + 64).map(positionOf)
      for (const axis of ['x', 'y'] as const) {
        const values = places.map((place) => place[axis])
        expect(Math.max(...values) - Math.min(...values)).toBe(7)
      }
    }
  })
})

describe('the map', () => {
  test('counts each banned address once, in its own cell, at each zoom', () => {
    const within = fc.constantFrom(undefined, '5.0.0.0/8', '5.188.0.0/16', '255.255.0.0/16')
    const anyEntry = fc.oneof(anyRange, fc.constantFrom('5.188.62.0/24', '5.187.0.0-5.188.0.0', '255.*').map(rangeOf))
    const rule = fc.property(fc.array(anyEntry), within, (entries, zoom) => {
      for (const cell of cellsOf(entries, zoom === undefined ? undefined : rangeOf(zoom))) {
        must(cell.banned === countOf(intersect(entries, [cell.range])), 'count')
        must(cell.share === cell.banned / sizeOf(cell.range), 'share')
      }
    })
    expect(failureOf(rule, 50)).toBe(null)
  })

  test('its cells are the blocks of the next size', () => {
    expect(formatRange(cellsOf([])[5]!.range)).toBe('5.0.0.0-5.255.255.255')
    expect(formatRange(cellsOf([], rangeOf('5.0.0.0/8'))[188]!.range)).toBe('5.188.0.0-5.188.255.255')
    expect(formatRange(cellsOf([], rangeOf('5.188.0.0/16'))[62]!.range)).toBe('5.188.62.0-5.188.62.255')
  })

  test('non-public blocks, as whole cells and parts of cells', () => {
    const cells = cellsOf([])
    expect(cells.filter(({ special }) => special).map(({ octet }) => octet)).toEqual([0, 10, 127, ...octets.slice(224)])
    expect(cells[10]!.special).toMatchObject({ kind: 'private', cidr: '10.0.0.0/8' })
    expect(cells[10]!.specialInside).toEqual([])
    expect(cells[192]!.specialInside.map(({ cidr }) => cidr)).toEqual(['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'])
    expect(cellsOf([], rangeOf('192.*'))[168]!.special?.cidr).toBe('192.168.0.0/16')
    expect(cellsOf([], rangeOf('10.9.*')).every(({ special }) => special?.kind === 'private')).toBe(true)
  })
})

describe('the four shades', () => {
  const shadesOf = (...counts: number[]) => {
    const scale = heatScale(counts.map((banned) => ({ banned })))
    return counts.map((banned) => heatOf(banned, scale))
  }

  test('are steps of equal ratio from the fewest to the most', () => {
    expect(shadesOf(0, 1, 9, 10, 99, 100, 999, 1000, 10_000)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4])
    expect(shadesOf(1, 2 ** 24)).toEqual([1, 4])
  })

  test('distinguish blocks that all have thousands', () => {
    expect(shadesOf(2000, 3000, 6000, 12_000, 30_000)).toEqual([1, 1, 2, 3, 4])
  })

  test('are one where all blocks have the same number', () => {
    expect(shadesOf(7, 0, 7)).toEqual([4, 0, 4])
    expect(shadesOf(0, 0)).toEqual([0, 0])
  })
})

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
