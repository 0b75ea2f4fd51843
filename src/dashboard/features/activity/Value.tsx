import type { Value as FieldValue } from '#contract/recorded-change.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { ActivityEntry } from './entry.ts'
import { valueInWords } from './words.ts'

/** A field's value in words; an empty one has a word too. */
export function Value({ entry, name, value, catalogue }: { entry: ActivityEntry; name: string; value: FieldValue; catalogue: Catalogue }) {
  const words = valueInWords(entry, name, value, catalogue)
  return words.trim() === '' ? <i>{words === '' ? 'empty' : 'only whitespace'}</i> : <span className="outside">{words}</span>
}
