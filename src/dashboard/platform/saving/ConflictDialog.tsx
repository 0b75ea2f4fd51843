import { plural } from '#dashboard/ui/format/numbers.ts'
import type { Conflict, Fields, NameOf } from '#engine/saving/three-way.ts'
import { ChoiceDialog } from './ChoiceDialog.tsx'
import type { FieldTexts } from './field-texts.ts'
import { ShownValue } from './ShownValue.tsx'

interface ConflictDialogProps<T> {
  conflicts: Conflict<T>[]
  texts: FieldTexts<T>
  /** The names for which mine wins; null saves nothing. */
  onChoose: (mine: NameOf<T>[] | null) => void
}

/** Somebody else changed the same fields since they were loaded here. */
export function ConflictDialog<T extends Fields>({ conflicts, texts, onChoose }: ConflictDialogProps<T>) {
  return (
    <ChoiceDialog
      title={plural(conflicts.length, '{count} value was changed elsewhere', '{count} values were changed elsewhere')}
      items={conflicts.map(({ name, ...values }) => {
        const shown = (which: keyof typeof values) => <ShownValue words={texts.words(name, values[which])} />
        return {
          key: name,
          label: texts.label(name),
          description: <>Was {shown('base')}</>,
          mine: <>Mine: {shown('mine')}</>,
          theirs: <>Theirs: {shown('theirs')}</>,
        }
      })}
      back="Back to editing"
      onBack={() => onChoose(null)}
      onSave={(mine) => onChoose(conflicts.flatMap(({ name }) => (mine.has(name) ? [name] : [])))}
    >
      <div>Someone else changed the same values since you opened this page. Nothing has been saved yet.</div>
    </ChoiceDialog>
  )
}
