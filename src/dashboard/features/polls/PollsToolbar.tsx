import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { ListToolbar } from '#dashboard/ui/page/ListToolbar.tsx'
import classes from './polls.module.css'
import { stateLabels } from './state.ts'
import type { PollsScreen } from './use-polls-screen.ts'
import { isShown, type PollListView, sorts } from './view.ts'

const SortMenu = lazyPart(async () => (await import('./list/menus.tsx')).SortMenu)
const MoreMenu = lazyPart(async () => (await import('./list/menus.tsx')).MoreMenu)

export function PollsToolbar({ screen }: { screen: PollsScreen }) {
  const { mayWrite, view, change, open, found, fresh } = screen
  const openNew = () => open({ what: 'new' })
  useKey('n', 'New poll', openNew, mayWrite)
  const held = (show: PollListView['show']) => found.filter((poll) => isShown(poll, show)).length
  // A service may keep deleted polls in its list (docs/assumptions.md row 7); most services do not.
  const filters = (['all', 'open', 'published', 'unsent', 'deleted'] as const).filter(
    (show) => show !== 'deleted' || view.show === show || held(show) > 0,
  )
  return (
    <ListToolbar
      lead={
        <SearchField label="Find a question or answer" slashKey="Search" value={view.search} onChange={(search) => change({ search })} />
      }
      actions={
        <>
          <span className={`num meta nowrap ${classes.fresh}`}>{fresh}</span>
          <ActionMenu
            button={<IconButton icon="sortDown" size="xs" aria-label={`Order: ${sorts[view.sort]}`} title={sorts[view.sort]} />}
            items={() => <SortMenu sort={view.sort} onSort={(sort) => change({ sort })} />}
          />
          <ActionMenu
            button={<IconButton icon="more" size="xs" aria-label="More actions for polls" />}
            items={() => <MoreMenu screen={screen} />}
          />
          {mayWrite && (
            <Button size="xs" variant="filled" icon="plus" className="icon-on-phones" onClick={openNew}>
              New poll
            </Button>
          )}
        </>
      }
    >
      <ChoiceChips
        label="Filter"
        choices={filters.map((value) => ({ value, label: value === 'all' ? 'All' : stateLabels[value], holds: held(value) }))}
        chosen={view.show}
        onChoose={(show) => change({ show })}
        off="all"
      />
    </ListToolbar>
  )
}
