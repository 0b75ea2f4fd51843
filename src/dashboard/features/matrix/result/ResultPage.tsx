import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { EmptyState, LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { LinkButton } from '#dashboard/ui/form/PlainButton.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { stateOf, type ResultState } from '#engine/changes/chat-result.ts'
import { saveQuery } from '../saving/saved-chats.ts'
import { extentOf, type Decision } from '../saving/settings-job.ts'
import { exportResult } from './export-result.ts'
import { decide, ordersOfRest } from './result-actions.ts'
import { ResultRow, type ResultOfChat } from './ResultRow.tsx'
import { stateLooks, stateOrder } from './result-words.ts'
import classes from './ResultPage.module.css'

const filters = ['All', 'Needs you', 'Saved'] as const
const passes: Record<(typeof filters)[number], (state: ResultState) => boolean> = {
  All: () => true,
  'Needs you': (state) => state !== 'saved' && state !== 'waiting',
  Saved: (state) => state === 'saved',
}

/** What became of a save of many chats, while it runs and afterwards. */
export function ResultPage({ saveId }: { saveId: string }) {
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const may = useMay()
  const [filter, setFilter] = useState<(typeof filters)[number]>('All')
  const job = jobs.use().find(({ id, phase }) => id === saveId && phase !== 'ended')
  const reading = useQuery(saveQuery(saveId))

  if (reading.isError) return <LoadError what="The result" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
  if (reading.data === undefined) return null
  if (reading.data === null)
    return (
      <>
        <PageHead title="Result" />
        <EmptyState icon="search" title="This result is not kept any more" action={<LinkButton to={to.matrix()}>All settings</LinkButton>}>
          Results are kept for 30 days, and those of the last 50 jobs of the account.
        </EmptyState>
      </>
    )

  const save = reading.data
  const { results } = save
  const orders = [...save.orders.values()]
  const isRunning = !save.isEnded
  const rows = orders.map((order): ResultOfChat => {
    const result = results.get(order.chatId)
    return { order, result, state: stateOf(order, result, isRunning) }
  })
  const countOf = (state: ResultState) => rows.filter((row) => row.state === state).length
  const shown = stateOrder.flatMap((state) => (passes[filter](state) ? rows.filter((row) => row.state === state) : []))
  const rest = rows.filter(({ state }) => state === 'failed' || state === 'notSent')
  const lastAt = Math.max(save.at, ...[...results.values()].map(({ at }) => at))
  const hasSaved = [...results.values()].some(({ applied }) => Object.keys(applied).length > 0)

  const onDecide = (decision: Decision) => decide(saveId, decision).catch((error: unknown) => toastError('Nothing was sent', error))

  return (
    <>
      <PageHead
        title={extentOf(orders)}
        beside={
          <span className="help num not-on-phones">
            {`by ${save.by}, `}
            {clock(save.at)} – {clock(lastAt)}
          </span>
        }
        actions={
          <>
            {hasSaved && !isRunning && (
              <LinkButton to={to.matrixUndo(saveId)}>
                <span className="inline-row gap-8">
                  <Icon name="undo" size={14} /> Undo…
                </span>
              </LinkButton>
            )}
            <Button
              className="icon-on-phones"
              leftSection={<Icon name="download" size={14} />}
              onClick={() => exportResult(save, rows, catalogue)}
            >
              Export
            </Button>
          </>
        }
      />
      <div className={classes.top}>
        <PageLink className="link inline-row" to={to.matrix()}>
          <Icon name="left" size={14} /> All settings
        </PageLink>
        <dl className={classes.figures}>
          {(['saved', 'notKept', 'decide', 'failed', 'notSent', ...(isRunning ? (['waiting'] as const) : [])] as const).map((state) => (
            <div key={state} data-some={countOf(state) > 0 || undefined} data-state={state}>
              <dt className="meta">{stateLooks[state].label}</dt>
              <dd>{count(countOf(state))}</dd>
            </div>
          ))}
        </dl>
        <p className={`help ${classes.claim}`} role="status">
          {isRunning
            ? `${count(rows.length - countOf('waiting'))} of ${count(rows.length)} chats done`
            : hasSaved && countOf('notKept') === 0 && 'Every saved chat was read back. Nothing else changed in them.'}
        </p>
        <div className={classes.meter} aria-hidden>
          {stateOrder.toReversed().map((state) => (
            <span key={state} data-state={state} style={{ flexGrow: countOf(state) }} />
          ))}
        </div>
      </div>
      <div className={classes.toolbar}>
        <Chips label="Results">
          {filters.map((name) => (
            <Chip
              key={name}
              label={name}
              holds={rows.filter(({ state }) => passes[name](state)).length}
              on={filter === name}
              onToggle={() => setFilter(name)}
            />
          ))}
        </Chips>
        <div className={classes.main} data-bulk-bar>
          {job && (
            <Button
              leftSection={<Icon name="stop" size={14} />}
              disabled={job.wish === 'stop'}
              onClick={() => void changeJob(job.id, 'stop')}
            >
              Stop
            </Button>
          )}
          {!isRunning && rest.length > 0 && (
            <Button
              variant="filled"
              leftSection={<Icon name="refresh" size={14} />}
              onClick={() => void onDecide({ leave: [], send: rest.map(({ order, result }) => ordersOfRest(order, result)) })}
            >
              {plural(rest.length, 'Send the one that is left', 'Send the {count} that are left')}
            </Button>
          )}
        </div>
      </div>
      <div className={classes.head} aria-hidden>
        <span>Chat</span>
        <span>Changes</span>
        <span>Result</span>
        <span>Time</span>
      </div>
      <ul aria-label="Results by chat">
        <VirtualRows
          count={shown.length}
          keyOf={(index) => shown[index]?.order.chatId ?? index}
          estimate={() => 41}
          scroller={null}
          spacer="li"
          row={(index, measure) => {
            const row = shown[index]
            if (!row) return null
            return (
              <ResultRow
                key={row.order.chatId}
                {...row}
                {...{ catalogue, measure, index, onDecide }}
                mayWrite={may('settings.write', row.order.chatId) && !isRunning}
              />
            )
          }}
        />
      </ul>
      <p className={classes.foot}>The gateway carries it out: close this page if you like. The result is kept for 30 days.</p>
    </>
  )
}
