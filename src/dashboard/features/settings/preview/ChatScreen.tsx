import { useState, type ReactNode } from 'react'
import { Icon, type AnyIconName } from '#dashboard/ui/theme/more-icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Message, Person } from './Message.tsx'
import type { ChatScreen as Model, Welcome } from './model.ts'
import { Stage } from './Stage.tsx'
import classes from './ChatScreen.module.css'

/** @param before the same screen as it is saved: what an edit takes away leaves a dashed gap */
export function ChatScreen({ screen, before }: { screen: Model; before: Model }) {
  const { name, expert, people, options, acts, invite, composer } = screen
  const [open, setOpen] = useState<'people' | 'menu' | null>(null)
  const toggle = (panel: 'people' | 'menu') => setOpen(open === panel ? null : panel)

  const buttons = (
    <>
      {people && (
        <Opener icon="users" label="Users list" open={open === 'people'} onClick={() => toggle('people')}>
          {count(people.length)}
        </Opener>
      )}
      <Pictured icon="social" label="Invite friends" there={invite} was={before.invite} />
      <Opener icon="more" label="Menu" open={open === 'menu'} onClick={() => toggle('menu')} />
    </>
  )
  return (
    <Stage
      name={name}
      badge={expert ? 'Expert’s chat' : null}
      buttons={buttons}
      foot={<Composer composer={composer} was={before.composer} />}
    >
      {open === 'people' && people && (
        <ul className={classes.panel} aria-label="Users list">
          {people.map((person) => (
            <Person key={person} name={person} acts={acts} />
          ))}
        </ul>
      )}
      {open === 'menu' && <Menu options={options} />}
      <Feed screen={screen} />
    </Stage>
  )
}

function Menu({ options }: { options: Model['options'] }) {
  if (options.length === 0) return <p className={classes.panel}>The menu is empty: every option button is off.</p>
  return (
    <ul className={classes.panel} aria-label="Menu">
      {options.map(({ name, label }) => (
        <li key={name}>{label}</li>
      ))}
    </ul>
  )
}

function Feed({ screen: { feed, notice, welcome, privateWelcome, acts, composer } }: { screen: Model }) {
  return (
    <ul className={classes.feed} aria-label="Messages">
      {feed.map((entry) => {
        switch (entry) {
          case 'welcome':
            return welcome && <WelcomeBox key={entry} welcome={welcome} />
          case 'privateWelcome':
            return privateWelcome && <WelcomeBox key={entry} welcome={privateWelcome} inPrivate />
          case 'notice':
            return (
              <li key={entry} className={classes.line}>
                {notice}
              </li>
            )
          case 'nothingBefore':
            return (
              <li key={entry} className={classes.line}>
                Nothing from before
              </li>
            )
          default:
            return <Message key={`${entry.from} ${entry.time}`} message={entry} acts={composer && acts} />
        }
      })}
    </ul>
  )
}

function WelcomeBox({ welcome: { text, after }, inPrivate = false }: { welcome: Welcome; inPrivate?: boolean }) {
  return (
    <li className={classes.welcome}>
      <p className="outside">{text}</p>
      <span className="tiny faint">
        {inPrivate ? 'in private, ' : ''}after {after} s
      </span>
    </li>
  )
}

function Composer({ composer, was }: { composer: Model['composer']; was: Model['composer'] }) {
  if (!composer) return <p className={classes.reading}>Reading only: not signed in</p>
  return (
    <div className={classes.composer}>
      <span>Write a message</span>
      <Pictured icon="upload" label="Upload button" there={composer.upload} was={was?.upload ?? false} />
      <Pictured icon="smile" label="Emoji button" there={composer.emoji} was={was?.emoji ?? false} />
      <Pictured icon="send" label="Send button" there was />
    </div>
  )
}

/** A control of the chat, as a picture: it does nothing here, so it takes no focus. */
function Pictured({ icon, label, there, was }: { icon: AnyIconName; label: string; there: boolean; was: boolean }) {
  if (there) {
    return (
      <span className={classes.pictured} title={label}>
        <Icon name={icon} label={label} />
      </span>
    )
  }
  return was && <span className={classes.gone} role="img" aria-label={`${label}: gone`} title={`${label}: gone`} />
}

interface OpenerProps {
  icon: AnyIconName
  label: string
  open: boolean
  onClick: () => void
  children?: ReactNode
}

function Opener({ icon, label, open, onClick, children }: OpenerProps) {
  return (
    <button type="button" className={classes.opener} aria-expanded={open} onClick={onClick}>
      <Icon name={icon} label={label} />
      {children && <span className="num">{children}</span>}
    </button>
  )
}
