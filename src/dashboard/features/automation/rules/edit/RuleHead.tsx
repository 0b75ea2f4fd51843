import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useNavigate } from 'react-router-dom'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { useNow, whenText } from '#dashboard/ui/format/time.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { RuleMenu } from '../list/RuleMenu.tsx'
import { useWordLists } from '../queries.ts'
import classes from './edit.module.css'
import { StateBadge } from '../state.tsx'

interface RuleHeadProps {
  name: string
  /** null: it is not saved yet. */
  stored: StoredRule | null
  /** Missing: the person may not change it. */
  onRename?: () => void
  onHistory: () => void
}

export function RuleHead({ name, stored, onRename, onHistory }: RuleHeadProps) {
  const now = useNow() * 1000
  const navigate = useNavigate()
  const { lists } = useWordLists()
  const title = name.trim() === '' ? 'New rule' : name
  return (
    <PageHead
      above={{ path: to.rules(), title: 'Rules' }}
      title={title}
      documentTitle={`${title} · Rules`}
      beside={
        <div className="row">
          {onRename && <IconButton icon="edit" size="xs" aria-label="Name and description" onClick={onRename} />}
          {stored && <StateBadge state={stored.state} />}
        </div>
      }
      actions={
        stored && (
          <>
            <span className="help num not-on-phones nowrap">
              saved {whenText(stored.savedAt, now)}
              {stored.savedBy !== '' && ` by ${stored.savedBy}`}
            </span>
            <Button className="not-on-phones" variant="subtle" tone="quiet" onClick={onHistory}>
              History
            </Button>
            <RuleMenu stored={stored} lists={lists} onDeleted={() => void navigate(to.rules())}>
              <MenuItem icon="clock" label="History" className="on-phones" onClick={onHistory} />
            </RuleMenu>
          </>
        )
      }
    />
  )
}

interface Step {
  label: string
  note: string
  state: 'done' | 'current' | 'next'
}

const dayMs = 24 * 60 * 60_000

/** The steps of a rule until it is live. @param stored null: it is not saved yet */
export function Stepper({ stored }: { stored: StoredRule | null }) {
  const now = useNow() * 1000
  return (
    <ol className={classes.steps} aria-label="Steps to live">
      {stepsOf(stored, now).map(({ label, note, state }) => (
        <li key={label} className={classes.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={`ring ${classes.mark}`} data-done={state === 'done' || undefined}>
            {state === 'done' && <Icon name="check" size={12} label="Done:" />}
          </span>
          <span className="cut">
            <span className={`block fz-help ${state === 'next' ? 'quiet' : 'medium'}`}>{label}</span>
            <span className={`meta num ${classes.note}`}>{note}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(stored: StoredRule | null, now: number): Step[] {
  if (!stored)
    return [
      { label: 'Draft', note: 'Not saved yet', state: 'current' },
      { label: 'Backtest', note: 'Not yet', state: 'next' },
      { label: 'Shadow', note: 'Not yet', state: 'next' },
      { label: 'Live', note: 'Not yet', state: 'next' },
    ]
  const { state, stateSince, savedAt, backtest, hits, running, version } = stored
  const isShadow = state === 'shadow' || state === 'fellBack'
  const since = `${sinceInWords(now - stateSince)}, ${counted(hits.inState, 'match', 'matches')}`
  const older = running && running.version < version ? 'An earlier version, ' : ''
  return [
    { label: 'Draft', note: `Saved ${whenText(savedAt, now)}`, state: state === 'draft' ? 'current' : 'done' },
    backtest
      ? { label: 'Backtest', note: `${count(backtest.matched)} of ${count(backtest.read)}, ${whenText(backtest.at, now)}`, state: 'done' }
      : { label: 'Backtest', note: 'None of this version', state: 'next' },
    {
      label: 'Shadow',
      note:
        state === 'fellBack'
          ? `Paused ${whenText(stateSince, now)}`
          : isShadow
            ? `${older}${since}`
            : state === 'live'
              ? 'Done'
              : 'Not yet',
      state: isShadow ? 'current' : state === 'live' ? 'done' : 'next',
    },
    { label: 'Live', note: state === 'live' ? `${older}${since}` : 'Not yet', state: state === 'live' ? 'current' : 'next' },
  ]
}

function sinceInWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : counted(Math.floor(ms / dayMs), 'day')
}
