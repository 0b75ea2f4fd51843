import { allAddresses, overlap, sizeOf, type IpRange } from '#engine/bans/range.ts'
import type { RangeIndex } from '#engine/bans/range-index.ts'
import { specialBlockAround, specialBlocks } from '../ranges/special-blocks.ts'

/** Cells on each side of the map. */
export const side = 16

/** One of the 256 blocks of a map. */
export type MapCell = ReturnType<typeof mapOf>[number]

/**
 * The addresses as a square of 16 x 16 blocks on a Hilbert curve, on which neighboring addresses stay close to each other.
 * @param within all addresses (cells are a /8), a /8 (cells are a /16) or a /16 (cells are a /24)
 * @returns by address
 */
export function mapOf(list: RangeIndex, within: IpRange = allAddresses) {
  const size = sizeOf(within) / (side * side)
  return Array.from({ length: side * side }, (_, octet) => {
    const first = within.first + octet * size
    const range = { first, last: first + size - 1 }
    const banned = list.coveredIn(range)
    const special = specialBlockAround(range)
    const specialInside = special ? [] : specialBlocks.filter((block) => overlap(block.range, range))
    return {
      /** The number that distinguishes the block from its neighbors, 0 to 255: the first octet that is not the same in the whole map. */
      octet,
      range,
      ...positionOf(octet),
      banned,
      share: banned / size,
      /** The block that contains the whole cell: it is not public. */
      special,
      specialInside,
    }
  })
}

export type HeatScale = NonNullable<ReturnType<typeof heatScale>>

/** The fewest and the most banned addresses of the blocks in which any is banned; null where nothing is. */
export function heatScale(cells: readonly Pick<MapCell, 'banned'>[]) {
  const counts = cells.map(({ banned }) => banned).filter((banned) => banned > 0)
  return counts.length === 0 ? null : { min: Math.min(...counts), max: Math.max(...counts) }
}

const shades = [1, 2, 3, 4] as const

/** The shade of a number of banned addresses: 0 for none, then four steps of equal ratio from the fewest to the most. */
export function heatOf(banned: number, scale: HeatScale | null): 0 | 1 | 2 | 3 | 4 {
  if (banned === 0 || !scale) return 0
  if (scale.min === scale.max) return 4
  const part = Math.log(banned / scale.min) / Math.log(scale.max / scale.min)
  // A little more: the logarithm of a bound may come out just below it.
  return shades[Math.min(3, Math.floor(part * 4 + 1e-9))]!
}

/** Where a block lies on the curve, from the top left to the top right. @param octet 0 to 255 */
export function positionOf(octet: number): { x: number; y: number } {
  let x = 0
  let y = 0
  for (let quarter = 1, rest = octet; quarter < side; quarter *= 2, rest >>= 2) {
    const right = (rest >> 1) & 1
    const down = (rest ^ right) & 1
    // The upper quarters of a Hilbert curve are rotated, so that the end of one lies beside the start of the next.
    if (!down) [x, y] = right ? [quarter - 1 - y, quarter - 1 - x] : [y, x]
    x += quarter * right
    y += quarter * down
  }
  return { x, y }
}

/** Of all blocks, in the order of the curve. */
export const positions = Array.from({ length: side * side }, (_, octet) => positionOf(octet))

/** All addresses, and the /8, /16 and /24 that contain a block, down to its own size. */
export function blocksAround(block: IpRange | null): IpRange[] {
  if (!block) return [allAddresses]
  const sizes = [2 ** 24, 2 ** 16, 2 ** 8].filter((size) => size >= sizeOf(block))
  return [
    allAddresses,
    ...sizes.map((size) => ({ first: block.first - (block.first % size), last: block.first - (block.first % size) + size - 1 })),
  ]
}

const directions: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The cell next to another one in the direction of an arrow key; null for other keys and at the edge. @param octet 0 to 255 */
export function nearestCell(octet: number, key: string): number | null {
  const [right, down] = directions[key] ?? [0, 0]
  const from = positions[octet]!
  const next = positions.findIndex(({ x, y }) => x === from.x + right && y === from.y + down)
  return next < 0 || next === octet ? null : next
}
