import type { CSSProperties } from 'react'

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
