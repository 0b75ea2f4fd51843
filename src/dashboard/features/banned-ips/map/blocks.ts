import { octetAt, placeOf, side } from './map.ts'
import { everyAddress, sizeOf, type Range } from '../ranges/range.ts'

/** All addresses, and the /8, /16 and /24 in which a block lies, as far as it goes. */
export function blocksAround(block: Range | null): Range[] {
  if (!block) return [everyAddress]
  const sizes = [2 ** 24, 2 ** 16, 2 ** 8].filter((size) => size >= sizeOf(block))
  return [
    everyAddress,
    ...sizes.map((size) => ({ first: block.first - (block.first % size), last: block.first - (block.first % size) + size - 1 })),
  ]
}

const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The cell beside another one, by the arrow key that leads there; null for other keys and at the edge. @param octet 0 to 255 */
export function nearestCell(octet: number, key: string): number | null {
  const way = ways[key]
  if (!way) return null
  const { x, y } = placeOf(octet)
  const [toX, toY] = [x + way[0], y + way[1]]
  return Math.min(toX, toY) < 0 || Math.max(toX, toY) >= side ? null : octetAt(toX, toY)
}
