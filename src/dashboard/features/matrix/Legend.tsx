import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './Legend.module.css'

/** What the marks of the cells mean, and the keys that a spreadsheet has too. */
export function Legend() {
  return (
    <div className={classes.legend}>
      <span>
        <i className={classes.diamond} /> Not the default
      </span>
      <span>
        <i className={classes.unusual} /> Not what most chats have
      </span>
      <span>
        <i className={classes.noEffect} /> No effect now
      </span>
      <span>
        <Icon name="warning" size={12} className="warn" /> Finding
      </span>
      <span className="accent">
        <i className={classes.edited} /> Edited
      </span>
      <span className={classes.keys}>
        <kbd>Shift</kbd> <kbd>↑</kbd> <kbd>↓</kbd> extend
      </span>
      <span className={classes.keys}>
        <kbd>{modKey}</kbd> <kbd>C</kbd> <kbd>V</kbd> copy, paste
      </span>
      <span className={classes.keys}>
        <kbd>?</kbd> all keys
      </span>
    </div>
  )
}
