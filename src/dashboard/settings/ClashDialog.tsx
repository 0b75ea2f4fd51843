import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Clash } from '../save-settings.ts'
import { counted } from '../ui/numbers.ts'
import { Value } from './Change.tsx'
import classes from './Change.module.css'
import { useStore } from './store.ts'

interface ClashDialogProps {
  clashes: Clash[]
  /** The names for which mine wins; null saves nothing. */
  onChoose: (mine: SettingName[] | null) => void
}

/** Somebody else changed the same settings since they were loaded here: mine or theirs, for each. Nothing is chosen beforehand. */
export function ClashDialog({ clashes, onChoose }: ClashDialogProps) {
  const { catalogue } = useStore()
  const [choices, setChoices] = useState<Partial<Record<SettingName, string>>>({})
  const open = clashes.filter(({ name }) => choices[name] === undefined).length
  const back = () => onChoose(null)
  return (
    <Modal opened onClose={back} title={`${counted(clashes.length, 'setting was', 'settings were')} changed elsewhere`} size={560}>
      <Stack gap="lg">
        <div>Somebody else changed the same since you opened this page. Nothing was saved yet.</div>
        <div className={classes.list}>
          {clashes.map(({ name, base, mine, theirs }) => (
            <Radio.Group
              key={name}
              label={setting(name).label}
              description={
                <>
                  Was <Value name={name} value={base} catalogue={catalogue} />
                </>
              }
              value={choices[name] ?? ''}
              onChange={(value) => setChoices({ ...choices, [name]: value })}
            >
              <Stack gap="sm" py="sm">
                <Radio
                  value="mine"
                  label={
                    <>
                      Mine: <Value name={name} value={mine} catalogue={catalogue} />
                    </>
                  }
                />
                <Radio
                  value="theirs"
                  label={
                    <>
                      Theirs: <Value name={name} value={theirs} catalogue={catalogue} />
                    </>
                  }
                />
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
