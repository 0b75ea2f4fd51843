import { Button } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import type { PresetOn, PresetUse } from '#contract/workspace/presets.ts'
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
import { OnBox } from './OnBox.tsx'
import { PresetChats } from './PresetChats.tsx'
import classes from './PresetDetails.module.css'
import { PresetMenu } from './PresetMenu.tsx'
import { ValuesTable } from './ValuesTable.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Preset } from '#contract/presets/preset.ts'
import { roleNames } from '#contract/workspace/grant.ts'
import { rightsOf, roles } from '#contract/workspace/rights.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { durationInWords } from '#dashboard/platform/presets/until.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { day } from '#dashboard/ui/format/time.tsx'

export interface PresetDetailsProps {
  known: KnownPreset
  /** Where this preset is on. */
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
        <OnBox key={one.id} on={one} chats={chats} />
      ))}
      <ValuesTable preset={preset} on={on} chats={chats} labels={labels} catalogue={catalogue} />
      <div className={classes.columns}>
        <PresetChats known={known} chats={chats} labels={labels} {...(mayWrite && problem === null && { onChange: onEdit })} />
        <HowItRuns presetId={id} preset={preset} />
      </div>
    </article>
  )
}

/** How long it is on, who may turn it on, and when that was done last. */
function HowItRuns({ presetId, preset: { minutes } }: { presetId: string; preset: Preset }) {
  const uses = useQuery(workspaceQuery('presetUseList', {}))
  const use = uses.data?.data.find((one) => one.presetId === presetId)
  const hasTeam = useSession().team !== undefined
  const seesRoles = useMay()('people.read') && hasTeam
  const changes = useQuery({ ...workspaceQuery('teamRead', {}), enabled: seesRoles }).data?.data.roles
  return (
    <section aria-labelledby="preset-run">
      <h3 id="preset-run" className={classes.heading}>
        How it runs
      </h3>
      <dl className={classes.facts}>
        <div>
          <dt className="quiet">Ends</dt>
          <dd>
            {minutes === null
              ? 'When somebody ends it, unless you choose a time'
              : `After ${durationInWords(minutes * 60_000)}, unless you choose`}
          </dd>
        </div>
        {seesRoles && changes && (
          <div>
            <dt className="quiet">May turn it on</dt>
            <dd>{listed(roleNames.filter((role) => rightsOf(role, changes).includes('presets.use')).map((role) => roles[role].label))}</dd>
          </div>
        )}
        <div>
          <dt className="quiet">Last used</dt>
          <dd>{use ? <LastUse use={use} /> : uses.data ? 'Never' : ''}</dd>
        </div>
      </dl>
    </section>
  )
}

const LastUse = ({ use: { at, by, chats, isOn } }: { use: PresetUse }) => (
  <span className="row wrap gap-10">
    <span className="outside">{[day(at / 1000), counted(chats, 'chat'), by].filter(Boolean).join(', ')}</span>
    <span className="quiet">{isOn ? 'on now' : 'ended'}</span>
  </span>
)
