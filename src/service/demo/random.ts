/** Reproducible random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 to 1, exclusive. */
  next: () => number
  /** An integer, both ends inclusive. */
  int: (min: number, max: number) => number
  chance: (probability: number) => boolean
  /** Throws a RangeError on an empty list. */
  pick: <T>(list: readonly T[]) => T
  shuffled: <T>(list: readonly T[]) => T[]
}

/** The generator is mulberry32, whose 32 bits of state are enough for generated conversations. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (lowest: number, highest: number) => lowest + Math.floor(next() * (highest - lowest + 1))
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
  return { next, int, chance: (probability) => next() < probability, pick, shuffled }
}
