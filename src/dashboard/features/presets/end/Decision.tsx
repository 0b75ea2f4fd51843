import type { EndingValue, PresetChoice } from '#contract/workspace/presets.ts'
import { endInWords } from '#dashboard/platform/presets/until.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { isOwnText, settingLabel, valueInWords } from '../value-words.ts'
import classes from './Endings.module.css'

interface DecisionProps {
  chatId: number
  chatName: string
  value: EndingValue
  /** When the preset was turned on, in words. */
  since: string
  put: PresetChoice['put']
  onPut: (put: PresetChoice['put']) => void
  catalogue: Catalogue
  /** Milliseconds. */
  now: number
}

/** A value that somebody changed while the preset was on: what is there now is kept unless the person says otherwise. */
export function Decision({ chatId, chatName, value, since, put, onPut, catalogue, now }: DecisionProps) {
  const { setting, changed, over } = value
  const words = (of: EndingValue['now']) => valueInWords(setting, of, catalogue)
  const group = `${chatId}-${setting}`
  const option = (which: PresetChoice['put'], label: string, text: string) => (
    <label className={classes.option} data-on={put === which || undefined} aria-label={`${label}: ${text}`}>
      <input type="radio" name={group} checked={put === which} onChange={() => onPut(which)} />
      <span className="shrinks">
        <span className="medium block">{label}</span>
        <span className="help outside block">{text}</span>
      </span>
    </label>
  )
  return (
    <fieldset className={classes.decision}>
      <legend className={classes.question}>
        <b className="outside">{chatName}</b> <span className="quiet">{settingLabel(setting)}</span>
        <span className={`inline-row warn fz-help ${classes.who}`}>
          <Icon name={changed ? 'edit' : 'globe'} size={14} />
          {changed ? (
            <span className="outside">{[changed.by, endInWords(changed.at, now)].filter(Boolean).join(', ')}</span>
          ) : (
            'From outside'
          )}
        </span>
      </legend>
      <div className={classes.options}>
        {option('keep', 'Keep what is there now', words(value.now))}
        {option('back', isOwnText(setting) ? `Put back the text from ${since}` : `Put back the value from ${since}`, words(value.before))}
      </div>
      {over !== '' && <p className="help outside">{over} is also on here. The value you put back is restored when that preset ends.</p>}
    </fieldset>
  )
}
