import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useRef } from 'react'
import type { Poll } from '#contract/polls.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import classes from './polls.module.css'
import type { KeptRound } from './rounds.ts'
import { stateLabels } from './state.ts'
import { isShown, type PollListView, sorts } from './view.ts'

const SortMenu = lazyPart(async () => (await import('./list/menus.tsx')).SortMenu)
const MoreMenu = lazyPart(async () => (await import('./list/menus.tsx')).MoreMenu)

interface PollsToolbarProps {
  view: PollListView
  onChange: (change: Partial<PollListView>) => void
  /** The polls that match the search, before the filter. */
  found: Poll[]
  /** The polls that are shown, in their order. */
  shown: Poll[]
  chatId: number
  rounds: KeptRound[]
  fresh: string
}

/** Search, filters, sort order and actions for all polls. */
export function PollsToolbar({ view, onChange, found, shown, chatId, rounds, fresh }: PollsToolbarProps) {
  const mayWrite = useMay()('polls.write', chatId)
  const field = useRef<HTMLInputElement>(null)
  useKey('/', 'Search', () => field.current?.focus())
  useKey('n', 'New poll', () => onChange({ open: { what: 'new' } }), mayWrite)
  const held = (show: PollListView['show']) => found.filter((poll) => isShown(poll, show)).length
  // A service may keep deleted polls in its list (docs/assumptions.md row 7); most services do not.
  const filters = (['all', 'open', 'published', 'unsent', 'deleted'] as const).filter(
    (show) => show !== 'deleted' || view.show === show || held(show) > 0,
  )
  return (
    <div className={classes.toolbar}>
      <SearchField
        ref={field}
        label="Find a question or answer"
        className={classes.search}
        hint={<kbd>/</kbd>}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
      <div className={classes.chips}>
        <Chips label="Filter">
          {filters.map((show) => (
            <Chip
              key={show}
              label={show === 'all' ? 'All' : stateLabels[show]}
              holds={held(show)}
              on={view.show === show}
              onToggle={() => onChange({ show: view.show === show ? 'all' : show })}
            />
          ))}
        </Chips>
      </div>
      <div className="row gap-6 push rigid">
        <span className={`num ${classes.fresh}`}>{fresh}</span>
        <ActionMenu
          button={<IconButton icon="sortDown" size="xs" aria-label={`Order: ${sorts[view.sort]}`} title={sorts[view.sort]} />}
          items={() => <SortMenu sort={view.sort} onSort={(sort) => onChange({ sort })} />}
        />
        <ActionMenu
          button={<IconButton icon="more" size="xs" aria-label="More actions for polls" />}
          items={() => <MoreMenu polls={shown} chatId={chatId} rounds={rounds} onOpen={(open) => onChange({ open })} />}
        />
        {mayWrite && (
          <Button size="xs" variant="filled" icon="plus" className="icon-on-phones" onClick={() => onChange({ open: { what: 'new' } })}>
            New poll
          </Button>
        )}
      </div>
    </div>
  )
}
