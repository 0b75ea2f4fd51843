import type { PresetPreviewChat } from '#contract/workspace/presets.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { isOwnText, valueInWords } from '../value-words.ts'
import classes from './TurnOnTable.module.css'

interface ChangeCellProps {
  value: PresetPreviewChat['values'][number]
  isChosen: boolean
  /** It could not be put back, so it stays as it is. */
  stays: boolean
  catalogue: Catalogue
}

/** What becomes of one value. A text is only named; its words are in the tooltip. */
export function ChangeCell({ value: { setting, now, set }, isChosen, stays, catalogue }: ChangeCellProps) {
  const words = (of: typeof now) => valueInWords(setting, of, catalogue)
  if (isOwnText(setting)) {
    if (!isChosen) return now === '' ? 'Empty' : 'Own text'
    if (now === set) return 'Same text'
    return (
      <span className="inline-row" title={`${words(now)} → ${words(set)}`}>
        <Icon name="edit" size={12} /> <b className="ink">{set === '' ? 'Emptied' : 'New text'}</b>
      </span>
    )
  }
  if (!isChosen) return words(now)
  if (now === set) return `${words(now)} already`
  if (stays) return <span title="Its present sound has no known name, so it could not be put back.">{words(now)} stays</span>
  return (
    <span className={classes.change}>
      <del>{words(now)}</del> <Icon name="right" size={12} label="becomes" /> <ins>{words(set)}</ins>
    </span>
  )
}
