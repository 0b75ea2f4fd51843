import { ActionIcon, NativeSelect } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { Settings } from '#contract/settings-derive.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { changes, type Change } from './changes.ts'
import { ChatScreen } from './ChatScreen.tsx'
import { roles, views, widget, type Role, type View, type Widget } from './model.ts'
import { OfflineScreen } from './OfflineScreen.tsx'
import classes from './Preview.module.css'
import { SignInScreen } from './SignInScreen.tsx'

const roleLabels: Record<Role, string> = { guest: 'Guest', user: 'User', admin: 'Admin' }
const viewLabels: Record<View, string> = { chat: 'Chat', signIn: 'Sign-in', offline: 'Offline page' }

interface PreviewProps {
  saved: Settings
  /** The unsaved ones; a delay may hold a text that is no number yet. */
  values: Settings
  /** Whether the account has one: paid entry works only then. */
  hasCurrency: boolean
  onClose?: () => void
}

/** The chat as it would look with the edits. Drawn here, so only about right; it asks for nothing from anywhere. */
export function Preview({ saved, values, hasCurrency, onClose }: PreviewProps) {
  const [role, setRole] = useState<Role>('user')
  const [view, setView] = useState<View>('chat')
  const id = useId()
  const shown = useMemo(() => widget(values, role, view, hasCurrency), [values, role, view, hasCurrency])
  const before = useMemo(() => widget(saved, role, view, hasCurrency), [saved, role, view, hasCurrency])
  const edits = useMemo(() => changes(saved, values, hasCurrency), [saved, values, hasCurrency])

  return (
    <section className={classes.preview} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>Preview</h2>
        <span className="quiet fz-help grow">approximate, from your edits</span>
        {onClose && (
          <ActionIcon size="xs" aria-label="Close the preview" onClick={onClose}>
            <Icon name="x" />
          </ActionIcon>
        )}
      </header>
      <div className={classes.controls}>
        <RoleControl role={role} onChange={setRole} />
        <NativeSelect
          size="xs"
          aria-label="What is seen"
          className={classes.view}
          value={view}
          onChange={(event) => setView(views.find((name) => name === event.currentTarget.value) ?? 'chat')}
          data={views.map((value) => ({ value, label: viewLabels[value] }))}
        />
      </div>
      {shown.notes.map((note) => (
        <p key={note} className={classes.note}>
          <Icon name="info" size={14} />
          {note}
        </p>
      ))}
      <Screen shown={shown} before={before} />
      <Edits edits={edits} />
    </section>
  )
}

function RoleControl({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const name = useId()
  return (
    <fieldset className={classes.roles}>
      <legend>Seen by</legend>
      {roles.map((value) => (
        <label key={value}>
          <input type="radio" name={name} checked={role === value} onChange={() => onChange(value)} />
          {roleLabels[value]}
        </label>
      ))}
    </fieldset>
  )
}

function Screen({ shown: { screen }, before }: { shown: Widget; before: Widget }) {
  switch (screen.kind) {
    case 'chat':
      return <ChatScreen screen={screen} before={before.screen.kind === 'chat' ? before.screen : screen} />
    case 'signIn':
      return <SignInScreen screen={screen} />
    case 'offline':
      return <OfflineScreen screen={screen} />
  }
}

function Edits({ edits }: { edits: Change[] }) {
  const id = useId()
  if (edits.length === 0) return <p className="help mt-4">Nothing is edited: this is the chat as it is saved.</p>
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.unseen}>
        What your edits change
      </h3>
      <ul className={classes.edits}>
        {edits.map(({ setting, label, text, gives }) => (
          <li key={setting}>
            {gives === 'more' ? <Icon name="plus" size={12} /> : <i className={classes.mark} data-gives={gives ?? 'other'} />}
            <span className="outside">{text}</span>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
