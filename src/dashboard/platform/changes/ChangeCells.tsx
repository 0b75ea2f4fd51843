import { useMemo, type ReactNode, type CSSProperties } from 'react'
import { ShownValue } from '#dashboard/platform/saving/change-notes.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { notRead, stateLooks, type ChangeRow } from './change-row.ts'
import classes from './ChangeTable.module.css'
import { listDiff, wordDiff, type DiffPart, type ListDiff } from './word-diff.ts'

/** A choice, beside what it chooses, which can be pressed as well. */
export function Chosen({ by, isLink, children }: { by: ReactNode; isLink: boolean; children: ReactNode }) {
  if (!by) return children
  const Frame = isLink ? 'span' : 'label'
  return (
    <Frame className={`row gap-10 ${classes.chosen}`}>
      {by}
      {children}
    </Frame>
  )
}

export const About = ({ children }: { children: ReactNode }) =>
  children ? <span className={`help block ${classes.about}`}>{children}</span> : null

interface ChangeCellsProps {
  row: ChangeRow
  columns: Pick<ChangeColumns, 'place' | 'label' | 'state'>
  box?: ReactNode
  about?: ReactNode
}

export function ChangeCells({ row, columns, box, about }: ChangeCellsProps) {
  const { label, state, note } = row
  const look = stateLooks[state]
  return (
    <>
      {columns.label !== null && (
        <span role={columns.place === null ? 'rowheader' : 'cell'} className={`shrinks ${classes.label}`}>
          <Chosen by={box} isLink={false}>
            <span className="outside">{label}</span>
          </Chosen>
          <About>{about}</About>
        </span>
      )}
      <ComparedValues {...row} />
      {columns.state !== null && (
        <span role="cell" className={`beside shrinks ${classes.state}`}>
          {look.icon && <Icon name={look.icon} className={look.className} />}
          <span className="outside">
            <span className={`medium ${look.className}`}>{look.label}</span>
            {note && (
              <span className="quiet">
                {look.label && ' · '}
                {note}
              </span>
            )}
          </span>
        </span>
      )}
    </>
  )
}

/** A value before and after, with what differs between them. */
function ComparedValues({ before, after, kind }: Pick<ChangeRow, 'before' | 'after' | 'kind'>) {
  const isSame = before === after
  const [old, now] = useMemo(() => {
    const list = before !== null && kind === 'list' ? listDiff(before, after) : null
    if (list && list.removed.length + list.added.length > 0) return listInWords(list)
    const parts = before !== null && before !== after && kind !== 'plain' ? wordDiff(before, after) : []
    if (parts.some((part) => part.kind === 'same') && parts.length > 1) return [marked(parts, 'removed'), marked(parts, 'added')]
    return [before === null ? notRead : <ShownValue key="before" words={before} />, <ShownValue key="after" words={after} />]
  }, [before, after, kind])
  return (
    <span className={classes.values}>
      <span role="cell" className="shrinks quiet">
        <span className={classes.value}>{old}</span>
      </span>
      <span role="cell" className={`beside shrinks ${classes.after} ${isSame ? 'quiet' : 'medium'}`}>
        {!isSame && <Icon name="right" size={12} label="becomes" className="quiet" />}
        <span className={classes.value}>{now}</span>
      </span>
    </span>
  )
}

const marks = { same: 'span', removed: 'del', added: 'ins' } as const

/** One of two texts, with what the other has not. */
const marked = (parts: readonly DiffPart[], own: 'removed' | 'added') => (
  <span className="outside">
    {parts.map(({ kind, text }, index) => {
      if (kind !== 'same' && kind !== own) return null
      const Part = marks[kind]
      // oxlint-disable-next-line react/no-array-index-key -- parts have no identity but their place
      return <Part key={index}>{text}</Part>
    })}
  </span>
)

function listInWords(diff: ListDiff) {
  const named = (words: string[], Part: 'del' | 'ins') =>
    words.map((word) => (
      <Part key={word} className="outside">
        {word}{' '}
      </Part>
    ))
  return [
    <>
      {counted(diff.before, 'word')} {named(diff.removed, 'del')}
    </>,
    <>
      {counted(diff.after, 'word')} {named(diff.added, 'ins')}
    </>,
  ]
}

/** The heads of the columns, of which the place or the label stands first; null: all rows share what stands there, so it is left out. */
export interface ChangeColumns {
  place: string | null
  label: string | null
  before: string
  after: string
  state: string | null
  /** The width that the actions need, in pixels; 0: there are none. */
  actions: number
}

export const allColumns: ChangeColumns = {
  place: 'Chat',
  label: 'Setting',
  before: 'Before, or theirs',
  after: 'After, ours',
  state: 'State',
  actions: 172,
}

export const countOf = ({ place, label, state, actions }: ChangeColumns) =>
  2 + [place !== null, label !== null, state !== null, actions > 0].filter(Boolean).length

/** The widths of the columns, as CSS variables of the table: where there is room, and where the values share a column. */
export const widthsOf = ({ place, label, state, actions }: ChangeColumns) =>
  ({
    '--rk-wide': [
      place !== null && 'minmax(0, 1.1fr)',
      label !== null && 'minmax(0, 1fr)',
      'minmax(0, 1fr) minmax(0, 1.1fr)',
      state !== null && 'minmax(0, 1fr)',
      actions > 0 && `${actions}px`,
    ]
      .filter(Boolean)
      .join(' '),
    '--rk-narrow':
      place === null || label === null
        ? `minmax(100px, 1fr) minmax(0, 1.2fr) ${state === null ? '' : 'minmax(100px, 1fr)'} ${actions === 0 ? '' : `${actions}px`}`
        : `minmax(100px, 1fr) minmax(0, 1.4fr) ${state === null && actions === 0 ? '' : `minmax(${Math.max(120, actions)}px, 1fr)`}`,
  }) as CSSProperties
