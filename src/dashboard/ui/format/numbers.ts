import { maxCounted } from '#contract/values.ts'

let numberFormat: Intl.NumberFormat | undefined

/** Small whole numbers look the same without a formatter. The first formatter of a page takes a slow device 70 ms to create. */
export const count = (value: number) =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : (numberFormat ??= new Intl.NumberFormat('en')).format(value)

/** The text for a count that the server ends early: "20,000+". */
export const countUpTo = (value: number, max = maxCounted) => (value > max ? `${count(max)}+` : count(value))

/**
 * The text for a number, with its placeholders filled: `plural(2, '{count} edit is kept', '{count} edits are kept')`.
 * @param values what stands for the placeholders other than {count}
 */
export const plural = (value: number, one: string, other: string, values: Record<string, string> = {}) =>
  (value === 1 ? one : other).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? count(value))

/** "1 chat", "2 chats". @param many the plural where it is not one + "s" */
export const counted = (value: number, one: string, many = `${one}s`) => plural(value, `{count} ${one}`, `{count} ${many}`)

/** Of what there may be thousands of, such as chats, people and ranges, so many are named. */
export const maxNamed = 5

/**
 * "a, b, and c"
 * @param most more than these are counted: "a, b, and 3 others"
 * @param nameOf called for those that are named
 */
export function listed<Item>(items: readonly Item[], most = Infinity, nameOf: (item: Item) => string = String): string {
  const shown = items.slice(0, most).map((item) => nameOf(item))
  if (items.length > most) shown.push(counted(items.length - most, 'other'))
  return shown.length < 3 ? shown.join(' and ') : `${shown.slice(0, -1).join(', ')}, and ${shown.at(-1)}`
}
