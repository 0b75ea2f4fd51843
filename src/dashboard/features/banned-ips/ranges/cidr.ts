import { formatAddress, sizeOf, type IpRange, union } from '#engine/bans/range.ts'

/** The length of the prefix if the range is exactly one CIDR block: 24 for 1.2.3.0-1.2.3.255; else null. */
export function prefixOf(range: IpRange): number | null {
  const size = sizeOf(range)
  return blockSizeAt(range.first, size) === size ? 32 - Math.log2(size) : null
}

/** The fewest CIDR blocks that contain exactly the addresses of the ranges, sorted: "1.2.3.0/24", a single address without "/32". */
export const cidrs = (ranges: readonly IpRange[]): string[] =>
  union(ranges)
    .flatMap(blocksOf)
    .map((block) => (block.first === block.last ? formatAddress(block.first) : `${formatAddress(block.first)}/${prefixOf(block)}`))

function blocksOf({ first, last }: IpRange): IpRange[] {
  const blocks: IpRange[] = []
  for (let from = first; from <= last;) {
    const size = blockSizeAt(from, last - from + 1)
    blocks.push({ first: from, last: from + size - 1 })
    from += size
  }
  return blocks
}

/** Addresses of the largest block that begins at `first` and has at most `room` addresses. */
function blockSizeAt(first: number, room: number): number {
  // 2^32 does not fit the bit operators: at 0 every size is aligned.
  const aligned = first === 0 ? 2 ** 32 : (first & -first) >>> 0
  const fitting = room === 2 ** 32 ? room : 2 ** (31 - Math.clz32(room))
  return Math.min(aligned, fitting)
}
