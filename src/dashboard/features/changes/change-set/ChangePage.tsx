import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { jobRights } from '#contract/gateway/jobs.ts'
import { stateLooks, type ChangeState } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable, type ChangeGroup, type RowKey } from '#dashboard/platform/changes/ChangeTable.tsx'
import { leaving } from '#dashboard/platform/changes/focus-change.ts'
import { saveQuery, type Save } from '#dashboard/platform/changes/saved-chats.ts'
import { extentOf, type Decision } from '#dashboard/platform/changes/settings-job.ts'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { groupBy } from '#engine/group-by.ts'
import { rowsOf, type ChatChange, exportChange } from './change-rows.ts'
import classes from './ChangePage.module.css'
import { decide, keepTheirs, sendOurs, sendRest, together, type ChatOfSave } from './decisions.ts'
import { ChatsLeft } from './ChatsLeft.tsx'

/** A change of settings in many chats, or a preset that is turned on or ended: its progress, its result, and what a person has to decide. */
export function ChangePage() {
  const { changeId = '' } = useParams()
  const reading = useQuery(saveQuery(changeId))
  if (reading.isError) return <LoadError what="The change" reading={reading} />
  if (reading.data === undefined) return <PageHead title="Change" />
  if (reading.data === null) return <ChatsLeft jobId={changeId} />
  if (reading.data.orders.size === 0) return <NothingPutBack save={reading.data} />
  return <Change save={reading.data} />
}

/** What needs a person comes first, what is done last. `figure`: what is said of the chats. */
const groupWords = {
  decide: { title: 'Need a decision', note: 'changed by others while this ran; theirs stays until someone decides', figure: 'to decide' },
  notKept: { title: 'Not kept by the service', note: 'sent, but read back differently', figure: 'not kept' },
  failed: { title: 'Failed', note: 'nothing of it was saved', figure: 'failed' },
  unknown: { title: 'Outcome unknown', note: 'sent, and the service did not say what came of it', figure: 'unknown' },
  notSent: { title: 'Not sent', note: 'the job ended before their turn', figure: 'not sent' },
  waiting: { title: 'Waiting', note: 'their turn has not come', figure: 'waiting' },
  gone: { title: 'Chat deleted', note: 'nothing is changed there any more', figure: 'deleted' },
  done: { title: 'Done', note: 'each read back after writing', figure: 'done' },
  already: { title: 'Already so', note: 'nothing was sent for them', figure: 'already so' },
  keptTheirs: { title: 'Kept theirs', note: 'someone decided so, or nothing had to change', figure: 'kept theirs' },
} as const satisfies Partial<Record<ChangeState, Record<'title' | 'note' | 'figure', string>>>

type StateOfSave = keyof typeof groupWords
const statesOfSave = Object.keys(groupWords) as StateOfSave[]

function Change({ save }: { save: Save }) {
  const { id, kind, orders, results, isEnded } = save
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const may = useMay()
  const job = jobs.use().find((one) => one.id === id && one.phase !== 'ended')
  const rows = useMemo(
    () => [...orders.values()].flatMap((order) => rowsOf(order, results.get(order.chatId), !isEnded, catalogue)),
    [orders, results, isEnded, catalogue],
  )
  const byState = useMemo(() => groupBy(rows, ({ state }) => state), [rows])
  const mayWrite = [...orders.keys()].every((chatId) => may(jobRights[kind], chatId))
  const chatsIn = (state: ChangeState) => new Set((byState.get(state) ?? []).map(({ chatId }) => chatId)).size

  const send = (decision: Decision) => void decide(save, decision).catch((error: unknown) => toastError('Nothing was sent', error))
  const ofRow = ({ chatId }: ChatChange): ChatOfSave => ({ order: orders.get(chatId)!, result: results.get(chatId) })
  const isAboutSounds = (row: ChatChange) => row.state === 'decide' && !ofRow(row).result?.conflicts.some(({ name }) => name === row.name)
  const soundsOf = (row: ChatChange) => ofRow(row).result?.sounds.length ?? 0
  const theirs = (row: ChatChange) => keepTheirs(ofRow(row), row.name)
  const ours = (row: ChatChange) =>
    row.state === 'notKept' || (row.state === 'decide' && !isAboutSounds(row)) ? sendOurs(ofRow(row), row.name) : sendRest(ofRow(row))

  const groups = statesOfSave.flatMap((state): ChangeGroup<ChatChange>[] => {
    const list = byState.get(state) ?? []
    if (list.length === 0) return []
    const { title, note } = groupWords[state]
    const all = (label: string, of: (row: ChatChange) => Decision) => (
      <button key={label} type="button" className="link" onClick={() => send(together(list.map(of)))}>
        {label}
      </button>
    )
    const hasMany = mayWrite && list.length > 1
    const actions = !hasMany
      ? []
      : state === 'decide'
        ? [
            all('Keep all theirs', theirs),
            all(list.some((row) => soundsOf(row) > 0) ? 'Use ours in all, without the sounds' : 'Use ours in all', ours),
          ]
        : state === 'notKept'
          ? [all('Keep all as they are', theirs), all('Try all again', ours)]
          : state === 'failed' || state === 'unknown' || state === 'notSent'
            ? [all(`Send the ${count(list.length)} that are left`, ours)]
            : []
    const extent = `${counted(list.length, 'value')} in ${counted(chatsIn(state), 'chat')}, ${note}`
    const { icon, className } = stateLooks[state]
    const head = { icon, className, title, note: extent, ...(actions.length > 0 && { actions }) } as const
    return [{ key: state, head, rows: list }]
  })

  const action = (row: ChatChange) => {
    if (!mayWrite || !stateLooks[row.state].needsPerson) return null
    const about = `${row.label} in ${row.place}`
    const act = (label: string, decision: Decision) =>
      decision.leave.length + decision.send.length > 0 && (
        <Button key={label} size="xs" aria-label={`${label}: ${about}`} onClick={leaving(() => send(decision))}>
          {label}
        </Button>
      )
    const sounds = soundsOf(row)
    if (isAboutSounds(row)) return act(plural(sounds, 'Save without {count} sound', 'Save without {count} sounds'), ours(row))
    if (row.state === 'decide') {
      const oursLabel = sounds === 0 ? 'Ours' : plural(sounds, 'Ours, without {count} sound', 'Ours, without {count} sounds')
      return [act('Theirs', theirs(row)), act(oursLabel, ours(row))]
    }
    if (row.state === 'notKept') return [act('Keep as is', theirs(row)), act('Try again', ours(row))]
    return act(row.state === 'notSent' ? 'Send' : 'Try again', ours(row))
  }

  const decideAbout = (row: ChatChange, decision: Decision | null) => {
    if (!mayWrite || !stateLooks[row.state].needsPerson || !decision) return false
    send(decision)
    return true
  }
  const mayKeep = (row: ChatChange) => (row.state === 'decide' || row.state === 'notKept') && !isAboutSounds(row)
  // What it gives up beside the value is on the button.
  const maySendByKey = (row: ChatChange) => row.state !== 'decide' || soundsOf(row) === 0
  const keys: RowKey<ChatChange>[] = [
    { letter: 't', label: 'Keep theirs', run: (row) => decideAbout(row, mayKeep(row) ? theirs(row) : null) },
    { letter: 'o', label: 'Use ours', run: (row) => decideAbout(row, maySendByKey(row) ? ours(row) : null) },
  ]

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
            ? `${count(made)} of ${counted(rows.length, 'value')} changed${made > 0 ? ', each read back' : ''}`
            : `${count(rows.length - (byState.get('waiting')?.length ?? 0))} of ${counted(rows.length, 'value')} done`}
        </p>
        <div className={classes.meter} aria-hidden>
          {figureOrder.map((state) => (
            <span key={state} data-state={state} style={{ flexGrow: byState.get(state)?.length ?? 0 }} />
          ))}
        </div>
      </div>
      <ChangeTable
        label="What became of each setting"
        groups={groups}
        pathOf={({ state, chatId, name }) => (state !== 'gone' && may('settings.read', chatId) ? to.setting(chatId, name) : null)}
        action={action}
        keys={mayWrite ? keys : []}
        folds
      />
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
