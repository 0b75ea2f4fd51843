import { type ReactNode, useState } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { ChatFrame, Message, Person } from './chat-parts.tsx'
import type { ChatScreen as Model, Welcome } from './model.ts'
import classes from './preview.module.css'

/** @param before the same screen as saved: what an edit hides leaves a dashed gap */
export function ChatScreen({ screen, before }: { screen: Model; before: Model }) {
  const { name, expert, people, options, actions, invite, composer } = screen
  const [open, setOpen] = useState<'people' | 'menu' | null>(null)
  const toggle = (panel: 'people' | 'menu') => setOpen(open === panel ? null : panel)

  const buttons = (
    <>
      {people && (
        <PanelButton icon="users" label="Users list" open={open === 'people'} onClick={() => toggle('people')}>
          {count(people.length)}
        </PanelButton>
      )}
      <ControlImage icon="social" label="Invite friends" isShown={invite} wasShown={before.invite} />
      <PanelButton icon="more" label="Menu" open={open === 'menu'} onClick={() => toggle('menu')} />
    </>
  )
  return (
    <ChatFrame
      name={name}
      badge={expert ? 'Expert’s chat' : null}
      buttons={buttons}
      foot={<Composer composer={composer} before={before.composer} />}
    >
      {open === 'people' && people && (
        <ul className={`stack gap-2 fz-help underline ${classes.panel}`} aria-label="Users list">
          {people.map((person) => (
            <Person key={person} name={person} actions={actions} />
          ))}
        </ul>
      )}
      {open === 'menu' && <Menu options={options} />}
      <Feed screen={screen} />
    </ChatFrame>
  )
}

function Menu({ options }: { options: Model['options'] }) {
  if (options.length === 0)
    return <p className={`stack gap-2 fz-help underline ${classes.panel}`}>The menu is empty: every option button is off.</p>
  return (
    <ul className={`stack gap-2 fz-help underline ${classes.panel}`} aria-label="Menu">
      {options.map(({ name, label }) => (
        <li key={name}>{label}</li>
      ))}
    </ul>
  )
}

function Feed({ screen: { feed, notice, welcome, privateWelcome, actions, composer } }: { screen: Model }) {
  return (
    <ul className="stack gap-10 m-8" aria-label="Messages">
      {feed.map((entry) => {
        switch (entry) {
          case 'welcome':
            return welcome && <WelcomeBox key={entry} welcome={welcome} />
          case 'privateWelcome':
            return privateWelcome && <WelcomeBox key={entry} welcome={privateWelcome} inPrivate />
          case 'notice':
            return (
              <li key={entry} className="tiny faint">
                {notice}
              </li>
            )
          case 'nothingBefore':
            return (
              <li key={entry} className="tiny faint">
                No earlier messages
              </li>
            )
          default:
            return <Message key={`${entry.from} ${entry.time}`} message={entry} actions={composer && actions} />
        }
      })}
    </ul>
  )
}

function WelcomeBox({ welcome: { text, after }, inPrivate = false }: { welcome: Welcome; inPrivate?: boolean }) {
  return (
    <li className={`help ${classes.welcome}`}>
      <p className="outside lines">{text}</p>
      <span className="tiny faint">{inPrivate ? `in private, after ${after} s` : `after ${after} s`}</span>
    </li>
  )
}

function Composer({ composer, before }: { composer: Model['composer']; before: Model['composer'] }) {
  if (!composer) return <p className="help overline panel">Read only: not signed in</p>
  return (
    <div className={`box row faint fz-help gap-0 ${classes.composer}`}>
      <span className="grow">Write a message</span>
      <ControlImage icon="upload" label="Upload button" isShown={composer.upload} wasShown={before?.upload ?? false} />
      <ControlImage icon="smile" label="Emoji button" isShown={composer.emoji} wasShown={before?.emoji ?? false} />
      <ControlImage icon="send" label="Send button" isShown wasShown />
    </div>
  )
}

/** A control of the chat, as an image: it does nothing here, so it is not focusable. */
function ControlImage({ icon, label, isShown, wasShown }: { icon: IconName; label: string; isShown: boolean; wasShown: boolean }) {
  if (isShown) {
    return (
      <span className={classes.opener} title={label}>
        <Icon name={icon} label={label} />
      </span>
    )
  }
  return wasShown && <span className={classes.gone} role="img" aria-label={`${label}: hidden`} title={`${label}: hidden`} />
}

interface PanelButtonProps {
  icon: IconName
  label: string
  open: boolean
  onClick: () => void
  children?: ReactNode
}

function PanelButton({ icon, label, open, onClick, children }: PanelButtonProps) {
  return (
    <button type="button" className={classes.opener} aria-expanded={open} onClick={onClick}>
      <Icon name={icon} label={label} />
      {children && <span className="num">{children}</span>}
    </button>
  )
}
