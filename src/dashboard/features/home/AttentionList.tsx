import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { laterGatewayQuery, refetchEvery } from '#dashboard/platform/api/query.ts'
import { useSecondsLeft } from '#dashboard/platform/review/time-left.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ago } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { AttentionLine } from './attention.ts'
import classes from './home.module.css'
import { PanelHeading } from '#dashboard/ui/page/Section.tsx'

const maxShownAtFirst = 8

interface AttentionListProps {
  lines: AttentionLine[]
  isReading: boolean
  /** Seconds. */
  now: number
}

/** What needs attention, by rank. The count beside the heading is the number of lines. */
export function AttentionList({ lines, isReading, now }: AttentionListProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? lines : lines.slice(0, maxShownAtFirst)
  return (
    <section aria-labelledby="needs-attention">
      <PanelHeading id="needs-attention" aside={lines.length > 0 && count(lines.length)}>
        Needs you now
      </PanelHeading>
      {lines.length === 0 && (
        <p className="row quiet">
          {isReading ? (
            'Reading…'
          ) : (
            <>
              <Icon name="done" className="ok" /> Nothing needs your attention.
            </>
          )}
        </p>
      )}
      <ul>
        {shown.map((line, index) => (
          <Line key={line.key} line={line} isFirst={index === 0} now={now} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Anchor component="button" type="button" fz="help" onClick={() => setAll(true)}>
          {count(lines.length - shown.length)} more
        </Anchor>
      )}
    </section>
  )
}

function Line({ line, isFirst, now }: { line: AttentionLine; isFirst: boolean; now: number }) {
  const { icon, isAmber, title, detail, since, deadline, list } = line
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={`beside gap-12 wrap overline ${classes.line}`}>
      <Icon name={icon} className={isAmber ? 'warn' : 'quiet'} />
      <p className="grow">
        <b className="outside medium">{title}</b> <span className="outside help">{detail}</span>
      </p>
      <span className="num quiet fz-help not-on-phones">
        {deadline === undefined ? since !== null && ago(since, now) : <TimeLeft due={deadline} />}
      </span>
      <Action line={line} isFirst={isFirst} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && (
        <ul className="fz-help full">
          {list.map(({ name, detail, to }) => (
            <li key={to}>
              <PageLink to={to} className="outside ink">
                {name}
              </PageLink>{' '}
              <span className="quiet">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function TimeLeft({ due }: { due: number }) {
  const left = useSecondsLeft({ due, leftMs: null }) ?? 0
  return <>{plural(left, 'the next message is deleted in {count} s', 'the next message is deleted in {count} s')}</>
}

interface ActionProps {
  line: AttentionLine
  /** The one filled button of the page. */
  isFirst: boolean
  isOpen: boolean
  onToggle: () => void
}

function Action({ line: { title, link, list }, isFirst, isOpen, onToggle }: ActionProps) {
  const label = list.length === 0 ? link.label : isOpen ? 'Hide list' : 'Show list'
  const named = { 'aria-label': `${label}: ${title}` }
  if (list.length > 0) {
    const toggle = { ...named, 'aria-expanded': isOpen, onClick: onToggle }
    return isFirst ? (
      <Button variant="filled" size="xs" {...toggle}>
        {label}
      </Button>
    ) : (
      <Anchor component="button" type="button" fz="help" {...toggle}>
        {label}
      </Anchor>
    )
  }
  return isFirst ? (
    <LinkButton variant="filled" size="xs" to={link.to} {...named}>
      {label}
    </LinkButton>
  ) : (
    <Anchor component={PageLink} fz="help" to={link.to} {...named}>
      {label}
    </Anchor>
  )
}

const everyMinute = refetchEvery(60_000)

/** The names of the notification channels whose last delivery failed after all tries. */
export function useFailedChannels(): string[] {
  const isRead = useMay()('notifications.read')
  const { data } = useQuery({ ...laterGatewayQuery('notificationsRead', {}), enabled: isRead, refetchInterval: everyMinute })
  return (data?.data.channels ?? []).filter(({ last }) => last?.state === 'failed').map(({ name }) => name)
}
