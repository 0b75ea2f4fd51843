/** Numbers that are near each other as their differences, which are shorter. */
export const pack = (values: Iterable<number>): number[] => {
  let before = 0
  return Array.from(values, (value) => {
    const difference = value - before
    before = value
    return difference
  })
}
export const unpack = (packed: readonly number[]): number[] => {
  let value = 0
  return packed.map((difference) => (value += difference))
}
