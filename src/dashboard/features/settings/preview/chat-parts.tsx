import { type ReactNode, useState } from 'react'
import { setting } from '#contract/settings-derive.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import type { PersonActions, ShownMessage } from './model.ts'
import type { Piece } from './parse.ts'
import classes from './preview.module.css'
import { Initial } from '#dashboard/ui/page/Initial.tsx'

interface ChatFrameProps {
  name: string
  badge?: string | null
  buttons?: ReactNode
  /** Stays visible below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame of the chat, with its name. Its content scrolls by itself, with the keyboard too. */
export function ChatFrame({ name, badge, buttons, foot, children }: ChatFrameProps) {
  return (
    <div className={classes.frame}>
      <header className={`row gap-4 underline ${classes.chatFrameHead}`}>
        <h3 className="outside small cut grow">{name || 'A chat without a name'}</h3>
        {badge && <span className="tag tag-quiet medium">{badge}</span>}
        {buttons}
      </header>
      <div className={classes.scroll} role="group" aria-label="The chat" tabIndex={0}>
        {children}
      </div>
      {foot}
    </div>
  )
}

interface MessageProps {
  message: ShownMessage
  /** What can be started with the author, from their name; null: nothing, because not signed in. */
  actions?: PersonActions | null
}

/** A message of the sample. Links lead nowhere and media are boxes: the preview asks for nothing from anywhere. */
export function Message({ message: { from, time, pieces }, actions = null }: MessageProps) {
  const [open, setOpen] = useState(false)
  const because = new Set(pieces.map((piece) => piece.because).filter((name) => name !== undefined))
  return (
    <li className={classes.message}>
      <Initial name={from} />
      <p className={`faint fz-meta ${classes.from}`}>
        {actions ? (
          <button type="button" className="name-link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {from}
          </button>
        ) : (
          <b>{from}</b>
        )}{' '}
        <span className="num">{time}</span>
      </p>
      {open && actions && <Actions actions={actions} />}
      <div className="outside">
        {pieces.map((piece, index) => (
          // The pieces of a message have no identity but their position.
          // eslint-disable-next-line react/no-array-index-key
          <Shown key={index} piece={piece} />
        ))}
      </div>
      {[...because].map((name) => (
        <p key={name} className="tiny faint">
          {name === 'httpsOnly'
            ? `Shown as text because ${setting(name).label} is on`
            : `Shown as text because ${setting(name).label} is off`}
        </p>
      ))}
    </li>
  )
}

function Shown({ piece: { kind, shown, source } }: { piece: Piece }) {
  switch (kind) {
    case 'text':
    case 'emoji':
      return <>{shown}</>
    case 'link':
      return <span className="accent">{shown}</span>
    case 'mention':
      return <span className="tag-accent medium">{shown}</span>
    case 'masked':
      return <span className="quiet">{shown}</span>
    case 'image':
    case 'audio':
    case 'video':
      return (
        <span className={classes.media} data-kind={kind}>
          <Icon name={kind === 'image' ? 'image' : kind === 'audio' ? 'sound' : 'play'} />
          <span className="cut shrinks">
            {mediaLabels[kind]}: {fileName(source)}
          </span>
        </span>
      )
  }
}

const mediaLabels = { image: 'Image', audio: 'Audio player', video: 'Video player' }

const fileName = (address: string) => address.split(/[?#]/)[0]?.split('/').at(-1) ?? address

export function Person({ name, actions }: { name: string; actions: PersonActions }) {
  return (
    <li className="row gap-12 quiet">
      <Initial name={name} />
      <span className="cut ink grow">{name}</span>
      <Actions actions={actions} />
    </li>
  )
}

/** Buttons of the chat, as images: they do nothing here, so they are not focusable. */
function Actions({ actions: { privateMessage, audioCall, videoCall } }: { actions: PersonActions }) {
  if (!privateMessage && !audioCall && !videoCall) return <span className="quiet fz-meta">No calls or private messages</span>
  return (
    <span className="row gap-12 quiet">
      {privateMessage && <ActionIcon icon="messages" label="Private message" />}
      {audioCall && <ActionIcon icon="call" label="Audio call" />}
      {videoCall && <ActionIcon icon="monitor" label="Video call" />}
    </span>
  )
}

const ActionIcon = ({ icon, label }: { icon: IconName; label: string }) => (
  <span title={label}>
    <Icon name={icon} label={label} />
  </span>
)
