import type { NotificationDelivery } from '#contract/workspace/notification-deliveries.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { exact } from '#dashboard/ui/format/time.tsx'
import { whenText } from '#dashboard/ui/format/when.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { eventIcons } from '#dashboard/platform/notifications/event-icons.ts'
import { StateText } from '../StateText.tsx'
import { durationText, resultOf, triesText } from '../words.ts'
import { DeliveryDetails } from './DeliveryDetails.tsx'
import classes from './DeliveryRow.module.css'

interface DeliveryRowProps {
  delivery: NotificationDelivery
  /** Milliseconds. */
  now: number
  canWrite: boolean
  isOpen: boolean
  onToggle: () => void
}

export function DeliveryRow({ delivery, now, canWrite, isOpen, onToggle }: DeliveryRowProps) {
  const { id, at, event, title, count, channelName, result, ms } = delivery
  const detailsId = `delivery-${id}`
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <div className={classes.row}>
        <time className={classes.time} dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
          {whenText(at, now)}
        </time>
        <span className={classes.what}>
          <Icon name={eventIcons[event]} className="quiet" />
          <button type="button" className={`outside ${classes.title}`} aria-expanded={isOpen} aria-controls={detailsId} onClick={onToggle}>
            {title}
          </button>
          {count > 1 && <span className="meta rigid">{counted(count, 'event')}</span>}
        </span>
        <span className={`outside ${classes.channel}`}>{channelName}</span>
        <span className={classes.result}>
          <StateText {...resultOf(delivery)} />
        </span>
        <span className={`outside ${classes.answer}`}>{result}</span>
        <span className={classes.took}>{ms !== null && durationText(ms)}</span>
        <span className={classes.tries}>
          <span className="visually-hidden">Tries: </span>
          {triesText(delivery)}
        </span>
      </div>
      <div id={detailsId}>{isOpen && <DeliveryDetails id={id} now={now} canWrite={canWrite} />}</div>
    </li>
  )
}
