import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { OfflineScreen as Model } from './model.ts'
import classes from './SignInScreen.module.css'
import { ChatFrame } from './ChatFrame.tsx'

export function OfflineScreen({ screen: { name, message, formGoesTo } }: { screen: Model }) {
  return (
    <ChatFrame name={name}>
      <div className={classes.closed}>
        <Icon name="offline" size={20} />
        <p className="outside">{message || 'The chat is offline.'}</p>
        {message === '' && <span className={classes.line}>No offline message is set.</span>}
      </div>
      {formGoesTo !== null && (
        <section className={classes.card}>
          <h4>Leave a message</h4>
          <span className={classes.field}>Your e-mail address</span>
          <span className={classes.field} data-long>
            Your message
          </span>
          <span className={classes.action}>Send</span>
          <p className="quiet">
            Goes to <span className="outside">{formGoesTo}</span>
          </p>
        </section>
      )}
    </ChatFrame>
  )
}
