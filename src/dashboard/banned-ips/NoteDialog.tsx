import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Banner } from '../ui/notes.tsx'
import { say } from '../ui/toast.tsx'
import { noteOf, type Note, type Notes } from './notes.ts'
import type { Range } from './ranges/range.ts'
import { nameOf, type Entry } from './read.ts'

interface NoteDialogProps {
  entry: Entry
  notes: Notes
  keep: (changes: { range: Range; note: Note }[]) => Promise<void>
  onClose: () => void
}

const longest = 500

/** Why an entry is there, and when to look again. Kept in this browser, as the service has no place for it. */
export function NoteDialog({ entry, notes, keep, onClose }: NoteDialogProps) {
  const [note, setNote] = useState<Note>(noteOf(notes, entry) ?? { note: '', reviewOn: '' })
  const [failed, setFailed] = useState(false)
  async function save() {
    try {
      await keep([{ range: entry, note }])
      say('The note is kept in this browser')
      onClose()
    } catch {
      setFailed(true)
    }
  }
  return (
    <Modal opened onClose={onClose} title={`Note on ${nameOf(entry)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="lg">
          {failed && <Banner tone="bad">This browser keeps nothing: it is in a private window, or its disk is full.</Banner>}
          <Textarea
            label="Note"
            description="Kept in this browser only, and part of the JSON and CSV exports."
            rows={3}
            maxLength={longest}
            value={note.note}
            onChange={(event) => setNote({ ...note, note: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Review on"
            description="From that day on it stands above the list."
            value={note.reviewOn}
            onChange={(event) => setNote({ ...note, reviewOn: event.currentTarget.value })}
          />
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled">
              Keep
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
