import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './ShownValue.module.css'

/** A value in words; an empty or blank one is named as such. */
export function ShownValue({ words }: { words: string }) {
  return words.trim() === '' ? (
    <i>{words === '' ? 'empty' : 'only white space'}</i>
  ) : (
    <span className={`outside ${classes.value}`}>{words}</span>
  )
}

interface ShownChangeProps {
  before: string
  after: string
  /** Whether the two stand below each other. */
  isLong: boolean
}

/** The old value, an arrow, the new value. */
export function ShownChange({ before, after, isLong }: ShownChangeProps) {
  return (
    <span className={classes.change} data-long={isLong || undefined}>
      <del>
        <ShownValue words={before} />
      </del>
      <Icon name="right" size={12} label="becomes" />
      <ins>
        <ShownValue words={after} />
      </ins>
    </span>
  )
}
