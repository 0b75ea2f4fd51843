import { providerName } from '#contract/provider-names.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { ChatFrame, Message } from './chat-parts.tsx'
import type { Network, SignInDialog, SignInScreen as Model } from './model.ts'
import classes from './preview.module.css'

export function SignInScreen({ screen: { name, behind, paid, dialog } }: { screen: Model }) {
  return (
    <ChatFrame name={name}>
      {behind ? (
        <ul className={classes.line} aria-label="Messages">
          {behind.map((message) => (
            <Message key={message.from} message={message} />
          ))}
        </ul>
      ) : (
        <p className={classes.line}>{paid ? 'Messages are hidden until payment.' : 'Messages are hidden until sign-in.'}</p>
      )}
      {dialog ? <Dialog dialog={dialog} /> : <p className={classes.line}>No sign-in dialog: your website signs users in.</p>}
      {paid && (
        <Card title="Pay to enter">
          <ButtonImage icon="ticket">Pay and enter</ButtonImage>
        </Card>
      )}
      {dialog && dialog.invites.length > 0 && (
        <Card title="Invite your friends">
          <p>Offered after sign-in.</p>
          {dialog.invites.map((network) => (
            <ButtonImage key={network} icon={networks[network].icon}>
              Invite from {nameOf(network)}
            </ButtonImage>
          ))}
        </Card>
      )}
    </ChatFrame>
  )
}

function Dialog({ dialog: { networks: shown, password, termsTitle, guest } }: { dialog: SignInDialog }) {
  return (
    <Card title="Sign in">
      {shown.length === 0 && !password && !guest && <p>Every sign-in method is off: nobody can sign in.</p>}
      {shown.map((network) => (
        <ButtonImage key={network} icon={networks[network].icon}>
          Continue with {nameOf(network)}
        </ButtonImage>
      ))}
      {password && (
        <div className="stack gap-6">
          <span className={classes.field}>Name</span>
          <span className={classes.field}>Password</span>
          <ButtonImage icon="key">Sign in</ButtonImage>
        </div>
      )}
      {termsTitle !== null && (
        <p>
          No account yet? <span className="accent">Register</span>, accepting <span className="outside accent">{termsTitle}</span>
        </p>
      )}
      {guest && (
        <div className="stack gap-6">
          <span className={classes.field}>Your name</span>
          {guest.avatar && <ButtonImage icon="image">Choose a picture</ButtonImage>}
          <ButtonImage icon="account">Enter as a guest</ButtonImage>
        </div>
      )}
    </Card>
  )
}

const networks = { networkOne: { icon: 'net1', unnamed: 'network one' }, networkTwo: { icon: 'net2', unnamed: 'network two' } } as const

const nameOf = (network: Network) => providerName(network) ?? networks[network].unnamed

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={`small card stack ${classes.card}`}>
      <h4>{title}</h4>
      {children}
    </section>
  )
}

/** A button of the chat, as an image: it does nothing here, so it is not focusable. */
function ButtonImage({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <span className={classes.action}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  )
}
