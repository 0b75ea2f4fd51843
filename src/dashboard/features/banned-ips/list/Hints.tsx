import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { type ReactNode, useMemo } from 'react'
import { serviceName } from '#contract/provider-names.ts'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from '../banned-ips.module.css'
import { nameOf } from '../read.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { isReviewDue, noteOf } from './notes.ts'

/** Above the list: which entries are shown, which can be removed or merged, which are due for review. */
export function Hints({ screen: { list, notes, today, view, change, rows, mayWrite } }: { screen: BanScreen }) {
  const { within, show } = view
  const due = useMemo(() => list.entries.filter((entry) => isReviewDue(noteOf(notes, entry), today)).length, [list, notes, today])
  return (
    <>
      {list.unreadable.length > 0 && (
        <Line icon="warning">
          <b>{counted(list.unreadable.length, 'entry', 'entries')} cannot be shown:</b>{' '}
          <span>
            {serviceName()} lists{' '}
            {list.unreadable
              .slice(0, 3)
              .map(({ firstIp, lastIp }) => `“${firstIp} to ${lastIp}”`)
              .join(', ')}
            , which is not an IPv4 range
          </span>
        </Line>
      )}
      {within || show !== 'all' ? (
        <Line icon="filter" action={<Show label="Show all" onClick={() => change({ within: null, show: 'all' })} />}>
          <b>{counted(rows.length, 'entry', 'entries')}</b>{' '}
          <span>
            of {count(list.entries.length)} shown. Filter:{' '}
            {listed([...(within ? [nameOf(within)] : []), ...(show === 'all' ? [] : [filterNames[show]])])}
          </span>
        </Line>
      ) : null}
      {list.findings.size > 0 && show !== 'tidy' && !within && (
        <Line
          icon="merge"
          action={
            <>
              <Show onClick={() => change({ show: 'tidy' })} />
              {mayWrite && (
                <Button size="xs" onClick={() => change({ open: 'tidy' })}>
                  Tidy up
                </Button>
              )}
            </>
          }
        >
          <b>{counted(list.findings.size, 'entry', 'entries')} can be removed or merged</b>{' '}
          <span>without changing which addresses are banned</span>
        </Line>
      )}
      {due > 0 && show !== 'due' && (
        <Line icon="clock" action={<Show onClick={() => change({ show: 'due' })} />}>
          <b>{counted(due, 'entry is', 'entries are')} due for review</b> <span>by the review dates in their notes</span>
        </Line>
      )}
    </>
  )
}

const filterNames = { tidy: 'can be removed or merged', noted: 'with a note', due: 'due for review' }

const Show = ({ label = 'Show', onClick }: { label?: string; onClick: () => void }) => (
  <PlainLinkButton onClick={onClick}>{label}</PlainLinkButton>
)

function Line({ icon, action, children }: { icon: IconName; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={`band ${classes.hint}`}>
      <Icon name={icon} />
      <p className="grow">{children}</p>
      {action}
    </div>
  )
}
