import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { requireCompleteDates } from '#dashboard/ui/form/complete-dates.ts'
import { noteOf, type BanNote, type Notes } from './notes.ts'
import type { IpRange } from '../ranges/range.ts'
import { nameOf, type BanEntry } from '../read.ts'

interface NoteDialogProps {
  entry: BanEntry
  notes: Notes
  keep: (changes: { range: IpRange; note: BanNote }[]) => Promise<void>
  onClose: () => void
}

const maxNoteLength = 500

/** A longer note that was imported from a file stays valid. */
const schemaFor = (held: BanNote) =>
  z.object({
    note: z
      .string()
      .check(z.refine((note) => note === held.note || note.length <= maxNoteLength, `must have at most ${maxNoteLength} characters`)),
    reviewOn: z.string(),
  })

/** Why an entry exists, and when to review it. Stored in this browser, as the service has no field for it. */
export function NoteDialog({ entry, notes, keep, onClose }: NoteDialogProps) {
  const [held] = useState<BanNote>(() => noteOf(notes, entry) ?? { note: '', reviewOn: '' })
  const form = useForm({ defaultValues: held, resolver: requireCompleteDates(zodResolver(schemaFor(held))) })
  const { errors } = form.formState
  const reviewOn = useWatch({ control: form.control, name: 'reviewOn' })
  const [failed, setFailed] = useState(false)
  const save = form.handleSubmit(async (note) => {
    try {
      await keep([{ range: entry, note }])
      toast('The note was saved in this browser')
      onClose()
    } catch {
      setFailed(true)
    }
  })
  return (
    <Modal opened onClose={onClose} title={`Note on ${nameOf(entry)}`}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="lg">
          {failed && <Banner tone="bad">This browser could not save the note. It may be a private window, or the disk may be full.</Banner>}
          <Textarea
            label="Note"
            description="Stored in this browser only, and included in JSON and CSV exports."
            rows={3}
            error={fieldError(errors.note?.message)}
            {...form.register('note')}
          />
          <TextInput
            type="date"
            label="Review on"
            description="From this day on, the entry is listed as due for review."
            data-empty={reviewOn === '' || undefined}
            error={fieldError(errors.reviewOn?.message)}
            {...form.register('reviewOn')}
          />
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled">
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
