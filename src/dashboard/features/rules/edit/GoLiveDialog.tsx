import type { BacktestResult, BacktestSummary } from '#contract/gateway/rules.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { SampleList } from '../backtest/Samples.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

interface GoLiveDialogProps {
  summary: BacktestSummary
  /** null: only the summary is known. */
  result: BacktestResult | null
  onGoLive: () => void
  onClose: () => void
}

/** Asks for confirmation if people kept messages that the rule matches. */
export function GoLiveDialog({ summary: { kept, matched, read }, result, onGoLive, onClose }: GoLiveDialogProps) {
  const samples = result?.samples.filter(({ verdict }) => verdict === 'kept') ?? []
  return (
    <FormDialog
      size={720}
      title={plural(kept, 'People kept {count} message that this rule matches', 'People kept {count} messages that this rule matches')}
      cancel="Back to the rule"
      submit={`Go live: ${count(matched)} of ${count(read)} matched`}
      onClose={onClose}
      onSubmit={onGoLive}
    >
      <p>Live, the rule would act on messages like these. Narrow its conditions or add an exception if that is not what you want.</p>
      {result ? (
        <div className="long-list">
          <SampleList samples={samples} now={result.to} />
        </div>
      ) : (
        <p className="help">Run the backtest on this page to see them.</p>
      )}
      {result && samples.length < kept && <p className="help">The first {count(samples.length)} are shown.</p>}
    </FormDialog>
  )
}
