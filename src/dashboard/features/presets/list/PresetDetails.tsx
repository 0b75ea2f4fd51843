import { Button } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import type { PresetOn } from '#contract/workspace/presets.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { blocked } from '#dashboard/ui/form/blocked.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { presetProblem } from '../edit/preset-problem.ts'
import { HowItRuns } from './HowItRuns.tsx'
import { OnBox } from './OnBox.tsx'
import { PresetChats } from './PresetChats.tsx'
import classes from './PresetDetails.module.css'
import { PresetMenu } from './PresetMenu.tsx'
import { ValuesTable } from './ValuesTable.tsx'

export interface PresetDetailsProps {
  known: KnownPreset
  /** Where this preset is on, and what it left to decide. */
  on: PresetOn[]
  chats: Chat[]
  labels: ChatLabels
  catalogue: Catalogue
  onEdit: () => void
  onDuplicate: () => void
  onDeleted: () => void
}

export function PresetDetails(props: PresetDetailsProps) {
  const { known, on, chats, labels, catalogue, onEdit, onDuplicate } = props
  const { id, preset, isBuiltIn, entry } = known
  const mayWrite = useMay()('presets.write')
  const problem = presetProblem(usePerson(), known)
  const turnOn = () => turnOnPreset({ presetId: id })
  useKey('l', `Turn on ${preset.name}…`, turnOn)
  return (
    <article className={classes.details} aria-labelledby="preset-name">
      <header className={classes.head}>
        <h2 id="preset-name" className="outside">
          {preset.name}
        </h2>
        {isBuiltIn && <Badge>{entry ? 'Built in, edited' : 'Built in'}</Badge>}
        <span className={classes.actions}>
          {mayWrite && (
            <>
              <Button className="not-on-phones" leftSection={<Icon name="copy" size={14} />} onClick={onDuplicate}>
                Duplicate
              </Button>
              <Button
                className="not-on-phones"
                leftSection={<Icon name="edit" size={14} />}
                {...(problem === null ? { onClick: onEdit } : blocked('preset-problem'))}
              >
                Edit
              </Button>
            </>
          )}
          <PresetMenu {...props} problem={problem} />
          <Button variant="filled" onClick={turnOn} aria-keyshortcuts="L" rightSection={<kbd aria-hidden>L</kbd>}>
            Turn on…
          </Button>
        </span>
      </header>
      {preset.description !== '' && <p className="quiet outside">{preset.description}</p>}
      {mayWrite && problem !== null && (
        <p className="help outside" id="preset-problem">
          {problem}
        </p>
      )}
      {on.map((one) => (
        <OnBox key={one.id} on={one} />
      ))}
      <ValuesTable preset={preset} on={on} chats={chats} labels={labels} catalogue={catalogue} />
      <div className={classes.columns}>
        <PresetChats known={known} chats={chats} labels={labels} {...(mayWrite && problem === null && { onChange: onEdit })} />
        <HowItRuns presetId={id} preset={preset} />
      </div>
    </article>
  )
}
