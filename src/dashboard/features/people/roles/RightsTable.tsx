import { Button } from '#dashboard/ui/form/Button.tsx'
import { Select } from '@mantine/core'
import { useIsPhone, useMedia } from '#dashboard/ui/page/use-media.ts'
import { type KeyboardEvent, useState } from 'react'
import { type RoleName, roleNames } from '#contract/gateway/role-names.ts'
import type { Team } from '#contract/gateway/people.ts'
import { limitsOf, right, type RightGroup, rightGroups, rightsOf, roles } from '#contract/gateway/rights.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { limitInWords, limits } from '../limits.ts'
import { FoundText } from '#dashboard/platform/FoundText.tsx'
import { type GridPlace, nextPlace } from './grid-keys.ts'
import {
  cellOf,
  defaultOf,
  fieldLabel,
  fieldOf,
  fieldWords,
  type Filter,
  filters,
  isDefault,
  isLimit,
  labelOf,
  neededRight,
  type RightsFields,
  type RightsRow,
  roleChanges,
  rowMatcher,
  rows,
} from './matrix.ts'
import classes from './RolesPage.module.css'

interface RightsTableProps {
  search: string
  filter: Filter
  values: RightsFields
  base: RightsFields
  team: Team
  problems: Partial<Record<string, string>>
  isReadOnly: boolean
  onChange: (field: string, value: boolean | string) => void
  onClear: () => void
}

/** The rights as rows, the roles as columns; on phones one role at a time. One tab stop, arrows move, Space switches. */
export function RightsTable({ search, filter, values, base, team, problems, isReadOnly, onChange, onClear }: RightsTableProps) {
  const phone = useIsPhone()
  const narrow = useMedia('(max-width: 74.99em)')
  const [phoneRole, setPhoneRole] = useState<RoleName>('moderator')
  const [cursor, setCursor] = useState<GridPlace | null>(null)

  const matches = rowMatcher(search)
  const shown = rows.filter((row) => matches(row) && filters[filter].holds(row, values, base))
  const shownRoles: readonly RoleName[] = phone ? [phoneRole] : roleNames
  if (shown.length === 0)
    return (
      <EmptyState icon="search" title="No permission matches" action={<Button onClick={onClear}>Clear the filters</Button>}>
        No permission matches the search and the filters.
      </EmptyState>
    )

  const placeOf = (element: Element): GridPlace => ({
    row: Number(element.getAttribute('data-row')),
    column: Number(element.getAttribute('data-column')),
  })
  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const cell = event.target
    if (!(cell instanceof HTMLInputElement) || event.altKey || event.shiftKey) return
    // In a text, the keys that move sideways move the caret.
    if (cell.type === 'text' && !['ArrowUp', 'ArrowDown'].includes(event.key)) return
    const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-row]')]
    const next = nextPlace(all.map(placeOf), placeOf(cell), event.key, event.ctrlKey || event.metaKey)
    if (!next) return
    event.preventDefault()
    all.find((other) => placeOf(other).row === next.row && placeOf(other).column === next.column)?.focus()
  }

  /** The one cell that Tab reaches: where the focus was last, or else the first. */
  const first = firstPlace(shown, shownRoles, values)
  const isThere = cursor !== null && cursor.row < shown.length && shownRoles.length > cursor.column
  const stop = isThere ? cursor : first
  const groups = (Object.keys(rightGroups) as RightGroup[]).filter((group) => shown.some((row) => row.group === group))
  const isMarked = (role: RoleName) =>
    role !== 'owner' &&
    shown.some((row) => {
      const field = fieldOf(role, row.name)
      return field in values && (values[field] !== base[field] || !isDefault(field, values[field]))
    })

  return (
    <>
      {phone && (
        <Select
          className={classes.role}
          aria-label="Role"
          data={roleNames.map((name) => ({ value: name, label: roles[name].label }))}
          value={phoneRole}
          onChange={(role) => role && setPhoneRole(role)}
        />
      )}
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid: its arrows move over the boxes
        role="grid"
        aria-label="Roles and permissions"
        className={classes.table}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => target.hasAttribute('data-row') && setCursor(placeOf(target))}
      >
        <colgroup>
          <col />
          {shownRoles.map((role) => (
            <col key={role} width={phone ? 132 : (narrow ? 96 : 116) + (isMarked(role) ? 32 : 0)} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Permission</span>
            </th>
            {shownRoles.map((role) => (
              <th key={role} scope="col">
                <span className="ink">{roles[role].label}</span>{' '}
                <span className="num regular">{count(team.people.filter((person) => person.role === role).length)}</span>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={shownRoles.length + 1}>
                {rightGroups[group]}
              </th>
            </tr>
            {shown.map((row, index) =>
              row.group !== group ? null : (
                <tr key={row.name} data-limit={isLimit(row.name) || undefined}>
                  <th scope="row">
                    <FoundText text={labelOf(row.name)} typed={search} />{' '}
                    {!isLimit(row.name) && <span className={classes.code}>{row.name}</span>}
                  </th>
                  {shownRoles.map((role, column) => (
                    <RightCell
                      key={role}
                      {...{ row, role, values, base, isReadOnly, onChange }}
                      place={{ row: index, column }}
                      isStop={stop?.row === index && stop.column === column}
                      problem={(role !== 'owner' && problems[fieldOf(role, row.name)]) || null}
                    />
                  ))}
                </tr>
              ),
            )}
          </tbody>
        ))}
      </table>
    </>
  )
}

/** The first cell that can be changed. */
function firstPlace(shown: readonly RightsRow[], shownRoles: readonly RoleName[], values: RightsFields): GridPlace | null {
  const row = shown.findIndex((each) => !isLimit(each.name) && fieldOf('manager', each.name) in values)
  const column = shownRoles.findIndex((role) => role !== 'owner')
  return row < 0 || column < 0 ? null : { row, column }
}

interface RightCellProps {
  row: RightsRow
  role: RoleName
  values: RightsFields
  base: RightsFields
  place: GridPlace
  /** Tab reaches it. */
  isStop: boolean
  isReadOnly: boolean
  problem: string | null
  onChange: (field: string, value: boolean | string) => void
}

/** What one role may do in one row: a box, a limit, or a plain tick where it cannot be changed. */
function RightCell(props: RightCellProps) {
  const { row, role, values, base, place, isStop, isReadOnly, problem, onChange } = props
  const { name } = row
  if (role === 'owner') return <td>{isLimit(name) ? <span className="quiet">no limit</span> : <Tick />}</td>
  const field = fieldOf(role, name)
  const changes = roleChanges(values)
  const has = rightsOf(role, changes)
  const isOn = has.includes(isLimit(name) ? limits[name].right : name)
  if (!isLimit(name) && right(name).ownersOnly) return <Plain words="–" title="Owners only" />
  if (isLimit(name) && !isOn) return <Plain words="–" />
  if (isReadOnly)
    return isLimit(name) ? (
      <Plain words={limitInWords(name, limitsOf(role, changes)[name])} />
    ) : (
      <td>{isOn ? <Tick /> : <span className="visually-hidden">No</span>}</td>
    )

  const value = values[field]!
  const isEdited = value !== base[field]
  const needed = isLimit(name) ? null : neededRight(role, name, values)
  const cell = { name: field, tabIndex: isStop ? 0 : -1, 'data-row': place.row, 'data-column': place.column }
  return (
    <td data-edited={isEdited || undefined}>
      <span className={classes.cell}>
        {!isLimit(name) ? (
          <RowCheckbox
            {...cell}
            label={fieldLabel(field)}
            checked={isOn}
            aria-disabled={needed !== null || undefined}
            aria-description={needed ? `Needs “${right(needed).label}”` : undefined}
            title={needed ? `Needs “${right(needed).label}”` : undefined}
            // A box that waits for another right keeps what it will be.
            onChange={() => needed === null && onChange(field, !value)}
          />
        ) : (
          <input
            {...cell}
            type="text"
            className={classes.limit}
            aria-label={fieldLabel(field)}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem ? `${field}-problem` : undefined}
            placeholder="no limit"
            autoComplete="off"
            inputMode={name === 'widestBan' ? 'text' : 'numeric'}
            value={String(value)}
            onChange={(event) => onChange(field, event.currentTarget.value)}
          />
        )}
        {problem ? (
          <span id={`${field}-problem`} className="bad fz-meta" role="alert">
            {problem}
          </span>
        ) : isEdited ? (
          <span className="accent fz-meta">Edited</span>
        ) : (
          !isDefault(field, value) && <Differs field={field} />
        )}
      </span>
    </td>
  )
}

const Tick = () => <Icon name="check" label="Yes" className="quiet" />

const Plain = ({ words, title }: { words: string; title?: string }) => (
  <td className="quiet num" title={title}>
    {words}
  </td>
)

const Differs = ({ field }: { field: string }) => (
  <span className="meta row gap-4 nowrap">
    <i className={classes.diamond} aria-hidden /> Default {fieldWords(field, defaultOf(cellOf(field))).toLowerCase()}
  </span>
)
