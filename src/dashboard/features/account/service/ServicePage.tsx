import { Button } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { refreshProfile } from '#dashboard/platform/service/service-profile.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { HeadButton } from '#dashboard/ui/page/Page.tsx'
import { Hint, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Day } from '#dashboard/ui/format/time.tsx'
import { Interrupted } from './Interrupted.tsx'
import { LearnDialog } from './LearnDialog.tsx'
import classes from './ServicePage.module.css'
import { serviceRows, type ServiceRow } from './service-rows.ts'

/** How the service behaves where the API document does not say it, what Roomkeeper does about it, and how to find it out. @param head with the tabs */
export function ServicePage({ head }: { head: (actions: ReactNode) => ReactNode }) {
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
      <title>Service · Account · Roomkeeper</title>
      {head(
        profile &&
          mayLearn &&
          (isLearned ? (
            <Button onClick={learn}>Learn again…</Button>
          ) : (
            <HeadButton icon="refresh" label="Learn this service…" onClick={learn} />
          )),
      )}
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
      <dl className={classes.facts}>
        <div>
          <dt className="help">Address</dt>
          <dd className="outside">{service.kind === 'bundled' ? 'Built-in service' : service.address}</dd>
        </div>
        <div>
          <dt className="help">Known behaviours</dt>
          <dd className="num">
            {count(rows.filter(({ value, learned }) => value !== null && learned?.contradicted === undefined).length)} of{' '}
            {count(rows.length)}
          </dd>
        </div>
        <div>
          <dt className="help">Last learned</dt>
          <dd>{!profile ? 'Known without learning' : profile.learnedAt === null ? 'Never' : <Day at={profile.learnedAt} />}</dd>
        </div>
      </dl>
      <div className={classes.table}>
        <table aria-label="How this service behaves">
          <thead>
            <tr>
              <th scope="col">Behaviour</th>
              <th scope="col">This service</th>
              <th scope="col">What Roomkeeper does</th>
              <th scope="col">Known from</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.label}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={4}>
                  {group.label}
                </th>
              </tr>
              {group.rows.map((row) => (
                <Row key={row.key} row={row} isBundled={!profile} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {learning && <LearnDialog catalogue={catalogue} plan={plan} onClose={() => setLearning(false)} />}
    </>
  )
}

function Row({ row: { label, value, consequence, learned }, isBundled }: { row: ServiceRow; isBundled: boolean }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={value === null ? 'quiet' : 'medium'}>
        {value ?? 'Not learned'} {learned?.contradicted !== undefined && <Badge tone="warn">changed</Badge>}
      </td>
      <td className="quiet">{consequence}</td>
      <td className="quiet">
        {learned ? (
          <>
            {learned.from === 'tested' ? 'Learned' : 'Seen'} <Day at={learned.at} />
          </>
        ) : isBundled ? (
          'Built in'
        ) : value === null ? (
          'Not learned'
        ) : (
          'Confirmed by saves'
        )}
      </td>
    </tr>
  )
}
