import { useState } from 'react'
import { setting } from '#contract/settings-derive.ts'
import { Icon, type AnyIconName } from '#dashboard/ui/theme/more-icons.tsx'
import classes from './Message.module.css'
import type { PersonActs, ShownMessage } from './model.ts'
import type { Piece } from './parse.ts'
import { people } from './sample.ts'

interface MessageProps {
  message: ShownMessage
  /** What can be started with the poster, from their name; null: nothing, not signed in. */
  acts?: PersonActs | null
}

/** A message of the sample. Links lead nowhere and media are boxes: the preview asks for nothing from anywhere. */
export function Message({ message: { from, time, pieces }, acts = null }: MessageProps) {
  const [open, setOpen] = useState(false)
  const because = new Set(pieces.map((piece) => piece.because).filter((name) => name !== undefined))
  return (
    <li className={classes.message}>
      <Avatar name={from} />
      <p className={classes.from}>
        {acts ? (
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {from}
          </button>
        ) : (
          <b>{from}</b>
        )}{' '}
        <span className="num">{time}</span>
      </p>
      {open && acts && <Acts acts={acts} />}
      <div className="outside">
        {pieces.map((piece, place) => (
          // The pieces of a message have nothing but their place.
          // eslint-disable-next-line react/no-array-index-key
          <Shown key={place} piece={piece} />
        ))}
      </div>
      {[...because].map((name) => (
        <p key={name} className="tiny faint">
          shown as text: {setting(name).label} is {name === 'httpsOnly' ? 'on' : 'off'}
        </p>
      ))}
    </li>
  )
}

function Shown({ piece: { kind, shown, source } }: { piece: Piece }) {
  switch (kind) {
    case 'text':
      return shown
    case 'emoji':
      return shown
    case 'link':
      return <span className={classes.link}>{shown}</span>
    case 'mention':
      return <span className={classes.mention}>{shown}</span>
    case 'masked':
      return <span className={classes.masked}>{shown}</span>
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

/** Four quiet grounds, the same one for a person everywhere. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={classes.avatar} data-ground={people.indexOf(name) % 4} aria-hidden>
      {/./u.exec(name)?.[0]}
    </span>
  )
}

/** A person with what this role can start with them. */
export function Person({ name, acts }: { name: string; acts: PersonActs }) {
  return (
    <li className={classes.person}>
      <Avatar name={name} />
      <span className="cut ink grow">{name}</span>
      <Acts acts={acts} />
    </li>
  )
}

/** Buttons of the chat, as pictures: they do nothing here, so they take no focus. */
function Acts({ acts: { privateMessage, audioCall, videoCall } }: { acts: PersonActs }) {
  if (!privateMessage && !audioCall && !videoCall) return <span className={classes.acts}>no call, no private message</span>
  return (
    <span className={classes.acts}>
      {privateMessage && <Act icon="messages" label="Private message" />}
      {audioCall && <Act icon="call" label="Audio call" />}
      {videoCall && <Act icon="monitor" label="Video call" />}
    </span>
  )
}

const Act = ({ icon, label }: { icon: AnyIconName; label: string }) => (
  <span title={label}>
    <Icon name={icon} label={label} />
  </span>
)
