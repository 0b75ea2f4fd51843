import { Textarea, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { saveFields } from '#dashboard/platform/records/save-fields.ts'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { type FieldTexts, useConflicts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { pick } from '#engine/saving/three-way.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { requireCompleteDates } from '#dashboard/ui/form/complete-dates.ts'
import type { BanNote } from './notes.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { keyOf } from '#engine/bans/range.ts'
import { nameOf, type BanEntry } from '../read.ts'

const maxNoteLength = 500

/** A longer note that was imported from a file stays valid. */
const schemaFor = (held: BanNote) =>
  z.object({
    note: z
      .string()
      .check(z.refine((note) => note === held.note || note.length <= maxNoteLength, `must have at most ${maxNoteLength} characters`)),
    reviewOn: z.string(),
  })

const blank: BanNote = { note: '', reviewOn: '' }

/** Why an entry exists, and when to review it. The service has no field for it. */
export function NoteDialog({ screen: { chat, noteEntries, note }, entry }: { screen: BanScreen; entry: BanEntry }) {
  const [before] = useState(() => noteEntries.get(keyOf(entry)) ?? null)
  const onClose = () => note(null)
  const base = before?.value ?? blank
  const form = useForm({ defaultValues: base, resolver: requireCompleteDates(zodResolver(schemaFor(base))) })
  const { errors } = form.formState
  const reviewOn = useWatch({ control: form.control, name: 'reviewOn' })
  const { choose, dialog } = useConflicts(noteTexts)
  const saving = useAction(null, async (_, note: BanNote) => {
    // White space alone is no note.
    const changes = pick({ ...note, note: note.note.trim() ? note.note : '' }, (name) => note[name] !== base[name])
    const isSaved = await saveFields({
      kind: 'ban-notes',
      chatId: chat.id,
      key: keyOf(entry),
      before,
      edits: { base, changes },
      blank,
      choose,
    })
    if (!isSaved) return
    toast('The note was saved')
    onClose()
  })
  const save = form.handleSubmit((note) => saving.mutate(note))
  return (
    <FormDialog onClose={onClose} title={`Note on ${nameOf(entry)}`} submit="Save" isBusy={saving.isPending} onSubmit={() => void save()}>
      {saving.error && <NotSaved error={saving.error} />}
      <Textarea
        label="Note"
        data-autofocus
        description={`${whereKept} Included in JSON and CSV exports.`}
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
      {dialog}
    </FormDialog>
  )
}

const noteTexts: FieldTexts<BanNote> = {
  label: (name) => (name === 'note' ? 'Note' : 'Review on'),
  words: (_, value) => value,
}
