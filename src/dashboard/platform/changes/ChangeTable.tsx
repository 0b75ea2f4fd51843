import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { ShownValue } from '#dashboard/platform/saving/ShownValue.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { foldsOf, notRead, stateLooks, valuesBefore, type ChangeRow, type ChangeState } from './change-row.ts'
import classes from './ChangeTable.module.css'
import { focusChange } from './focus-change.ts'

export interface ChangeGroup {
  state: ChangeState
  title: string
  /** Beside the title. */
  note: string
  rows: ChangeRow[]
  /** What can be done with all of them. */
  actions?: ReactNode
}

interface ChangeTableProps {
  label: string
  groups: ChangeGroup[]
  /** What can be done about a row. */
  action: (row: ChangeRow) => ReactNode
  /** A letter that is pressed on a row that needs a person. Returns whether something is done about it, so that it leaves. */
  onKey: (key: string, row: ChangeRow) => boolean
}

const heads = ['Chat', 'Setting', 'Before, or theirs', 'After, ours', 'State', 'Actions']

type Line =
  | { kind: 'head'; key: string; group: ChangeGroup }
  | { kind: 'fold'; key: string; rows: ChangeRow[]; isOpen: boolean }
  | { kind: 'row'; key: string; row: ChangeRow; isInside: boolean }

const keyOf = ({ chatId, name, state }: ChangeRow) => `${state} ${chatId} ${name}`

/** Changes of settings, before and after, by what became of them. What is quiet is folded by setting. */
export function ChangeTable({ label, groups, action, onKey }: ChangeTableProps) {
  const may = useMay()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const lines = groups.flatMap((group) => linesOf(group, open))

  const toggle = (key: string) =>
    setOpen((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])))

  const onKeyDown = (row: ChangeRow) => (event: KeyboardEvent<HTMLElement>) => {
    // A key that is held would decide row after row unseen.
    if (event.repeat && !event.key.startsWith('Arrow')) return
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return void (onKey(event.key.toLowerCase(), row) && focusChange(event.currentTarget, 1))
    event.preventDefault()
    focusChange(event.currentTarget, step)
  }

  const draw = (line: Line, measure: Ref<HTMLDivElement>, index: number) => {
    if (line.kind === 'head') return <Head key={line.key} group={line.group} measure={measure} index={index} />
    if (line.kind === 'fold') {
      const { rows, isOpen, key } = line
      const [first] = rows
      if (!first) return null
      return (
        <div key={key} role="row" aria-rowindex={index + 2} ref={measure} data-index={index} className={classes.line}>
          <span role="cell">
            <button
              type="button"
              className={`link ${classes.fold}`}
              aria-expanded={isOpen}
              aria-label={`${counted(rows.length, 'chat')}: ${first.label}`}
              onClick={() => toggle(key)}
            >
              <Icon name={isOpen ? 'down' : 'right'} size={14} /> {counted(rows.length, 'chat')}
            </button>
          </span>
          <Values row={{ ...first, before: valuesBefore(rows), note: '' }} />
        </div>
      )
    }
    const { row, isInside } = line
    const { needsPerson } = stateLooks[row.state]
    return (
      <div
        key={line.key}
        role="row"
        aria-rowindex={index + 2}
        ref={measure}
        data-index={index}
        className={classes.line}
        data-inside={isInside || undefined}
        {...(needsPerson && { tabIndex: 0, 'data-change': true, onKeyDown: onKeyDown(row) })}
      >
        <span role="cell">
          {row.state !== 'gone' && may('settings.read', row.chatId) ? (
            <PageLink className="outside medium name-link" to={to.setting(row.chatId, row.name)}>
              {row.chatName}
            </PageLink>
          ) : (
            <span className="outside medium">{row.chatName}</span>
          )}
        </span>
        <Values row={row} />
        <span role="cell" className={classes.actions}>
          {action(row)}
        </span>
      </div>
    )
  }

  return (
    <div role="table" aria-label={label} aria-rowcount={lines.length + 1} tabIndex={-1} className={classes.table} data-changes>
      <div role="row" aria-rowindex={1} className={classes.heads}>
        {heads.map((head) => (
          <span key={head} role="columnheader">
            {head}
          </span>
        ))}
      </div>
      <VirtualRows
        count={lines.length}
        keyOf={(index) => lines[index]?.key ?? index}
        estimate={() => 37}
        scroller={null}
        spacer="div"
        row={(index, measure) => {
          const line = lines[index]
          return line ? draw(line, measure as Ref<HTMLDivElement>, index) : null
        }}
      />
    </div>
  )
}

function linesOf(group: ChangeGroup, open: ReadonlySet<string>): Line[] {
  const { state, rows } = group
  const head: Line = { kind: 'head', key: state, group }
  const inRows = (list: readonly ChangeRow[], isInside: boolean) =>
    list.map((row): Line => ({ kind: 'row', key: keyOf(row), row, isInside }))
  if (stateLooks[state].needsPerson) return [head, ...inRows(rows, false)]
  return [
    head,
    ...foldsOf(rows).flatMap(({ key: of, rows: folded }): Line[] => {
      if (folded.length === 1) return inRows(folded, false)
      const key = `${state} ${of}`
      const isOpen = open.has(key)
      return [{ kind: 'fold', key, rows: folded, isOpen }, ...(isOpen ? inRows(folded, true) : [])]
    }),
  ]
}

function Head({
  group: { state, title, note, actions },
  measure,
  index,
}: {
  group: ChangeGroup
  measure: Ref<HTMLDivElement>
  index: number
}) {
  const { icon, className } = stateLooks[state]
  return (
    <div role="row" aria-rowindex={index + 2} ref={measure} data-index={index} className={classes.group}>
      <span role="rowheader" aria-colspan={actions ? heads.length - 1 : heads.length} className="inline-row gap-8">
        <Icon name={icon} className={className} />
        <b className="strong">{title}</b>
        <span className="quiet fz-help">{note}</span>
      </span>
      {actions && (
        <span role="cell" className="row gap-16">
          {actions}
        </span>
      )}
    </div>
  )
}

function Values({ row: { label, before, after, state, note } }: { row: ChangeRow }) {
  const look = stateLooks[state]
  return (
    <>
      <span role="cell" className="outside">
        {label}
      </span>
      <span role="cell" className={`${classes.value} quiet`}>
        {before === null ? notRead : <ShownValue words={before} />}
      </span>
      <span role="cell" className={`${classes.after} medium`}>
        <Icon name="right" size={12} label="becomes" className="quiet" />
        <span className={classes.value}>
          <ShownValue words={after} />
        </span>
      </span>
      <span role="cell" className={classes.state}>
        <Icon name={look.icon} className={look.className} />
        <span className="outside">
          <span className={`medium ${look.className}`}>{look.label}</span>
          {note && <span className="quiet"> · {note}</span>}
        </span>
      </span>
    </>
  )
}
