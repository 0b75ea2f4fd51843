import type { RoleName } from '#contract/workspace/grant.ts'
import { limitsOf, right, rightsOf } from '#contract/workspace/rights.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { limitInWords, limits } from '../limits.ts'
import type { GridPlace } from './grid-keys.ts'
import {
  cellOf,
  defaultOf,
  fieldLabel,
  fieldOf,
  fieldWords,
  isDefault,
  neededRight,
  roleChanges,
  type RightsFields,
  type RightsRow,
} from './matrix.ts'
import classes from './RightsPage.module.css'

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
export function RightCell(props: RightCellProps) {
  const { row, role, values, base, place, isStop, isReadOnly, problem, onChange } = props
  const { subject } = row
  if (role === 'owner') return <td>{subject.kind === 'right' ? <Tick /> : <span className="quiet">no limit</span>}</td>
  const field = fieldOf(role, row)
  const changes = roleChanges(values)
  const has = rightsOf(role, changes)
  const name = subject.kind === 'right' ? subject.name : limits[subject.name].right
  const isOn = has.includes(name)
  if (subject.kind === 'right' && right(subject.name).ownersOnly) return <Plain words="–" title="Owners only" />
  if (subject.kind === 'limit' && !isOn) return <Plain words="–" />
  if (isReadOnly)
    return subject.kind === 'limit' ? (
      <Plain words={limitInWords(subject.name, limitsOf(role, changes)[subject.name])} />
    ) : (
      <td>{isOn ? <Tick /> : <span className="visually-hidden">No</span>}</td>
    )

  const value = values[field]!
  const isEdited = value !== base[field]
  const needed = subject.kind === 'right' ? neededRight(role, subject.name, values) : null
  const cell = { name: field, tabIndex: isStop ? 0 : -1, 'data-row': place.row, 'data-column': place.column }
  return (
    <td data-edited={isEdited || undefined}>
      <span className={classes.cell}>
        {subject.kind === 'right' ? (
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
            inputMode={subject.name === 'widestBan' ? 'text' : 'numeric'}
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
  <span className={classes.differs}>
    <i className={classes.diamond} aria-hidden /> Default {fieldWords(field, defaultOf(cellOf(field))).toLowerCase()}
  </span>
)
