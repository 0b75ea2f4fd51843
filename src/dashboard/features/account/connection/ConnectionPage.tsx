import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { LearningRun } from '#contract/service-profile.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { refreshProfile, saveProfile } from '#dashboard/platform/service/known-service.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { storedText, storeText, useSession } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Hint, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Day } from '#dashboard/ui/format/time.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import type { Column } from '#dashboard/ui/table/fit-columns.ts'
import { HeadButton } from '#dashboard/ui/page/Page.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { removeTemporary } from './learn.ts'
import { LearnDialog } from './LearnDialog.tsx'
import { type ServiceRow, serviceRows } from './service-rows.ts'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import classes from './ConnectionPage.module.css'
import { once, ownRunKey, withLearningLock } from './use-learning.ts'

/** How the service behaves where the API document does not say it, what Roomkeeper does about it, and how to find it out. */
export function ConnectionPage() {
  const { service } = useSession()
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const { plan } = useSuspenseQuery(endpointQuery('accountRead', {})).data.data
  // Others may have learned more since this page was loaded.
  const reading = useQuery({
    queryKey: ['serviceProfile'],
    queryFn: () => refreshProfile().then(() => true),
    enabled: service.kind === 'remote',
  })
  const [learning, setLearning] = useState(false)
  const may = useMay()
  // Learning makes a temporary chat, changes its settings and deletes it.
  const mayLearn = may('chats.create') && may('settings.write') && may('chats.delete')
  const groups = serviceRows(catalogue)
  const rows = groups.flatMap((group) => group.rows)
  const contradicted = rows.filter(({ learned }) => learned?.contradicted !== undefined)
  const { profile } = catalogue.remote ?? {}
  const isLearned = profile ? profile.learnedAt !== null : true
  const learn = () => setLearning(true)

  return (
    <>
      <PlaceHead
        isSticky
        actions={
          profile &&
          mayLearn &&
          (isLearned ? (
            <Button onClick={learn}>Learn again…</Button>
          ) : (
            <HeadButton icon="refresh" label="Learn this service…" onClick={learn} />
          ))
        }
      />
      <StaleNotice what="The profile of this service" reading={reading} />
      {profile?.run && mayLearn && !learning && <Interrupted key={profile.run.chatName} run={profile.run} />}
      {contradicted.length > 0 && (
        <Hint
          action={
            mayLearn && (
              <Button size="xs" onClick={learn}>
                Learn again…
              </Button>
            )
          }
        >
          <b>{counted(contradicted.length, 'behaviour has', 'behaviours have')} changed.</b> {serviceNameFirst()} behaved differently from
          what was learned. It may have been updated. Until it is learned again, Roomkeeper does not rely on it.
        </Hint>
      )}
      <KeyValue look="above" className={classes.facts}>
        <Fact name="Address" className="outside">
          {service.kind === 'bundled' ? 'Built-in service' : service.address}
        </Fact>
        <Fact name="Known behaviours" className="num">
          {count(rows.filter(({ value, learned }) => value !== null && learned?.contradicted === undefined).length)} of {count(rows.length)}
        </Fact>
        <Fact name="Last learned">
          {!profile ? 'Known without learning' : profile.learnedAt === null ? 'Never' : <Day at={profile.learnedAt} />}
        </Fact>
      </KeyValue>
      <DataTable<Line, string>
        label="How this service behaves"
        rows={groups.flatMap(({ label, rows: list }): Line[] => [{ key: label, heading: label }, ...list])}
        columns={profile ? columns : bundledColumns}
        idOf={keyOf}
        nameOf={keyOf}
        wide={(line) => 'heading' in line && <h2 className={`meta medium ${classes.group}`}>{line.heading}</h2>}
        item="columns"
      />
      {learning && <LearnDialog catalogue={catalogue} plan={plan} onClose={() => setLearning(false)} />}
    </>
  )
}

type Line = ServiceRow | { key: string; heading: string }

const keyOf = ({ key }: Line) => key

/** @param cell of what is no heading */
const column = (key: string, label: string, cell: (row: ServiceRow) => ReactNode): Column<Line> => ({
  key,
  label,
  cell: (line) => 'heading' in line || cell(line),
})

const columnsWith = (known: string): Column<Line>[] => [
  { ...column('behaviour', 'Behaviour', ({ label }) => label), isRowHead: true },
  column('service', 'This service', ({ value, learned }) => (
    <span className={value === null ? 'quiet' : 'medium'}>
      {value ?? 'Not learned'} {learned?.contradicted !== undefined && <Badge tone="warn">changed</Badge>}
    </span>
  )),
  column('consequence', 'What Roomkeeper does', ({ consequence }) => <span className="quiet">{consequence}</span>),
  {
    ...column('from', 'Known from', ({ value, learned }) => (
      <span className="quiet">
        {learned ? (
          <>
            {learned.from === 'tested' ? 'Learned' : 'Seen'} <Day at={learned.at} />
          </>
        ) : value === null ? (
          'Not learned'
        ) : (
          known
        )}
      </span>
    )),
    width: 160,
    dropRank: 1,
  },
]
const columns = columnsWith('Confirmed by saves')
const bundledColumns = columnsWith('Built in')

/**
 * A run that did not come to its end, after a reload or in another browser. Its chat is deleted at once where this browser began the run and the service
 * confirmed the creation; otherwise somebody has to look at it first.
 */
function Interrupted({ run }: { run: LearningRun }) {
  const [left, setLeft] = useState<Chat[] | null>(null)
  const removal = useAction('chatDelete', (send, agreed: boolean) => remove(send, run, agreed, setLeft))
  const isOwn = storedText(ownRunKey) === run.chatName
  const { mutate } = removal
  useEffect(() => {
    if (isOwn) mutate(false)
    // Once: a refused deletion is not repeated automatically.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOwn])

  const ask = (chats: Chat[] | null) =>
    confirm({
      title: 'Delete the temporary chat?',
      body: (
        <p>
          {chats ? `${count(chats.length)} found: ` : 'It will be found by its name: '}
          <b className="outside">{run.chatName}</b>. “Learn this service” created it and was interrupted. Nothing in it is yours.
        </p>
      ),
      confirmLabel: 'Delete',
      danger: true,
      writes: 'chatDelete',
      run: (send) => remove(send, run, true, setLeft),
    })

  return (
    <Hint
      bad={removal.error !== null}
      action={
        <Button size="xs" loading={removal.isPending} onClick={() => ask(left)}>
          Delete it…
        </Button>
      }
    >
      {removal.error !== null && (
        <>
          <FailedChange error={removal.error} title="The temporary chat was not deleted." />{' '}
        </>
      )}
      <b>A temporary chat is left over.</b>{' '}
      {left?.[0] || run.chatId !== null ? (
        <PageLink to={to.settings(left?.[0]?.id ?? run.chatId ?? 0)} className="outside">
          {left?.[0]?.name ?? run.chatName}
        </PageLink>
      ) : (
        <span className="outside">{run.chatName}</span>
      )}{' '}
      {left ? 'is still in this account.' : 'may still be in this account.'}
    </Hint>
  )
}

/** Rejects with a Failure where something is left that was to be deleted. */
async function remove(send: SendRequest, run: LearningRun, agreed: boolean, onLeft: (left: Chat[]) => void): Promise<void> {
  const removal = await withLearningLock(async () => {
    // It was deleted meanwhile, by an earlier mount of this page or in another tab.
    if (!agreed && storedText(ownRunKey) !== run.chatName) return 'done'
    const removal = await removeTemporary(once(send), run, agreed)
    if (removal.left.length === 0) storeText(ownRunKey, null)
    return removal
  })
  if (!removal) throw new Failure('refused', { advice: 'Another tab is learning this service. Wait for it to end.' })
  if (removal === 'done') return
  onLeft(removal.left)
  await refresh('chatList', 'accountRead')
  if (removal.left.length > 0 && removal.because !== null) throw removal.because
  if (removal.left.length > 0) return
  await saveProfile((profile) => (profile.run?.chatName === run.chatName ? { ...profile, run: null } : profile))
  toast('The temporary chat was deleted')
}
