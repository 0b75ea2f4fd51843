import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { isOverlayOpen, useKey } from '#dashboard/ui/overlay/keys.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { About, ChangeCells, Chosen, allColumns, countOf, widthsOf, type ChangeColumns } from './ChangeCells.tsx'
import { foldsOf, stateLooks, valuesBefore, type ChangeRow } from './change-row.ts'
import classes from './ChangeTable.module.css'
import { focusedChange, leaveChange, moveFocus } from './focus-change.ts'

export interface ChangeGroup<Row> {
  key: string
  /** Left out: the rows stand alone. */
  head?: GroupHead
  rows: readonly Row[]
  foot?: ReactNode
}

interface GroupHead {
  icon?: IconName | null
  className?: string
  box?: ReactNode
  title: string
  note: string
  actions?: ReactNode
}

/** A letter that does something about the row that has the focus. */
export interface RowKey<Row> {
  letter: string
  label: string
  /** Returns whether the row leaves. */
  run: (row: Row) => boolean
}

interface Choice<Row> {
  /** Names the box of a row. */
  label: (row: Row) => string
  canChoose?: (row: Row) => boolean
  isChosen: (row: Row) => boolean
  onChoose: (row: Row, isChosen: boolean) => void
}

interface ChangeTableProps<Row> {
  label: string
  groups: readonly ChangeGroup<Row>[]
  columns?: Partial<ChangeColumns>
  /** Where the place of a row leads; null: nowhere. */
  pathOf?: (row: Row) => string | null
  action?: (row: Row) => ReactNode
  keys?: readonly RowKey<Row>[]
  choice?: Choice<Row>
  /** What the rows scroll in, in a dialog: 'all' draws all of them, where they are few. Left out: the window. */
  scroller?: HTMLElement | 'all'
  /** Otherwise texts of rows that need nobody are cut after two lines. */
  wholeTexts?: boolean
  /** Equal changes that need nobody are one row, which opens. */
  folds?: boolean
  /** It is in the details of an entry of a list, whose arrows those of the page are: here they move while the focus is in the table. */
  isInDetails?: boolean | undefined
  aboutOf?: (row: Row) => ReactNode
}

type Line<Row> =
  | { kind: 'head'; key: string; head: GroupHead }
  | { kind: 'fold'; key: string; first: Row; rows: readonly Row[]; isOpen: boolean }
  | { kind: 'row'; key: string; row: Row; isInside: boolean }
  | { kind: 'foot'; key: string; foot: ReactNode }

export function ChangeTable<Row extends ChangeRow>(props: ChangeTableProps<Row>) {
  const {
    label,
    groups,
    pathOf = () => null,
    action,
    keys = [],
    choice,
    scroller,
    wholeTexts = false,
    folds = false,
    isInDetails = false,
    aboutOf,
  } = props
  const columns = { ...allColumns, ...props.columns }
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const lines = groups.flatMap((group) => linesOf(group, folds ? open : null))
  const isActive = lines.some((line) => line.kind === 'row' && stateLooks[line.row.state].needsPerson)
  useKey('ArrowDown', 'Next change', () => moveFocus(1), isActive && !isInDetails, { repeats: true })
  useKey('ArrowUp', 'Previous change', () => moveFocus(-1), isActive && !isInDetails, { repeats: true })
  // Before the page hears of it.
  const moveInDetails = (event: KeyboardEvent) => {
    const { key, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
    if ((key !== 'ArrowDown' && key !== 'ArrowUp') || ctrlKey || metaKey || altKey || shiftKey) return
    if (defaultPrevented || isOverlayOpen() || !focusedChange()) return
    event.preventDefault()
    moveFocus(key === 'ArrowDown' ? 1 : -1)
  }

  const toggle = (key: string) =>
    setOpen((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])))

  const draw = (line: Line<Row>, measure: Ref<HTMLDivElement>, index: number) => {
    const place = { role: 'row', 'aria-rowindex': index + 2, ref: measure, 'data-index': index } as const
    if (line.kind === 'head')
      return (
        <div key={line.key} {...place} className={`row between wrap underline ${classes.group}`}>
          <Head head={line.head} columns={countOf(columns)} />
        </div>
      )
    if (line.kind === 'foot')
      return (
        <div key={line.key} {...place} className={classes.foot}>
          <div role="cell" aria-colspan={countOf(columns)}>
            {line.foot}
          </div>
        </div>
      )
    if (line.kind === 'fold') {
      const { first, rows, isOpen, key } = line
      return (
        <div key={key} {...place} className={classes.line}>
          <span role="cell" className={`shrinks ${classes.place}`}>
            <button
              type="button"
              className="link inline-row gap-8"
              aria-expanded={isOpen}
              aria-label={`${counted(rows.length, 'chat')}: ${first.label}`}
              onClick={() => toggle(key)}
            >
              <Icon name={isOpen ? 'down' : 'right'} size={14} /> {counted(rows.length, 'chat')}
            </button>
          </span>
          <ChangeCells row={{ ...first, before: valuesBefore(rows), kind: 'plain', note: '' }} columns={columns} />
        </div>
      )
    }
    const { row, isInside } = line
    const path = pathOf(row)
    const about = aboutOf?.(row)
    const box = choice && (choice.canChoose?.(row) ?? true) && (
      <RowCheckbox
        label={choice.label(row)}
        checked={choice.isChosen(row)}
        onChange={(event) => choice.onChoose(row, event.currentTarget.checked)}
      />
    )
    return (
      <div
        key={line.key}
        {...place}
        className={classes.line}
        data-inside={isInside || undefined}
        data-off={(row.state === 'will' && choice && !choice.isChosen(row)) || undefined}
        {...(stateLooks[row.state].needsPerson && { tabIndex: 0, 'data-change': row.key })}
      >
        {columns.place !== null && (
          <span role="rowheader" className={`shrinks ${classes.place}`}>
            <Chosen by={box} isLink={path !== null}>
              {path === null ? (
                <span className="outside medium">{row.place}</span>
              ) : (
                <PageLink className="outside medium name-link" to={path}>
                  {row.place}
                </PageLink>
              )}
            </Chosen>
            {columns.label === null && <About>{about}</About>}
          </span>
        )}
        <ChangeCells row={row} columns={columns} box={columns.place === null && box} about={about} />
        {columns.actions > 0 && (
          <span role="cell" className={`row gap-6 ${classes.actions}`}>
            {action?.(row)}
          </span>
        )}
      </div>
    )
  }
  const drawn = (index: number, measure: Ref<HTMLElement>) => {
    const line = lines[index]
    return line ? draw(line, measure as Ref<HTMLDivElement>, index) : null
  }

  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      tabIndex={-1}
      className={classes.table}
      style={{ ...widthsOf(columns), ...(scroller && { '--rk-page': 0 }) }}
      data-whole={wholeTexts || undefined}
      data-stacked={(columns.place !== null && columns.label !== null) || undefined}
      data-changes
      {...(isInDetails && { onKeyDown: moveInDetails })}
    >
      {isActive &&
        keys.map((one) => (
          <KeyOfRow key={one.letter} {...one} find={(key) => groups.flatMap(({ rows }) => rows).find((row) => row.key === key)} />
        ))}
      <div role="row" aria-rowindex={1} className={`meta ${classes.heads}`}>
        {columns.place !== null && <span role="columnheader">{columns.place}</span>}
        {columns.label !== null && <span role="columnheader">{columns.label}</span>}
        <span className={classes.values}>
          <span role="columnheader">{columns.before}</span>
          <span role="columnheader" className={`beside shrinks ${classes.after}`}>
            {columns.after}
          </span>
        </span>
        {columns.state !== null && <span role="columnheader">{columns.state}</span>}
        {columns.actions > 0 && (
          <span role="columnheader">
            <span className="visually-hidden">Actions</span>
          </span>
        )}
      </div>
      {scroller === 'all' ? (
        lines.map((_, index) => drawn(index, () => {}))
      ) : (
        <VirtualRows
          count={lines.length}
          keyOf={(index) => lines[index]?.key ?? index}
          estimate={(index) => (lines[index]?.kind === 'foot' ? 0 : 37)}
          scroller={scroller ? { current: scroller } : null}
          spacer="div"
          row={drawn}
        />
      )}
    </div>
  )
}

/** @param open the keys of the folds that are open; null: nothing is folded */
function linesOf<Row extends ChangeRow>({ key, head, rows, foot }: ChangeGroup<Row>, open: ReadonlySet<string> | null): Line<Row>[] {
  const inRows = (list: readonly Row[], isInside: boolean) => list.map((row): Line<Row> => ({ kind: 'row', key: row.key, row, isInside }))
  const isFolded = (row: Row) => open !== null && !stateLooks[row.state].needsPerson
  return [
    ...(head ? [{ kind: 'head' as const, key, head }] : []),
    ...inRows(
      rows.filter((row) => !isFolded(row)),
      false,
    ),
    ...foldsOf(rows.filter(isFolded)).flatMap(({ key: of, rows: folded }): Line<Row>[] => {
      const [first] = folded
      if (!first || folded.length === 1) return inRows(folded, false)
      const foldKey = `${key} ${of}`
      const isOpen = open?.has(foldKey) === true
      return [{ kind: 'fold', key: foldKey, first, rows: folded, isOpen }, ...(isOpen ? inRows(folded, true) : [])]
    }),
    ...(foot ? [{ kind: 'foot' as const, key: `${key} foot`, foot }] : []),
  ]
}

/** A letter on the row that has the focus, or in which something has it. */
function KeyOfRow<Row>({ letter, label, run, find }: RowKey<Row> & { find: (key: string) => Row | undefined }) {
  useKey(letter, label, () => {
    const focused = focusedChange()
    const row = focused && find(focused.key)
    if (row && run(row)) leaveChange(focused.element)
  })
  return null
}

const Head = ({ head: { icon, className = '', box, title, note, actions }, columns }: { head: GroupHead; columns: number }) => (
  <>
    <span role="rowheader" aria-colspan={actions ? columns - 1 : columns} className="inline-row wrap gap-8">
      <Chosen by={box} isLink={false}>
        {icon && <Icon name={icon} className={className} />}
        <b className="strong outside">{title}</b>
      </Chosen>
      <span className="quiet fz-help">{note}</span>
    </span>
    {actions && (
      <span role="cell" className="row gap-16">
        {actions}
      </span>
    )}
  </>
)
