import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './activity.module.css'

/** A field's value in words; an empty one has a word too. */
export const Value = ({ words }: { words: string }) =>
  words.trim() === '' ? <i>{words === '' ? 'empty' : 'only whitespace'}</i> : <span className="outside">{words}</span>

/** The values before and after, in words. Either is missing where it is not known, or where nothing was or is. */
export const BeforeAfter = ({ before, after }: { before: string | undefined; after: string | undefined }) => (
  <span className={classes.values}>
    {before !== undefined && (
      <>
        <del>
          <Value words={before} />
        </del>
        <Icon name="right" size={12} label="becomes" />
      </>
    )}
    {after !== undefined && (
      <ins>
        <Value words={after} />
      </ins>
    )}
  </span>
)
