import { useQuery } from '@tanstack/react-query'
import type { Preset } from '#contract/presets/preset.ts'
import { roleNames } from '#contract/workspace/grant.ts'
import type { PresetUse } from '#contract/workspace/presets.ts'
import { rightsOf, roles } from '#contract/workspace/rights.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { durationInWords } from '#dashboard/platform/presets/until.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { day } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './PresetDetails.module.css'

/** How long it is on, who may turn it on, and when that was done last. */
export function HowItRuns({ presetId, preset: { minutes } }: { presetId: string; preset: Preset }) {
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

const outcomes = { on: 'on now', restored: 'restored', kept: 'restored, some values kept', decide: 'values to decide' } as const

const LastUse = ({ use: { at, by, chats, state } }: { use: PresetUse }) => (
  <span className="row wrap gap-10">
    <span className="outside">{[day(at / 1000), counted(chats, 'chat'), by].filter(Boolean).join(', ')}</span>
    <span className={`inline-row ${state === 'restored' ? 'ok' : 'quiet'}`}>
      {state === 'restored' && <Icon name="done" size={14} />} {outcomes[state]}
    </span>
  </span>
)
