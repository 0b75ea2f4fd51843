import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import classes from './SaveNotes.module.css'

interface NotKeptNoteProps {
  /** As people see them. */
  notKept: { name: string; label: string; meant: ReactNode; kept: ReactNode; onPutBack: () => void }[]
  onClose: () => void
}

/** What the service holds after a save is not what was meant: each field, with the choice to put it back or to leave it. */
export function NotKeptNote({ notKept, onClose }: NotKeptNoteProps) {
  return (
    <div role="status">
      <Banner>
        <p>
          <b>Saved, but {counted(notKept.length, 'field was', 'fields were')} not kept.</b> They were read again after the save:
        </p>
        <ul className={classes.list}>
          {notKept.map(({ name, label, meant, kept, onPutBack }) => (
            <li key={name}>
              <span>
                <b>{label}</b> is {kept}, you meant {meant}
              </span>
              <Button size="xs" onClick={onPutBack}>
                Put back
              </Button>
            </li>
          ))}
        </ul>
        <Group gap="sm">
          <Button size="xs" onClick={onClose}>
            Leave it so
          </Button>
        </Group>
      </Banner>
    </div>
  )
}
