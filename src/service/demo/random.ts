export type Random = ReturnType<typeof createRandom>

/**
 * Reproducible random numbers: the same seed gives the same numbers on every machine. The generator is mulberry32, whose 32 bits of state are enough for
 * generated conversations.
 */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** From 0 to 1, exclusive. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer, both ends inclusive. */
  const int = (lowest: number, highest: number) => lowest + Math.floor(next() * (highest - lowest + 1))
  /** Throws a RangeError on an empty list. */
  const pick = <T>(list: readonly T[]): T => {
    const index = int(0, list.length - 1)
    if (!(index in list)) throw new RangeError('Nothing to pick from')
    // The index was checked above; undefined can be an element of the list.
    return list[index] as T
  }
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, order: next() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ item }) => item)
  return { next, int, chance: (probability: number) => next() < probability, pick, shuffled }
}
