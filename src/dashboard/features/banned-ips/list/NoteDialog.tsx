import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { requireCompleteDates } from '#dashboard/ui/form/complete-dates.ts'
import { noteOf, type Note, type Notes } from './notes.ts'
import type { Range } from '../ranges/range.ts'
import { nameOf, type Entry } from '../read.ts'

interface NoteDialogProps {
  entry: Entry
  notes: Notes
  keep: (changes: { range: Range; note: Note }[]) => Promise<void>
  onClose: () => void
}

const maxNoteLength = 500

/** A note that came longer, from a file, stays as it is. */
const schemaFor = (held: Note) =>
  z.object({
    note: z
      .string()
      .check(z.refine((note) => note === held.note || note.length <= maxNoteLength, `must have at most ${maxNoteLength} characters`)),
    reviewOn: z.string(),
  })

/** Why an entry is there, and when to look again. Kept in this browser, as the service has no place for it. */
export function NoteDialog({ entry, notes, keep, onClose }: NoteDialogProps) {
  const [held] = useState<Note>(() => noteOf(notes, entry) ?? { note: '', reviewOn: '' })
  const form = useForm({ defaultValues: held, resolver: requireCompleteDates(zodResolver(schemaFor(held))) })
  const { errors } = form.formState
  const reviewOn = useWatch({ control: form.control, name: 'reviewOn' })
  const [failed, setFailed] = useState(false)
  const save = form.handleSubmit(async (note) => {
    try {
      await keep([{ range: entry, note }])
      toast('The note is kept in this browser')
      onClose()
    } catch {
      setFailed(true)
    }
  })
  return (
    <Modal opened onClose={onClose} title={`Note on ${nameOf(entry)}`}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="lg">
          {failed && <Banner tone="bad">This browser keeps nothing: it is in a private window, or its disk is full.</Banner>}
          <Textarea
            label="Note"
            description="Kept in this browser only, and part of the JSON and CSV exports."
            rows={3}
            error={fieldError(errors.note?.message)}
            {...form.register('note')}
          />
          <TextInput
            type="date"
            label="Review on"
            description="From that day on it stands above the list."
            data-empty={reviewOn === '' || undefined}
            error={fieldError(errors.reviewOn?.message)}
            {...form.register('reviewOn')}
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
