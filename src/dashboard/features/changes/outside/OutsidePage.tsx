import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Drift } from '#contract/gateway/drift.ts'
import { type Catalogue, catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { EmptyState, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { StickyBar } from '#dashboard/ui/page/StickyBar.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './drift.module.css'
import { DriftToolbar, WatchNote } from './DriftToolbar.tsx'
import { fieldIcon, fieldLabel, ignoredScope, uncheckedNote } from './finding-words.ts'
import { Findings } from './Findings.tsx'
import { driftQuery, type DriftScreen, runningInterval, useDriftScreen } from './use-drift.ts'
import { whenText } from '#dashboard/ui/format/time.tsx'

/** What was changed from outside. */
export function OutsidePage() {
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const reading = useQuery({
    ...driftQuery,
    refetchInterval: (query) => (query.state.data?.data.watch.isRunning ? runningInterval(query) : driftQuery.refetchInterval(query)),
  })
  if (reading.data)
    return (
      <Watch drift={reading.data.data} catalogue={catalogue}>
        <StaleNotice what="The changes" reading={reading} />
      </Watch>
    )
  return (
    <>
      <PlaceHead />
      {reading.error ? <LoadError what="The changes" reading={reading} /> : <p className="panel">Reading…</p>}
    </>
  )
}

function Watch({ drift, catalogue, children }: { drift: Drift; catalogue: Catalogue; children: React.ReactNode }) {
  const screen = useDriftScreen(drift, catalogue)
  const { watch, findings, view, now, shown, shownIgnored, actions } = screen
  return (
    <div className="column grow">
      <PlaceHead
        beside={<span className="num quiet fz-help nowrap not-on-phones">{checkedInWords(watch, now)}</span>}
        actions={
          watch.isOn && (
            <>
              <Button
                className="icon-on-phones"
                icon="refresh"
                loading={actions.check.isPending || watch.isRunning}
                onClick={() => actions.check.mutate()}
              >
                Check now
              </Button>
            </>
          )
        }
      />
      {children}
      <WatchNote screen={screen} />
      {(watch.isOn || findings.length > 0) && (
        <>
          <DriftToolbar screen={screen} />
          <div className={`grow overline-strong ${classes.list}`}>
            {view.show === 'ignored' ? <IgnoredList screen={screen} /> : shown.length > 0 && <Findings decisions={screen} />}
            {drift.isCut && view.show === 'open' && (
              <p className="help">The newest {count(screen.ofState.length)} are listed. More follow once some of these are decided.</p>
            )}
            {(view.show === 'ignored' ? shownIgnored.length : shown.length) === 0 && <Nothing screen={screen} />}
          </div>
          <Foot screen={screen} />
        </>
      )}
    </div>
  )
}

function Foot({ screen: { chosen, watch, actions, ask } }: { screen: DriftScreen }) {
  return (
    <StickyBar label="Changes" className={`fz-help ${classes.foot}`}>
      {chosen.length > 0 ? (
        <>
          <span className="num">{count(chosen.length)} selected</span>
          <Button
            size="xs"
            disabled={actions.isBusy || !chosen.some(({ canPutBack }) => canPutBack)}
            onClick={() => ask(chosen.filter(({ canPutBack }) => canPutBack))}
          >
            Put back…
          </Button>
          <Button size="xs" disabled={actions.isBusy} onClick={() => actions.accept.mutate(chosen)}>
            Accept
          </Button>
        </>
      ) : (
        <>
          {watch.last && (
            <span className="num">
              {count(watch.last.chats - watch.last.unchecked.length)} of {count(watch.last.chats)} chats checked
            </span>
          )}
          {watch.last && watch.last.unchecked.length > 0 && <span className="warn outside">{uncheckedNote(watch.last.unchecked)}</span>}
          <span className="quiet">A change that was reverted between two checks is not detected.</span>
        </>
      )}
    </StickyBar>
  )
}

function checkedInWords({ isOn, isRunning, last, next }: Drift['watch'], now: number): string {
  const checked = last ? `checked ${whenText(last.at, now)}` : 'not checked yet'
  if (isRunning) return `${checked}, checking now`
  return isOn && next !== null ? `${checked}, next at ${whenText(next, now)}` : checked
}

const nothing = {
  'put-back': { title: 'Nothing has been put back yet', text: 'What you put back is listed here.' },
  accepted: { title: 'Nothing has been accepted yet', text: 'Outside changes that someone accepts are listed here.' },
  ignored: { title: 'No ignored settings', text: 'Changes of every setting are reported.' },
}

function Nothing({ screen }: { screen: DriftScreen }) {
  const { icon, title, text } = nothingInWords(screen)
  return (
    <EmptyState icon={icon} title={title}>
      {text}
    </EmptyState>
  )
}

function nothingInWords({ watch, view, now }: DriftScreen): { icon: IconName; title: string; text: string } {
  const { isOn, last } = watch
  const { show } = view
  if (view.about !== null || view.search !== '')
    return { icon: 'search', title: 'No matches', text: 'No change matches the search and the filter.' }
  if (show !== 'open') return { icon: 'eye', ...nothing[show] }
  if (!last) {
    const title = isOn ? 'The first check is running' : 'Nothing has been checked yet'
    return { icon: 'eye', title, text: 'The first check records the current settings. Later checks list changes made outside Roomkeeper.' }
  }
  const text = 'Every change was made here, or by a program through this gateway. Roomkeeper checks every 10 minutes.'
  return { icon: 'done', title: `No outside changes since ${whenText(last.at, now)}`, text }
}

function IgnoredList({ screen: { shownIgnored, actions, mayDecide, now } }: { screen: DriftScreen }) {
  return (
    <ul aria-label="Ignored settings">
      {shownIgnored.map((one) => (
        <li key={one.id} className={`underline ${classes.row}`}>
          <Icon name={fieldIcon(one)} className="quiet" />
          <span className="medium outside shrinks">{ignoredScope(one)}</span>
          <p className={`outside shrinks ${classes.what}`}>{fieldLabel(one)}</p>
          <p className="help">
            Ignored by {one.by} <span className="num block">{whenText(one.at, now)}</span>
          </p>
          {mayDecide && (
            <Button
              size="xs"
              aria-label={`Report again: ${fieldLabel(one)}, ${ignoredScope(one)}`}
              loading={actions.unignore.isPending && actions.unignore.variables === one.id}
              onClick={() => actions.unignore.mutate(one.id)}
            >
              Report again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
