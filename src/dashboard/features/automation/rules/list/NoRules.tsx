import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import type { Rules } from '#contract/gateway/rules.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { templateNames, templates } from '../templates.ts'
import classes from './list.module.css'

const can = [
  'See a message 3 to 60 seconds after it was posted',
  'Mark it for review, or delete it after some seconds in which anyone on duty can keep it',
  'Post an announcement, turn on a mode, notify your team',
]
const cannot = ['Stop a message before people see it', 'Ban or mute its author: the service has no such request']

/** Explains rules while there are none. @param onImport null: the person may not import (the page says why); missing: nor write rules */
export function NoRules({ worker, onImport }: { worker: Rules['worker']; onImport?: (() => void) | null }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Icon name="rule" size={20} className="quiet" />
        <h2 className="heading mt-8">No rules yet</h2>
        <p className="help mb-6 mt-4">
          A rule watches your chats while nobody looks, and marks or deletes messages that match. Every rule is tested on your archive
          first, then runs in shadow, and deletes nothing until you turn it live.
        </p>
        {onImport !== undefined ? (
          <>
            <div className="row wrap mt-8">
              <LinkButton to={to.newRule()} variant="filled" icon="plus">
                New rule
              </LinkButton>
              <Button icon="upload" blocked={!onImport && 'no-import'} onClick={onImport ?? undefined}>
                Import JSON
              </Button>
            </div>
            <Templates />
          </>
        ) : (
          <p className="help">You can see rules, but not write them.</p>
        )}
      </div>
      <aside className={classes.aside}>
        <h2 className="heading">What a rule can do</h2>
        <Points points={can} icon="check" tone="ok" />
        <h2 className="heading">What it cannot do</h2>
        <Points points={cannot} icon="x" tone="quiet" />
        {worker.state === 'off' && <NeedsAccess />}
      </aside>
    </div>
  )
}

const Templates = () => (
  <section className={classes.templates}>
    <h2 className="section-heading heading">
      Start from a template <span>opens as a draft</span>
    </h2>
    <ul>
      {templateNames.map((name) => (
        <li key={name} className={classes.template}>
          <Icon name={templates[name].icon} className="quiet" />
          <div>
            <b className="medium block">{templates[name].rule.name}</b>
            <span className="help">{templates[name].text}</span>
          </div>
          <LinkButton to={to.newRule({ template: name })} size="xs" aria-label={`Use ${templates[name].rule.name}`}>
            Use
          </LinkButton>
        </li>
      ))}
    </ul>
  </section>
)

const Points = ({ points, icon, tone }: { points: string[]; icon: 'check' | 'x'; tone: string }) => (
  <ul className={`stack gap-12 ${classes.points}`}>
    {points.map((point) => (
      <li key={point} className="beside gap-10 small">
        <Icon name={icon} className={tone} />
        {point}
      </li>
    ))}
  </ul>
)

function NeedsAccess() {
  const mayTurnOn = useMay()('standing.write')
  return (
    <p className={`card beside help ${classes.access}`}>
      <Icon name="lock" />
      <span>
        Rules need background access, so that they run while nobody is signed in.{' '}
        {mayTurnOn ? (
          <PageLink to={to.backgroundAccess()} className="link">
            See what it may do
          </PageLink>
        ) : (
          'An Owner can turn it on.'
        )}
      </span>
    </p>
  )
}
