import { Anchor } from '@mantine/core'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import classes from './messages.module.css'

interface ListHeadProps {
  shown: number
  loaded: number
  isFiltered: boolean
  /** The loaded time range, as text. */
  times: string
  /** Whether the whole range is loaded. */
  complete: boolean
  selectedOfShown: number
  onSelectShown: (on: boolean) => void
  onLoadAll: (() => void) | null
}

/** The column headings, and how much of the range is loaded. */
export function ListHead({ shown, loaded, isFiltered, times, complete, selectedOfShown, onSelectShown, onLoadAll }: ListHeadProps) {
  const all = shown > 0 && selectedOfShown === shown
  return (
    <div className={classes.head}>
      <RowCheckbox
        label={isFiltered ? `Select all ${count(shown)} loaded that match` : `Select all ${count(shown)} loaded`}
        checked={all}
        indeterminate={selectedOfShown > 0 && !all}
        disabled={shown === 0}
        onChange={() => onSelectShown(!all)}
      />
      <span aria-hidden>Time</span>
      <span aria-hidden>Author</span>
      <span aria-hidden>Text</span>
      <span className={classes.statement}>
        <span role="status" aria-label="What is loaded">
          {isFiltered && <b className="ink">{count(shown)} of </b>}
          {complete ? `all ${count(loaded)}` : `${count(loaded)} loaded`}, {times}
        </span>
        {onLoadAll && (
          <Anchor component="button" type="button" fz="xs" onClick={onLoadAll}>
            Load all in this range
          </Anchor>
        )}
      </span>
    </div>
  )
}
