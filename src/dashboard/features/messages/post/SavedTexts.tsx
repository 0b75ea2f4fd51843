import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { deleteRecord, madeAt, newKey, recordsQuery, whereKept, writeRecords } from '#dashboard/platform/records/records.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import type { PostFields } from './posting.ts'

interface SavedTextsProps {
  control: Control<PostFields>
  onInsert: (text: string) => void
}

export function SavedTexts({ control, onInsert }: SavedTextsProps) {
  const { data: saved = [], isError } = useQuery(savedTextsQuery())
  const text = useWatch({ control, name: 'text' }).trim()
  const canSave = text !== '' && !isError && !saved.some(({ value }) => value === text)
  const save = (what: string, key?: string) =>
    saveText(what, key).catch((error: unknown) => toastError('The announcement was not saved', error))
  const remove = (what: SavedText) =>
    deleteRecord('post-texts', what).then(
      () => toast('Saved announcement deleted', { label: 'Undo', run: () => save(what.value, what.key) }),
      (error: unknown) => toastError('The saved announcement was not deleted', error),
    )

  return (
    <section className="stack gap-4">
      <div className="help row wrap">
        <h3 className="medium ink">Saved announcements</h3>
        <span>{isError ? 'They could not be read.' : whereKept}</span>
        <Button size="xs" aria-label="Save announcement" onClick={() => void save(text)} blocked={!canSave}>
          Save
        </Button>
      </div>
      {saved.length > 0 && (
        <ul className="long-list" aria-label="Saved announcements">
          {saved.map((one) => (
            <li className="row overline" key={one.key}>
              <span className="outside small cut grow" title={one.value}>
                {one.value}
              </span>
              <Button size="xs" aria-label={`Insert “${short(one.value)}”`} onClick={() => onInsert(one.value)}>
                Insert
              </Button>
              <IconButton icon="trash" size="xs" aria-label={`Delete “${short(one.value)}”`} onClick={() => void remove(one)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

type SavedText = RecordEntry<'post-texts'>

const newestFirst = (texts: SavedText[]) => texts.toSorted((a, b) => madeAt(b) - madeAt(a))

const savedTextsQuery = () => queryOptions({ ...recordsQuery('post-texts'), select: newestFirst })

/** Rejects with a Failure if it cannot be stored. @param key of a deleted one, which determines its position in the list */
const saveText = async (text: string, key = newKey()): Promise<void> =>
  void (await writeRecords('post-texts', [{ chatId: null, key, before: null, value: text }]))
