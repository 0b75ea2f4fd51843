/**
 * The day that a cell names, as YYYY-MM-DD; null where it names none, or could be one of two days: spreadsheets rewrite dates in the order of their
 * language. Dots are written after the day; with slashes the order is clear only where one number is no month.
 */
export function readDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  if (year) return existing(year, month!, day!)
  const [, one, sign, other, last] = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})(?: .*)?$/.exec(text) ?? []
  if (!one || !other || !last) return null
  if (sign === '.' || Number(one) > 12) return existing(last, other, one)
  return Number(other) > 12 || one === other ? existing(last, one, other) : null
}

function existing(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}
