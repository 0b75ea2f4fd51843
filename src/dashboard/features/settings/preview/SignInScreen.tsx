import { Icon, type AnyIconName } from '#dashboard/ui/theme/more-icons.tsx'
import { Message } from './Message.tsx'
import type { SignInDialog, SignInScreen as Model } from './model.ts'
import classes from './SignInScreen.module.css'
import { Stage } from './Stage.tsx'

export function SignInScreen({ screen: { name, behind, paid, dialog } }: { screen: Model }) {
  return (
    <Stage name={name}>
      {behind ? (
        <ul className={classes.behind} aria-label="Messages">
          {behind.map((message) => (
            <Message key={message.from} message={message} />
          ))}
        </ul>
      ) : (
        <p className={classes.line}>{paid ? 'No message is shown before paying.' : 'No message is shown before signing in.'}</p>
      )}
      {dialog ? <Dialog dialog={dialog} /> : <p className={classes.line}>No sign-in dialog: your own site signs people in.</p>}
      {paid && (
        <Card title="Pay to enter">
          <Act icon="ticket">Pay and enter</Act>
        </Card>
      )}
      {dialog && dialog.invites.length > 0 && (
        <Card title="Invite your friends">
          <p>Offered after sign-in.</p>
          {dialog.invites.map((network) => (
            <Act key={network} icon={networkIcon(network)}>
              Invite from {network}
            </Act>
          ))}
        </Card>
      )}
    </Stage>
  )
}

function Dialog({ dialog: { networks, password, termsTitle, guest } }: { dialog: SignInDialog }) {
  return (
    <Card title="Sign in">
      {networks.length === 0 && !password && !guest && <p>Every way in is switched off: nobody can sign in.</p>}
      {networks.map((network) => (
        <Act key={network} icon={networkIcon(network)}>
          Continue with {network}
        </Act>
      ))}
      {password && (
        <div className={classes.way}>
          <span className={classes.field}>Name</span>
          <span className={classes.field}>Password</span>
          <Act icon="key">Sign in</Act>
        </div>
      )}
      {termsTitle !== null && (
        <p>
          No account yet? <span className={classes.link}>Register</span>, accepting{' '}
          <span className={`outside ${classes.link}`}>{termsTitle}</span>
        </p>
      )}
      {guest && (
        <div className={classes.way}>
          <span className={classes.field}>Your name</span>
          {guest.avatar && <Act icon="image">Choose a picture</Act>}
          <Act icon="account">Enter as a guest</Act>
        </div>
      )}
    </Card>
  )
}

const networkIcon = (network: string): AnyIconName => (network === 'network one' ? 'net1' : 'net2')

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.card}>
      <h4>{title}</h4>
      {children}
    </section>
  )
}

/** A button of the chat, as a picture: it does nothing here, so it takes no focus. */
function Act({ icon, children }: { icon: AnyIconName; children: React.ReactNode }) {
  return (
    <span className={classes.act}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  )
}
