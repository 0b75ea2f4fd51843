import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#dashboard/ui/format/numbers.ts'
import type { FieldTexts } from './field-texts.ts'
import { ShownValue } from './ShownValue.tsx'
import type { Conflict, Fields, NameOf } from '#contract/saving/three-way.ts'

interface ConflictDialogProps<T> {
  conflicts: Conflict<T>[]
  texts: FieldTexts<T>
  /** The names for which mine wins; null saves nothing. */
  onChoose: (mine: NameOf<T>[] | null) => void
}

/** Somebody else changed the same fields since they were loaded here: mine or theirs, for each. Nothing is chosen beforehand. */
export function ConflictDialog<T extends Fields>({ conflicts, texts, onChoose }: ConflictDialogProps<T>) {
  const [choices, setChoices] = useState<Partial<Record<string, string>>>({})
  const left = conflicts.filter(({ name }) => choices[name] === undefined).length
  const back = () => onChoose(null)
  return (
    <Modal
      opened
      onClose={back}
      title={plural(conflicts.length, '{count} value was changed elsewhere', '{count} values were changed elsewhere')}
      size={560}
    >
      <Stack gap="lg">
        <div>Someone else changed the same values since you opened this page. Nothing has been saved yet.</div>
        <div className="long-list">
          {conflicts.map(({ name, ...values }) => {
            const shown = (which: keyof typeof values) => <ShownValue words={texts.words(name, values[which])} />
            return (
              <Radio.Group
                key={name}
                label={texts.label(name)}
                description={<>Was {shown('base')}</>}
                value={choices[name] ?? ''}
                onChange={(value) => setChoices({ ...choices, [name]: value })}
              >
                <Stack gap="sm" py="sm">
                  <Radio value="mine" label={<>Mine: {shown('mine')}</>} />
                  <Radio value="theirs" label={<>Theirs: {shown('theirs')}</>} />
                </Stack>
              </Radio.Group>
            )
          })}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus onClick={back}>
            Back to editing
          </Button>
          <Button
            variant="filled"
            onClick={() => left === 0 && onChoose(conflicts.flatMap(({ name }) => (choices[name] === 'mine' ? [name] : [])))}
            {...(left === 0 ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {left === 0 ? 'Save' : `${left} left to choose`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
