import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { stateLooks, type ChangeState } from '#dashboard/platform/changes/change-row.ts'
import { saveQuery, type Save } from '#dashboard/platform/changes/saved-chats.ts'
import { extentOf } from '#dashboard/platform/changes/settings-job.ts'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { to } from '#dashboard/platform/to.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { exportChange } from './change-rows.ts'
import classes from './ChangePage.module.css'
import { ChangeResult, chatsOf, groupWords, type StateOfSave, useChangeRows } from './ChangeResult.tsx'
import { ChatsLeft } from './ChatsLeft.tsx'

/** A change of settings in many chats, or a mode that is turned on or ended: its progress, its result, and what a person has to decide. */
export function ChangePage() {
  const { changeId = '' } = useParams()
  const reading = useQuery(saveQuery(changeId))
  if (reading.isError) return <LoadError what="The change" reading={reading} />
  if (reading.data === undefined) return <PageHead title="Change" />
  if (reading.data === null) return <ChatsLeft jobId={changeId} />
  if (reading.data.orders.size === 0) return <NothingPutBack save={reading.data} />
  return <Change save={reading.data} />
}

function Change({ save }: { save: Save }) {
  const { id, kind, orders, results, isEnded } = save
  const { rows, byState } = useChangeRows(save)
  const job = jobs.use().find((one) => one.id === id && one.phase !== 'ended')
  const chatsIn = (state: ChangeState) => chatsOf(byState.get(state))
  const isSave = kind === 'settings-of-chats'
  const isDone = rows.every(({ state }) => !stateLooks[state].needsPerson)
  const made = byState.get('done')?.length ?? 0
  const lastAt = Math.max(save.at, ...[...results.values()].map(({ at }) => at))
  return (
    <>
      <PageHead
        title={isSave ? extentOf([...orders.values()]) : isEnded && isDone ? save.doneTitle : save.title}
        beside={<span className="help num not-on-phones">{`by ${save.by}, ${clock(save.at)} – ${clock(lastAt)}`}</span>}
        actions={
          <>
            {job && (
              <Button icon="stop" disabled={job.wish === 'stop'} onClick={() => void changeJob(id, 'stop')}>
                Stop
              </Button>
            )}
            {made > 0 && isEnded && isSave && (
              <LinkButton to={to.compareUndo(id)}>
                <span className="inline-row gap-8">
                  <Icon name="undo" size={14} /> Undo…
                </span>
              </LinkButton>
            )}
            <Button className="icon-on-phones" icon="download" onClick={() => exportChange(save, rows)}>
              Export
            </Button>
          </>
        }
      />
      <div className="stack panel">
        <PageLink className="link inline-row" to={isSave ? to.compare() : to.modes()}>
          <Icon name="left" size={14} /> {isSave ? 'Compare' : 'Modes'}
        </PageLink>
        <KeyValue look="above" className={classes.figures}>
          {figureOrder.map((state) => {
            const chats = chatsIn(state)
            if (chats === 0 && state !== 'done') return null
            return (
              <Fact
                key={state}
                name={plural(chats, `chat ${groupWords[state].figure}`, `chats ${groupWords[state].figure}`)}
                className={stateLooks[state].className}
              >
                {count(chats)}
              </Fact>
            )
          })}
        </KeyValue>
        <p className="help" role="status">
          {isEnded
            ? `${count(made)} of ${counted(rows.length, 'setting')} changed${made > 0 ? ', each read back' : ''}`
            : `${count(rows.length - (byState.get('waiting')?.length ?? 0))} of ${counted(rows.length, 'setting')} done`}
        </p>
        <div className={classes.meter} aria-hidden>
          {figureOrder.map((state) => (
            <span key={state} data-state={state} style={{ flexGrow: byState.get(state)?.length ?? 0 }} />
          ))}
        </div>
      </div>
      <ChangeResult save={save} byState={byState} />
      <p className="help panel">
        {isEnded ? 'The result is kept for 30 days.' : 'Close this page if you like: the gateway carries it out.'}
      </p>
    </>
  )
}

const NothingPutBack = ({ save: { title, isEnded } }: { save: Save }) => (
  <>
    <PageHead title={title} />
    <p className="help panel" role="status">
      {isEnded ? 'Nothing was put back.' : 'Nothing has been put back yet.'}
    </p>
  </>
)

const figureOrder = [
  'done',
  'already',
  'keptTheirs',
  'decide',
  'notKept',
  'unknown',
  'failed',
  'notSent',
  'gone',
  'waiting',
] as const satisfies StateOfSave[]
