import type { Poll } from '#contract/polls.ts'
import { serviceName } from '#contract/provider-names.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { barsOf } from '../bars.ts'
import { answersOf } from '#engine/polls/votes.ts'
import { VoteBars } from '../VoteBars.tsx'
import classes from './PresentPage.module.css'
import { useFit } from './use-fit.ts'
import { useSum } from './use-sum.ts'

interface StageProps {
  poll: Poll
  chatId: number
  /** The votes of all chats that it was asked in. */
  isSum: boolean
  areResultsHidden: boolean
  /** When the votes were read, in milliseconds, where the latest reading failed. */
  staleSince: number | null
}

/** The question, its bars and their total. */
export function Stage({ poll, chatId, isSum, areResultsHidden, staleSince }: StageProps) {
  const sum = useSum(poll, chatId, isSum)
  const bars = sum?.bars ?? barsOf(answersOf(poll))
  const stage = useFit([poll.question, ...bars.bars.flatMap(({ text, votes }) => [text, count(votes).length]), areResultsHidden].join())
  return (
    <div ref={stage} className={classes.stage}>
      <h1 className={`outside ${classes.question}`}>{poll.question}</h1>
      <VoteBars label="Votes" bars={bars} hidden={areResultsHidden} isSteady />
      <p className={classes.total}>
        <b className="num ink">{count(bars.total)}</b> {bars.total === 1 ? 'vote' : 'votes'}
        {areResultsHidden && ' so far'}
        {sum && ` in ${counted(sum.chats, 'chat')}`}
        {isSum && !sum && <span className={classes.stale}>reading the other chats…</span>}
        {sum && sum.unread > 0 && <span className={classes.stale}>{counted(sum.unread, 'chat')} could not be read</span>}
        {staleSince !== null && (
          <span className={classes.stale}>
            as of {clock(staleSince)}, no news from {serviceName()}
          </span>
        )}
      </p>
    </div>
  )
}
