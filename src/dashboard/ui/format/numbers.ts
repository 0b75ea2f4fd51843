const numberFormat = new Intl.NumberFormat('en')
const plurals = new Intl.PluralRules('en')

export const count = (value: number) => numberFormat.format(value)

/**
 * The text for a number, with its placeholders filled: `plural(2, '{count} edit is kept', '{count} edits are kept')`.
 * @param values what stands for the placeholders other than {count}
 */
export const plural = (value: number, one: string, other: string, values: Record<string, string> = {}) =>
  (plurals.select(value) === 'one' ? one : other).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? count(value))

/** "1 chat", "2 chats". @param many the plural where it is not one + "s" */
export const counted = (value: number, one: string, many = `${one}s`) => plural(value, `{count} ${one}`, `{count} ${many}`)

/** "a, b and c" */
export const listed = (items: string[]) => new Intl.ListFormat('en').format(items)
