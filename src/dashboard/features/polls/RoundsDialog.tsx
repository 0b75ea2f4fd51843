import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import type { Poll } from '#contract/polls.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { ago, exact, useNow } from '#dashboard/ui/format/time.tsx'
import { CloseDialog } from '#dashboard/ui/overlay/CloseDialog.tsx'
import { answersOf } from '#engine/polls/votes.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { answersOf } from '#engine/polls/poll-text.ts'
import { barsOf, leadInWords } from './bars.ts'
import { exportRounds } from './export.ts'
import classes from './polls.module.css'
import { dropRound, type KeptRound } from './rounds.ts'
import { quoted } from './short-title.ts'
import { VoteBars } from './VoteBars.tsx'

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
          <section className="stack shrinks">
            <h3 className="outside">{poll.question}</h3>
            <p className="help">Now</p>
            <Votes bars={barsOf(answersOf(poll))} label="Votes now" />
          </section>
        )}
        {rounds.map((round) => (
          <section key={`${round.pollId}-${round.at}`} className="stack shrinks">
            <h3 className="outside">{round.question}</h3>
            <p className="help row wrap gap-0">
              <time className="num" title={exact(round.at / 1000)}>
                {ago(round.at / 1000, now)}
              </time>
              , {reasons[round.before]}
              <IconButton
                icon="trash"
                size="xs"
                aria-label={`Delete the round of ${exact(round.at / 1000)}`}
                title="Delete"
                onClick={() => void drop(round)}
              />
            </p>
            <Votes bars={barsOf(round.answers)} label={`Votes ${ago(round.at / 1000, now)}`} />
          </section>
        ))}
        {rounds.length === 0 && <p className="help">There are no earlier rounds.</p>}
      </div>
    </CloseDialog>
  )
}

function Votes({ bars, label }: { bars: ReturnType<typeof barsOf>; label: string }) {
  return (
    <>
      <VoteBars label={label} bars={bars} />
      <p className="help outside">
        {counted(bars.total, 'vote')}. {bars.total > 0 && leadInWords(bars)}
      </p>
    </>
  )
}

async function drop(round: KeptRound) {
  try {
    await dropRound(round.entry)
  } catch (error) {
    toastError('The round was not deleted', error)
  }
}
