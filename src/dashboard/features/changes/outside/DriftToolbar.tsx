import { driftResourceNames, driftResources } from '#contract/gateway/drift.ts'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { ListToolbar } from '#dashboard/ui/page/ListToolbar.tsx'
import type { DriftScreen } from './use-drift.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState, Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'

const states = { open: 'Open', 'put-back': 'Put back', accepted: 'Accepted', ignored: 'Ignored settings' } as const
const stateNames = Object.keys(states) as (keyof typeof states)[]

export function DriftToolbar({ screen: { view, onView, findings, ignored, ofState: shown } }: { screen: DriftScreen }) {
  const seesHistory = useSeesHistory()
  const held = (name: keyof typeof states) => (name === 'ignored' ? ignored.length : findings.filter(({ state }) => state === name).length)
  return (
    <ListToolbar
      lead={
        <SearchField
          label="Search chat or setting"
          slashKey="Search chat or setting"
          value={view.search}
          onChange={(search) => onView({ search })}
        />
      }
    >
      <ChoiceChips
        label="State"
        choices={stateNames.map((value) => ({
          value,
          label: states[value],
          holds: held(value),
        }))}
        chosen={view.show}
        onChoose={(show) => onView({ show })}
      >
        {seesHistory && (
          // They pass this gateway, so that the audit log has them, with their token.
          <PageLink to={to.changes({ person: 'program' })} className="chip">
            By programs
          </PageLink>
        )}
      </ChoiceChips>
      {view.show !== 'ignored' && (
        <ChoiceChips
          label="About"
          choices={driftResourceNames
            .map((value) => ({
              value,
              label: driftResources[value].label,
              holds: shown.filter(({ resource }) => resource === value).length,
            }))
            .filter(({ value, holds }) => holds > 0 || value === view.about)}
          chosen={view.about}
          onChoose={(about) => onView({ about })}
          off={null}
        />
      )}
    </ListToolbar>
  )
}

/** Why nobody looks, and who can change that. */
export function WatchNote({ screen: { watch, findings } }: { screen: DriftScreen }) {
  const may = useMay()
  const { isOn, isTokenRejected, last } = watch
  const who = (
    <>
      {may('standing.write') ? 'Turn it on under' : 'An Owner can turn it on under'}{' '}
      <PageLink to={to.backgroundAccess()} className="link">
        Automation → Background access
      </PageLink>
      .
    </>
  )
  if (!isOn && findings.length > 0)
    return (
      <Hint>
        <b>Outside changes are not checked, because background access is off.</b> {who}
      </Hint>
    )
  if (!isOn)
    return (
      <EmptyState icon="eyeOff" title="Outside changes are not checked">
        Outside changes are not found, because background access is off. {who}
      </EmptyState>
    )
  if (isTokenRejected)
    return (
      <Hint bad>
        <b>Nothing is checked.</b> The service rejects the token of background access. {who}
      </Hint>
    )
  return last && last.note !== '' ? (
    <Hint>
      <b>The last check is not complete.</b> {last.note}.
    </Hint>
  ) : null
}
