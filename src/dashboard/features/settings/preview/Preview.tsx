import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { NativeSelect } from '@mantine/core'
import { memo, useId, useMemo, useState } from 'react'
import type { Settings } from '#contract/settings-derive.ts'
import { Segments } from '#dashboard/ui/form/Segments.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ChatFrame } from './chat-parts.tsx'
import { ChatScreen } from './ChatScreen.tsx'
import { type EditEffect, editEffects } from './edit-effects.ts'
import { type OfflineScreen as Model, previewModel, type PreviewModel, type Role, roles } from './model.ts'
import { type ScreenName, screenNames } from './parts.ts'
import classes from './preview.module.css'
import { SignInScreen } from './SignInScreen.tsx'

const roleLabels: Record<Role, string> = { guest: 'Guest', user: 'User', admin: 'Admin' }
const roleChoices = roles.map((value) => ({ value, label: roleLabels[value] }))
const screenLabels: Record<ScreenName, string> = { chat: 'Chat', signIn: 'Sign-in', offline: 'Offline page' }

interface PreviewProps {
  saved: Settings
  /** With the unsaved edits; a delay may hold a text that is not a number yet. */
  values: Settings
  /** Whether the account has one: paid entry works only then. */
  hasCurrency: boolean
  onClose?: () => void
}

/** The chat as it would look with the edits: an approximation that is drawn here and requests nothing. */
export function Preview({ saved, values, hasCurrency, onClose }: PreviewProps) {
  const [role, setRole] = useState<Role>('user')
  const [screen, setScreen] = useState<ScreenName>('chat')
  const id = useId()
  const shown = useMemo(() => previewModel(values, role, screen, hasCurrency), [values, role, screen, hasCurrency])
  const before = useMemo(() => previewModel(saved, role, screen, hasCurrency), [saved, role, screen, hasCurrency])
  const edits = useMemo(() => editEffects(saved, values, hasCurrency), [saved, values, hasCurrency])

  return (
    <section className={classes.preview} aria-labelledby={id}>
      <header className="row">
        <h2 id={id} className="heading">
          Preview
        </h2>
        <span className="quiet fz-help grow">approximate, with your edits</span>
        {onClose && <IconButton icon="x" size="xs" aria-label="Close the preview" onClick={onClose} />}
      </header>
      <div className="row between">
        <Segments legend="Seen by" name={`${id}-role`} choices={roleChoices} value={role} onChange={setRole} />
        <NativeSelect
          size="xs"
          aria-label="Screen"
          className={classes.view}
          value={screen}
          onChange={(event) => setScreen(screenNames.find((name) => name === event.currentTarget.value) ?? 'chat')}
          data={screenNames.map((value) => ({ value, label: screenLabels[value] }))}
        />
      </div>
      {shown.notes.map((note) => (
        <p key={note} className="help beside gap-6">
          <Icon name="info" size={14} />
          {note}
        </p>
      ))}
      <Screen shown={shown} before={before} />
      <Edits edits={edits} />
    </section>
  )
}

const Screen = memo(function Screen({ shown: { screen }, before }: { shown: PreviewModel; before: PreviewModel }) {
  switch (screen.kind) {
    case 'chat':
      return <ChatScreen screen={screen} before={before.screen.kind === 'chat' ? before.screen : screen} />
    case 'signIn':
      return <SignInScreen screen={screen} />
    case 'offline':
      return <OfflineScreen screen={screen} />
  }
})

function Edits({ edits }: { edits: EditEffect[] }) {
  const id = useId()
  if (edits.length === 0) return <p className="help mt-4">No edits. This is the saved chat.</p>
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="visually-hidden">
        What your edits change
      </h3>
      <ul className="small stack gap-2 mt-4">
        {edits.map(({ setting, label, text, gives }) => (
          <li key={setting} className="beside">
            <Icon name={gives === 'more' ? 'plus' : gives === 'less' ? 'minus' : 'edit'} size={12} />
            <span className="outside grow">{text}</span>
            <span className="quiet at-end">{label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OfflineScreen({ screen: { name, message, formGoesTo } }: { screen: Model }) {
  return (
    <ChatFrame name={name}>
      <div className="stack gap-10 quiet panel">
        <Icon name="offline" size={20} />
        <p className="outside ink lines">{message || 'The chat is offline.'}</p>
        {message === '' && <span className="help">No offline message is set.</span>}
      </div>
      {formGoesTo !== null && (
        <section className={`small card stack ${classes.card}`}>
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
