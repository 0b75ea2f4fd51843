import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import classes from './ClashDialog.module.css'
import { counted } from '#dashboard/ui/format/numbers.ts'

interface ClashDialogProps<Name extends string> {
  /** What one of them is called, such as "setting". */
  one: string
  /** As people see them. */
  clashes: { name: Name; label: string; base: ReactNode; mine: ReactNode; theirs: ReactNode }[]
  /** The names for which mine wins; null saves nothing. */
  onChoose: (mine: Name[] | null) => void
}

/** Somebody else changed the same since they were loaded here: mine or theirs, for each. Nothing is chosen beforehand. */
export function ClashDialog<Name extends string>({ one, clashes, onChoose }: ClashDialogProps<Name>) {
  const [choices, setChoices] = useState<Partial<Record<string, string>>>({})
  const open = clashes.filter(({ name }) => choices[name] === undefined).length
  const back = () => onChoose(null)
  return (
    <Modal opened onClose={back} title={`${counted(clashes.length, `${one} was`, `${one}s were`)} changed elsewhere`} size={560}>
      <Stack gap="lg">
        <div>Somebody else changed the same since you opened this page. Nothing was saved yet.</div>
        <div className={classes.list}>
          {clashes.map(({ name, label, base, mine, theirs }) => (
            <Radio.Group
              key={name}
              label={label}
              description={<>Was {base}</>}
              value={choices[name] ?? ''}
              onChange={(value) => setChoices({ ...choices, [name]: value })}
            >
              <Stack gap="sm" py="sm">
                <Radio value="mine" label={<>Mine: {mine}</>} />
                <Radio value="theirs" label={<>Theirs: {theirs}</>} />
              </Stack>
            </Radio.Group>
          ))}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus onClick={back}>
            Back to editing
          </Button>
          <Button
            variant="filled"
            onClick={() => open === 0 && onChoose(clashes.flatMap(({ name }) => (choices[name] === 'mine' ? [name] : [])))}
            {...(open === 0 ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {open === 0 ? 'Save' : `${open} still to choose`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
