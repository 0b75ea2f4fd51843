const numberFormat = new Intl.NumberFormat('en')
const plurals = new Intl.PluralRules('en')

export const count = (value: number) => numberFormat.format(value)

/** "1 chat", "2 chats". @param many the plural where it is not one + "s" */
export const counted = (value: number, one: string, many = `${one}s`) => `${count(value)} ${plurals.select(value) === 'one' ? one : many}`

/** "a, b and c" */
export const listed = (items: string[]) => new Intl.ListFormat('en').format(items)
