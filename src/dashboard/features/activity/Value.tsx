import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { Entry, Value as FieldValue } from './entry.ts'
import { valueWords } from './words.ts'

/** A field's value in words; an empty one is said, not left out. */
export function Value({ entry, name, value, catalogue }: { entry: Entry; name: string; value: FieldValue; catalogue: Catalogue }) {
  const words = valueWords(entry, name, value, catalogue)
  return words.trim() === '' ? <i>{words === '' ? 'empty' : 'only white space'}</i> : <span className="outside">{words}</span>
}
