import type { ReactNode } from 'react'
import type { Fields, NameOf } from './save-fields.ts'
import { ClashDialog } from './ClashDialog.tsx'
import { NotCheckedNote, NotSaved } from './change-notes.tsx'
import { SaveActs } from './SaveActs.tsx'
import { NotKeptNote } from './SaveNotes.tsx'
import type { FieldsForm } from './use-fields-form.ts'

interface FormProps<T extends Fields> {
  fields: FieldsForm<T>
  labels: Record<NameOf<T>, string>
}

/** What can be done with the edits, for the head of the page. */
export function FieldsActs<T extends Fields>({ fields, labels }: FormProps<T>) {
  const { errors } = fields.form.formState
  const problem = fields.changed.find((name) => Object.hasOwn(errors, name))
  return (
    <SaveActs
      edits={fields.changed.length}
      busy={fields.busy}
      problem={problem && `Correct the ${labels[problem].toLowerCase()} to save`}
      onSave={fields.save}
      onDiscard={fields.discard}
    />
  )
}

interface NotesProps<T extends Fields> extends FormProps<T> {
  /** A value in words; '' where it is empty. */
  words: (name: NameOf<T>, value: T[NameOf<T>]) => string
}

/** What became of the last save: why it failed, what the service did not keep, what somebody else changed meanwhile. */
export function FieldsNotes<T extends Fields>({ fields, labels, words }: NotesProps<T>) {
  const shown = (name: NameOf<T>, value: T[NameOf<T>]): ReactNode => {
    const text = words(name, value)
    return text === '' ? <i>empty</i> : <span className="outside">{text}</span>
  }
  return (
    <>
      {fields.error !== null && <NotSaved error={fields.error} />}
      {fields.unchecked && <NotCheckedNote save={fields.unchecked} busy={fields.busy} onCheck={fields.checkAgain} />}
      {fields.notKept.length > 0 && (
        <NotKeptNote
          notKept={fields.notKept.map((one) => ({
            name: one.name,
            label: labels[one.name],
            meant: shown(one.name, one.meant),
            kept: shown(one.name, one.kept),
            onPutBack: () => fields.putBack(one),
          }))}
          onClose={fields.dropNotKept}
        />
      )}
      {fields.clashes && (
        <ClashDialog
          one="field"
          clashes={fields.clashes.about.map(({ name, base, mine, theirs }) => ({
            name,
            label: labels[name],
            base: shown(name, base),
            mine: shown(name, mine),
            theirs: shown(name, theirs),
          }))}
          onChoose={fields.clashes.answer}
        />
      )}
    </>
  )
}
