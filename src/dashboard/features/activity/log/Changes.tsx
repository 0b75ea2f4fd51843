import { plural } from '#dashboard/ui/format/numbers.ts'
import { BeforeAfter } from '../Value.tsx'
import type { ChangeInWords } from './audit-words.ts'
import classes from './Changes.module.css'

/** Parts of a rule, for example, which nobody reads in one line. */
const isList = (words: string | undefined) => words !== undefined && /^(\{.*\}|\[.*\])$/s.test(words)

/** The values before and after, next to each other. All of them are in the opened entry. */
export function Changes({ changes, max }: { changes: readonly ChangeInWords[]; max: number }) {
  if (changes.length === 0) return null
  const hidden = changes.length - max
  return (
    <ul className={classes.changes}>
      {changes.slice(0, max).map(({ name, label, before, after }) => (
        <li key={name}>
          <span className="quiet">{label}</span>{' '}
          {isList(before) || isList(after) ? <span>changed</span> : <BeforeAfter before={before} after={after} />}
        </li>
      ))}
      {hidden > 0 && <li className="faint">{plural(hidden, 'and {count} more', 'and {count} more')}</li>}
    </ul>
  )
}
