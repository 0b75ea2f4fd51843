import type { LastAction, Standing } from '#contract/workspace/standing-access.ts'
import { useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ActionRow } from './ActionRow.tsx'
import classes from './StandingPage.module.css'
import { outcomes } from './view.ts'

/** What was done, newest first. */
export function LastActions({ standing: { last, at } }: { standing: Standing }) {
  const seesHistory = useSeesHistory()
  return (
    <section aria-labelledby="last-actions">
      <h2 className={classes.listHead} id="last-actions">
        Last{' '}
        {seesHistory && (
          <PageLink className="link" to={to.activity({ person: 'roomkeeper' })}>
            All changes in Activity
          </PageLink>
        )}
      </h2>
      {last.length === 0 ? (
        <p className={classes.empty}>Nothing has run on its own yet.</p>
      ) : (
        <ul className={classes.list}>
          {last.map((action) => (
            <ActionRow key={action.id} action={action} at={action.at} now={at}>
              <Outcome action={action} />
            </ActionRow>
          ))}
        </ul>
      )}
    </section>
  )
}

function Outcome({ action: { outcome, result } }: { action: LastAction }) {
  const { label, tone, icon } = outcomes[outcome]
  return (
    <span className={`inline-row ${tone === 'ok' ? '' : tone}`}>
      {icon && <Icon name={icon} size={14} className={tone} />}
      {result || label}
    </span>
  )
}
