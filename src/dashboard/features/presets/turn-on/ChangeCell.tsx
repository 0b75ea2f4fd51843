import type { PresetPreviewChat } from '#contract/workspace/presets.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { isOwnText, valueInWords } from '../value-words.ts'
import classes from './TurnOnTable.module.css'

interface ChangeCellProps {
  value: PresetPreviewChat['values'][number]
  isChosen: boolean
  catalogue: Catalogue
}

/** What becomes of one value. A text is only named; its words are in the tooltip. */
export function ChangeCell({ value: { setting, now, set }, isChosen, catalogue }: ChangeCellProps) {
  const words = (of: typeof now) => valueInWords(setting, of, catalogue)
  if (isOwnText(setting)) {
    if (!isChosen) return <>{now === '' ? 'Empty' : 'Own text'}</>
    if (now === set) return <>Same text</>
    return (
      <span className="inline-row" title={`${words(now)} → ${words(set)}`}>
        <Icon name="edit" size={12} /> <b className="ink">{set === '' ? 'Emptied' : 'New text'}</b>
      </span>
    )
  }
  if (!isChosen) return <>{words(now)}</>
  if (now === set) return <>{words(now)} already</>
  return (
    <span className={classes.change}>
      <del>{words(now)}</del> <Icon name="right" size={12} label="becomes" /> <ins>{words(set)}</ins>
    </span>
  )
}
