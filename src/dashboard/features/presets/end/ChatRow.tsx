import { useState } from 'react'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { settingLabel, valueInWords } from '../value-words.ts'
import classes from './Endings.module.css'
import type { ChatEndings } from './endings.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** The values of one chat that need no decision; opened, each with what it becomes. */
export function ChatRow({ chat, values, catalogue }: ChatEndings & { catalogue: Catalogue }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.row}>
      <button type="button" className={classes.rowButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'down' : 'right'} size={14} />
        <span className="outside medium">{chatTitle(chat)}</span>
        <span className={`help ${classes.settings}`}>{listed(values.map(({ setting }) => settingLabel(setting)))}</span>
        <span className="help num rigid">{counted(values.length, 'value')}</span>
      </button>
      {isOpen && (
        <dl className={classes.values}>
          {values.map(({ setting, kind, now, before, over }) => (
            <div key={setting}>
              <dt>{settingLabel(setting)}</dt>
              <dd className="outside quiet">
                {kind === 'under'
                  ? `${valueInWords(setting, before, catalogue)}, once ${over} ends`
                  : valueInWords(setting, kind === 'already' ? now : before, catalogue)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
