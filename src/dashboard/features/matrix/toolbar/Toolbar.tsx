import { useRef } from 'react'
import { settingNames } from '#contract/settings-derive.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { Toolbar as PageToolbar } from '#dashboard/ui/page/Page.tsx'
import { rowFilterNames, rowFilters } from '../model/filter.ts'
import type { Matrix } from '../use-matrix.ts'
import type { MatrixView } from '../view.ts'
import classes from './Toolbar.module.css'

interface ToolbarProps {
  view: MatrixView
  onView: (change: Partial<MatrixView>) => void
  matrix: Matrix
}

/** The search over the settings, and which settings and chats are shown. */
export function Toolbar({ view, onView, matrix }: ToolbarProps) {
  const search = useRef<HTMLInputElement>(null)
  useKey('/', 'Search the settings', () => search.current?.focus())
  return (
    <PageToolbar>
      <SearchField
        ref={search}
        label={`Search ${settingNames.length} settings`}
        className={classes.search}
        hint={<kbd>/</kbd>}
        value={view.search}
        onChange={(typed) => onView({ search: typed })}
      />
      <Chips label="Settings">
        {rowFilterNames.map((name) => (
          <Chip
            key={name}
            label={rowFilters[name]}
            holds={name === 'findings' && !matrix.knowsFindings ? undefined : matrix.held[name].size}
            on={view.show === name}
            onToggle={() => onView({ show: name })}
          />
        ))}
      </Chips>
    </PageToolbar>
  )
}
