import { octetAt, positionOf, side } from './map.ts'
import { allAddresses, sizeOf, type IpRange } from '#engine/bans/range.ts'

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
  const direction = directions[key]
  if (!direction) return null
  const { x, y } = positionOf(octet)
  const [toX, toY] = [x + direction[0], y + direction[1]]
  return Math.min(toX, toY) < 0 || Math.max(toX, toY) >= side ? null : octetAt(toX, toY)
}
