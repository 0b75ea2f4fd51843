import { Button } from '#dashboard/ui/form/Button.tsx'
import type { Rules, StoredRule } from '#contract/gateway/rules.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { SaveNotes } from '#dashboard/platform/saving/change-notes.tsx'
import type { Saving } from '#dashboard/platform/saving/use-saving.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { useRulePresets } from '../queries.ts'
import { liveProblem, notYetLive, type Readiness } from '../rule-problem.ts'
import classes from './edit.module.css'
import type { RuleFields } from './rule-fields.ts'

interface BottomBarProps {
  stored: StoredRule | null
  worker: Rules['worker']
  saving: Saving<RuleFields>
  /** How many fields are edited. */
  edited: number
  backtest: Readiness['backtest']
  onSave: () => void
  isChanging: boolean
  onState: (state: 'shadow' | 'live') => void
}

/** Saving, and the next step of the rule. */
export function BottomBar({ stored, worker, saving, edited, backtest, onSave, isChanging, onState }: BottomBarProps) {
  const { busy } = saving
  const isUnsaved = edited > 0 || !stored
  const person = usePerson()
  const presets = useRulePresets()
  const problemOfLive = stored && liveProblem(person, stored.rule, presets)
  const reason = notYetLive({ stored, worker, isUnsaved, backtest, problem: problemOfLive })
  const isInShadow = stored?.state === 'shadow' && stored.running?.version === stored.version
  const canShadow = stored !== null && !isUnsaved && !isInShadow && worker.state !== 'off'
  const discard = () =>
    confirm({
      title: plural(edited, 'Discard {count} change?', 'Discard {count} changes?'),
      body: stored ? 'The rule goes back to its last saved version.' : 'The new rule goes back to its initial content.',
      confirmLabel: 'Discard',
      danger: true,
      run: async () => saving.discard(),
    })
  const problem = saving.problem()
  return (
    <section className={`bottom-bar ${classes.bar}`} aria-label="Save and go live">
      <SaveNotes saving={saving} />
      {edited > 0 && (
        <Button variant="subtle" tone="quiet" disabled={busy} onClick={discard}>
          Discard
        </Button>
      )}
      {isUnsaved && (
        <Button loading={busy} onClick={onSave} aria-keyshortcuts="Control+S Meta+S" rightSection={<kbd aria-hidden>{modKey} S</kbd>}>
          Save draft
        </Button>
      )}
      {problem !== null && edited > 0 && (
        <Button variant="subtle" size="xs" tone="danger" onClick={() => saving.showProblem(problem)}>
          Go to the invalid value
        </Button>
      )}
      <span className={`help push ${classes.reason}`} id="live-reason" role="status">
        {reason ?? 'Only messages posted from now on. Older ones stay.'}
      </span>
      {worker.state === 'off' && !isUnsaved && problemOfLive === null && (
        <PageLink to={to.backgroundAccess()} className="link fz-help">
          Turn on background access
        </PageLink>
      )}
      {canShadow && (
        <Button disabled={isChanging} icon="eye" onClick={() => onState('shadow')}>
          Run in shadow
        </Button>
      )}
      <Button
        className={classes.live ?? ''}
        variant="filled"
        icon="play"
        loading={isChanging}
        aria-describedby="live-reason"
        blocked={reason !== null}
        onClick={() => onState('live')}
      >
        {liveLabel(stored, isUnsaved)}
      </Button>
    </section>
  )
}

function liveLabel(stored: StoredRule | null, isUnsaved: boolean): string {
  if (!stored?.backtest || isUnsaved) return 'Go live'
  const { matched, read } = stored.backtest
  return `Go live: ${count(matched)} of ${count(read)} matched`
}
