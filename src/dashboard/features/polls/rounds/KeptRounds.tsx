import { UnstyledButton } from '@mantine/core'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { day } from '#dashboard/ui/format/time.tsx'
import { barsOf } from '../bars.ts'
import classes from '../list/PollRow.module.css'
import type { KeptRound } from './rounds.ts'

const shownAtOnce = 3

/** “7 Nov”, with the year unless it is the current one. @param at milliseconds */
const thisYearsDay = (at: number) => day(at / 1000).replace(` ${new Date().getFullYear()}`, '')

/** The earlier rounds of a poll in one line. Renders nothing if there are none. */
export function KeptRounds({ rounds, onOpen }: { rounds: KeptRound[]; onOpen: () => void }) {
  if (rounds.length === 0) return null
  return (
    <div className={classes.marks}>
      <UnstyledButton className={classes.rounds} onClick={onOpen}>
        <span className="row gap-6">
          <Icon name="archive" size={14} /> Earlier rounds
        </span>
        {rounds.slice(0, shownAtOnce).map((round) => (
          <MiniRound key={round.at} round={round} />
        ))}
        {endWords(rounds.length - shownAtOnce) && <span>{endWords(rounds.length - shownAtOnce)}</span>}
      </UnstyledButton>
    </div>
  )
}

/** @param more rounds that are not shown */
const endWords = (more: number): string => (more > 0 ? `and ${count(more)} more` : '')

function MiniRound({ round }: { round: KeptRound }) {
  const { bars, total } = barsOf(round.answers)
  const most = Math.max(...bars.map(({ share }) => share))
  return (
    <span className="row gap-6">
      <span className={classes.mini} aria-hidden>
        {bars.map(({ place, share, mark }) => (
          <i key={place} data-leads={mark !== null || undefined} style={{ height: `${(most > 0 ? share / most : 0) * 100}%` }} />
        ))}
      </span>
      <span className="num">
        {thisYearsDay(round.at)} {counted(total, 'vote')}
      </span>
    </span>
  )
}
