import { plural, count } from '#dashboard/ui/format/numbers.ts'
import type { Conflict, Fields, NameOf } from '#engine/saving/three-way.ts'
import { ShownValue } from './change-notes.tsx'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { usePrompt } from '#dashboard/ui/overlay/use-prompt.ts'

export interface FieldTexts<T> {
  label: (name: NameOf<T>) => string
  /** A value in words; '' where it is empty. */
  words: (name: NameOf<T>, value: T[NameOf<T>]) => string
}

interface ConflictDialogProps<T> {
  conflicts: Conflict<T>[]
  texts: FieldTexts<T>
  /** The names for which mine wins; null saves nothing. */
  onChoose: (mine: NameOf<T>[] | null) => void
}

/** Somebody else changed the same fields since they were loaded here. Nothing is chosen beforehand, and nothing is saved before all is chosen. */
export function ConflictDialog<T extends Fields>({ conflicts, texts, onChoose }: ConflictDialogProps<T>) {
  const [choices, setChoices] = useState<Partial<Record<string, string>>>({})
  const left = conflicts.filter(({ name }) => choices[name] === undefined).length
  const back = () => onChoose(null)
  const save = () => onChoose(conflicts.flatMap(({ name }) => (choices[name] === 'mine' ? [name] : [])))
  return (
    <FormDialog
      title={plural(conflicts.length, '{count} value was changed elsewhere', '{count} values were changed elsewhere')}
      size={560}
      cancel="Back to editing"
      submit={left === 0 ? 'Save' : `${count(left)} left to choose`}
      blocked={left !== 0}
      onClose={back}
      onSubmit={save}
    >
      <div>Someone else changed the same values since you opened this page. Nothing has been saved yet.</div>
      <div className="long-list">
        {conflicts.map(({ name, base, mine, theirs }) => {
          const shown = (value: T[NameOf<T>]) => <ShownValue words={texts.words(name, value)} />
          return (
            <Radio.Group
              key={name}
              label={texts.label(name)}
              description={<>Was {shown(base)}</>}
              value={choices[name] ?? ''}
              onChange={(value) => setChoices({ ...choices, [name]: value })}
            >
              <div className="stack my-8">
                <Radio value="mine" label={<>Mine: {shown(mine)}</>} />
                <Radio value="theirs" label={<>Theirs: {shown(theirs)}</>} />
              </div>
            </Radio.Group>
          )
        })}
      </div>
    </FormDialog>
  )
}

/** `choose` asks in the dialog, which is drawn beside the form: for saves that are not those of useSaving(). */
export function useConflicts<T extends Fields>(texts: FieldTexts<T>) {
  const [asked, choose] = usePrompt<Conflict<T>[], NameOf<T>[] | null>(null)
  return { choose, dialog: asked && <ConflictDialog conflicts={asked.about} texts={texts} onChoose={asked.answer} /> }
}
