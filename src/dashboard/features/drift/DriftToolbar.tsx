import { useRef } from 'react'
import { type DriftFinding, driftResourceNames, driftResources } from '#contract/workspace/drift.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import classes from './drift.module.css'
import { named, oneOf, text, urlState, useUrlState } from '#dashboard/ui/page/url-state.ts'

const driftState = urlState({
  show: oneOf(['open', 'put-back', 'accepted', 'ignored'], 'open'),
  /** What it is about. */
  about: oneOf(driftResourceNames),
  search: named('q', text()),
})

type DriftView = ReturnType<typeof driftState.read>

/** The view of the page, all of it in the URL. */
export const useDriftView = () => useUrlState(driftState)

const states = { open: 'Open', 'put-back': 'Put back', accepted: 'Accepted', ignored: 'Ignored settings' } as const
const stateNames = Object.keys(states) as (keyof typeof states)[]

interface DriftToolbarProps {
  view: DriftView
  onView: (change: Partial<DriftView>) => void
  findings: readonly DriftFinding[]
  ignored: number
}

export function DriftToolbar({ view, onView, findings, ignored }: DriftToolbarProps) {
  const search = useRef<HTMLInputElement>(null)
  useKey('/', 'Search chat or setting', () => search.current?.focus())
  const ofState = (name: keyof typeof states) => findings.filter(({ state }) => state === name)
  const shown = ofState(view.show)
  return (
    <Toolbar>
      <SearchField
        ref={search}
        className={classes.search ?? ''}
        label="Search chat or setting"
        value={view.search}
        onChange={(text) => onView({ search: text })}
        hint={<kbd>/</kbd>}
      />
      <div className={classes.filters}>
        <Chips label="State">
          {stateNames.map((name) => (
            <Chip
              key={name}
              label={states[name]}
              holds={name === 'ignored' ? ignored : ofState(name).length}
              on={view.show === name}
              onToggle={() => onView({ show: name })}
            />
          ))}
        </Chips>
        {view.show !== 'ignored' && (
          <Chips label="About">
            {driftResourceNames
              .filter((name) => view.about === name || shown.some(({ resource }) => resource === name))
              .map((name) => (
                <Chip
                  key={name}
                  label={driftResources[name].label}
                  holds={shown.filter(({ resource }) => resource === name).length}
                  on={view.about === name}
                  onToggle={() => onView({ about: view.about === name ? null : name })}
                />
              ))}
          </Chips>
        )}
      </div>
    </Toolbar>
  )
}
