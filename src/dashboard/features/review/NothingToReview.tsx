import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LastDecision } from '#contract/workspace/review.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { clock, dayAndTime, exact } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import classes from './review.module.css'

const calmly = refetchEvery(15_000)

/** The empty state of the queue, with the last decisions. */
export function NothingToReview({ isFiltered }: { isFiltered: boolean }) {
  const may = useMay()
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No matches">
        Nothing that matches the filter waits for a decision.
      </EmptyState>
    )
  return (
    <>
      <EmptyState
        icon="done"
        title="Nothing to review"
        action={
          may('rules.read') && (
            <Button component={PageLink} to={to.rules()}>
              Open rules
            </Button>
          )
        }
      >
        New holds and marks appear here on their own, and in the sidebar.
      </EmptyState>
      <LastDecisions />
    </>
  )
}

function LastDecisions() {
  const { data } = useQuery({ ...workspaceQuery('reviewLastList', {}), staleTime: 0, refetchInterval: calmly })
  const seesHistory = useSeesHistory()
  const last = data?.data ?? []
  if (last.length === 0) return null
  return (
    <section className={classes.nothingToReviewLast} aria-labelledby="last-decisions">
      <h2 className="list-heading" id="last-decisions">
        Last decisions
      </h2>
      <ul>
        {last.map((line) => (
          <li key={`${line.at} ${line.ruleName} ${line.by}`} className={classes.line}>
            <time className="num quiet" title={exact(line.at / 1000)}>
              {timeOf(line.at)}
            </time>
            <b className="medium">{outcomeOf(line)}</b>
            <span className="outside">{line.ruleName}</span>
            <span className="quiet outside">{line.by || 'nobody, the hold expired'}</span>
          </li>
        ))}
      </ul>
      {seesHistory && (
        <Anchor component={PageLink} to={to.activity()} fz="help">
          All decisions in Activity
        </Anchor>
      )}
    </section>
  )
}

const timeOf = (at: number) =>
  new Date(at).toDateString() === new Date(nowMs()).toDateString() ? clock(at).slice(0, 5) : dayAndTime(at / 1000)

const outcomeOf = ({ deleted, spared, kept }: LastDecision) =>
  [
    deleted > 0 && plural(deleted, '{count} deleted', '{count} deleted'),
    spared > 0 && plural(spared, '{count} spared', '{count} spared'),
    kept > 0 && plural(kept, '{count} kept', '{count} kept'),
  ]
    .filter((part) => part !== false)
    .join(', ')
