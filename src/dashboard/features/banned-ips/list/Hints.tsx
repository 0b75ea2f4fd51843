import { Anchor, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type AnyIconName } from '#dashboard/ui/theme/more-icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { isDue, noteOf, type Notes } from './notes.ts'
import classes from '../RangeEditor.module.css'
import { nameOf, type BanList } from '../read.ts'
import type { ChangeView, BanListView } from './view.ts'

interface HintsProps {
  list: BanList
  notes: Notes
  on: string
  view: BanListView
  change: ChangeView
  shown: number
}

/** Over the list: what of it is shown, what could go, what is to be looked at again. */
export function Hints({ list, notes, on, view, change, shown }: HintsProps) {
  const { within, show } = view
  const due = list.entries.filter((entry) => isDue(noteOf(notes, entry), on)).length
  return (
    <>
      {list.unreadable.length > 0 && (
        <Line icon="warning">
          <b>{counted(list.unreadable.length, 'entry', 'entries')} cannot be shown:</b>{' '}
          <span>
            the service lists{' '}
            {list.unreadable
              .slice(0, 3)
              .map(({ firstIp, lastIp }) => `“${firstIp} to ${lastIp}”`)
              .join(', ')}
            , which is no IPv4 range
          </span>
        </Line>
      )}
      {within || show !== 'all' ? (
        <Line icon="filter" act={<Show words="Show all" onClick={() => change({ within: null, show: 'all' })} />}>
          <b>{counted(shown, 'entry', 'entries')}</b>{' '}
          <span>
            of {count(list.entries.length)}
            {within && ` in ${nameOf(within)}`}
            {show === 'tidy' && ' that could go or be joined'}
            {show === 'noted' && ' with a note'}
            {show === 'due' && ' to be looked at again'}
          </span>
        </Line>
      ) : null}
      {list.findings.size > 0 && show !== 'tidy' && !within && (
        <Line
          icon="merge"
          act={
            <>
              <Show onClick={() => change({ show: 'tidy' })} />
              <Button size="xs" onClick={() => change({ open: 'tidy' })}>
                Tidy up
              </Button>
            </>
          }
        >
          <b>{counted(list.findings.size, 'entry', 'entries')} can go</b> <span>without changing what is covered</span>
        </Line>
      )}
      {due > 0 && show !== 'due' && (
        <Line icon="clock" act={<Show onClick={() => change({ show: 'due' })} />}>
          <b>{counted(due, 'entry is', 'entries are')} to be looked at again</b> <span>by the review dates kept in this browser</span>
        </Line>
      )}
    </>
  )
}

const Show = ({ words = 'Show', onClick }: { words?: string; onClick: () => void }) => (
  <Anchor component="button" type="button" fz="help" onClick={onClick}>
    {words}
  </Anchor>
)

function Line({ icon, act, children }: { icon: AnyIconName; act?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.hint}>
      <Icon name={icon} />
      <p className="grow">{children}</p>
      {act}
    </div>
  )
}
