import type { DriftWatch } from '#contract/workspace/drift.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { EmptyState, Hint } from '#dashboard/ui/feedback/notices.tsx'

/** Why nobody looks, and who can change that. */
export function WatchNote({ watch, hasFindings }: { watch: DriftWatch; hasFindings: boolean }) {
  const may = useMay()
  const { isOn, isTokenRejected, last } = watch
  const who = may('standing.write')
    ? 'Turn on standing access under Account → What runs on its own.'
    : 'An Owner can turn on standing access under Account → What runs on its own.'
  if (!isOn && hasFindings)
    return (
      <Hint>
        <b>Drift watch is off.</b> {who}
      </Hint>
    )
  if (!isOn)
    return (
      <EmptyState icon="eyeOff" title="Drift watch is off">
        Nobody looks for changes from outside, because Roomkeeper may not act while nobody is signed in. {who}
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
