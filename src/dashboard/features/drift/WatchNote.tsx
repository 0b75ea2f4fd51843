import type { DriftWatch } from '#contract/workspace/drift.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState, Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'

/** Why nobody looks, and who can change that. */
export function WatchNote({ watch, hasFindings }: { watch: DriftWatch; hasFindings: boolean }) {
  const may = useMay()
  const { isOn, isTokenRejected, last } = watch
  const who = (
    <>
      {may('standing.write') ? 'Turn on standing access under' : 'An Owner can turn on standing access under'}{' '}
      <PageLink to={to.standing()} className="link">
        Account → What runs on its own
      </PageLink>
      .
    </>
  )
  if (!isOn && hasFindings)
    return (
      <Hint>
        <b>Drift watch is off.</b> {who}
      </Hint>
    )
  if (!isOn)
    return (
      <EmptyState icon="eyeOff" title="Drift watch is off">
        Changes from outside are not detected, because Roomkeeper may not act while nobody is signed in. {who}
      </EmptyState>
    )
  if (isTokenRejected)
    return (
      <Hint bad>
        <b>Nothing is checked.</b> The service rejects the token of the standing access. {who}
      </Hint>
    )
  return last && last.note !== '' ? (
    <Hint>
      <b>The last check is not complete.</b> {last.note}.
    </Hint>
  ) : null
}
