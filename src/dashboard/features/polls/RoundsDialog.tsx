import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import type { Poll } from '#contract/polls.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { deleteRecord, whereKept } from '#dashboard/platform/records/records.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { ago, exact, Time, useNow } from '#dashboard/ui/format/time.tsx'
import { answersOf } from '#engine/polls/poll-text.ts'
import { barsOf } from './bars.ts'
import { exportRounds } from './export.ts'
import classes from './polls.module.css'
import type { KeptRound } from './records.ts'
import { quoted } from './state.ts'
import { VoteSection } from './VoteBars.tsx'
import { CloseDialog } from '#dashboard/ui/overlay/Dialog.tsx'

const reasons: Record<KeptRound['before'], string> = { reset: 'before a reset', edit: 'before an edit', delete: 'before it was deleted' }

interface RoundsDialogProps {
  chatId: number
  /** The poll that the rounds belong to; null if they belong to several. */
  poll: Poll | null
  rounds: KeptRound[]
  onClose: () => void
}

/** Earlier rounds side by side, next to the current votes if the poll still exists. */
export function RoundsDialog({ chatId, poll, rounds, onClose }: RoundsDialogProps) {
  const now = useNow()
  return (
    <CloseDialog
      title={poll ? `Rounds of ${quoted(poll.question)}` : 'Earlier rounds in this chat'}
      size={960}
      onClose={onClose}
      actions={
        rounds.length > 0 && (
          <Button icon="download" onClick={() => exportRounds(chatId, rounds)}>
            Export as CSV
          </Button>
        )
      }
    >
      <p className="help">
        {whereKept} {serviceNameFirst()} does not keep earlier rounds.
      </p>
      <div className={classes.columns} tabIndex={0} role="region" aria-label="Rounds side by side">
        {poll && (
          <VoteSection title={poll.question} label="Votes now" bars={barsOf(answersOf(poll))}>
            <p className="help">Now</p>
          </VoteSection>
        )}
        {rounds.map((round) => (
          <VoteSection
            key={`${round.pollId}-${round.at}`}
            title={round.question}
            label={`Votes ${ago(round.at / 1000, now)}`}
            bars={barsOf(round.answers)}
          >
            <p className="help row wrap gap-0">
              <Time at={round.at / 1000} words={ago(round.at / 1000, now)} />, {reasons[round.before]}
              <IconButton
                icon="trash"
                size="xs"
                aria-label={`Delete the round of ${exact(round.at / 1000)}`}
                title="Delete"
                onClick={() =>
                  void deleteRecord('poll-rounds', round.entry).catch((error: unknown) => toastError('The round was not deleted', error))
                }
              />
            </p>
          </VoteSection>
        ))}
        {rounds.length === 0 && <p className="help">There are no earlier rounds.</p>}
      </div>
    </CloseDialog>
  )
}
