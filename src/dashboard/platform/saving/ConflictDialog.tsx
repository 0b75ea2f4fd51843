import { plural, count } from '#dashboard/ui/format/numbers.ts'
import type { Conflict, Fields, NameOf } from '#engine/saving/three-way.ts'
import type { FieldTexts } from './field-texts.ts'
import { ShownValue } from './change-notes.tsx'
import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

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

interface MineOrTheirs {
  key: string
  label: string
  description?: ReactNode
  mine: ReactNode
  theirs: ReactNode
}

interface ChoiceDialogProps {
  title: string
  children: ReactNode
  items: MineOrTheirs[]
  /** The button that decides nothing. */
  back: string
  onBack: () => void
  isSaving?: boolean
  /** @param mine the keys for which mine wins */
  onSave: (mine: ReadonlySet<string>) => void
}

/** Mine or theirs, for each. Nothing is chosen beforehand, and nothing is saved before all is chosen. */
function ChoiceDialog({ title, children, items, back, onBack, isSaving = false, onSave }: ChoiceDialogProps) {
  const [choices, setChoices] = useState<Partial<Record<string, string>>>({})
  const left = items.filter(({ key }) => choices[key] === undefined).length
  const save = () => onSave(new Set(items.flatMap(({ key }) => (choices[key] === 'mine' ? [key] : []))))
  return (
    <Modal opened onClose={onBack} title={title} size={560}>
      <Stack gap="lg">
        {children}
        <div className="long-list">
          {items.map(({ key, label, description, mine, theirs }) => (
            <Radio.Group
              key={key}
              label={label}
              {...(description !== undefined && { description })}
              value={choices[key] ?? ''}
              onChange={(value) => setChoices({ ...choices, [key]: value })}
            >
              <Stack gap="sm" py="sm">
                <Radio value="mine" label={mine} />
                <Radio value="theirs" label={theirs} />
              </Stack>
            </Radio.Group>
          ))}
        </div>
        <DialogFoot>
          <Button data-autofocus onClick={onBack}>
            {back}
          </Button>
          <Button
            variant="filled"
            loading={isSaving}
            onClick={() => left === 0 && save()}
            {...(left === 0 ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {left === 0 ? 'Save' : `${count(left)} left to choose`}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
