import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { memo, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import classes from './BanMap.module.css'
import { blocksAround, heatOf, heatScale, mapOf, nearestCell, positions, side, type HeatScale, type MapCell } from './map.ts'
import { contains, isSame, overlap, sizeOf, type IpRange } from '#engine/bans/range.ts'
import { nameOf, type BanList } from '../read.ts'

interface BanMapProps {
  list: BanList
  /** The block whose entries the table shows, null for all. */
  within: IpRange | null
  onWithin: (block: IpRange | null) => void
  adding: readonly IpRange[]
  marked: IpRange | null
}

/**
 * All addresses as 16 x 16 blocks on a Hilbert curve. A click opens a block and shows only its entries. Memoized:
 * a key in a field beside it must not wait for 256 blocks.
 */
export const BanMap = memo(function BanMap({ list, within, onWithin, adding, marked }: BanMapProps) {
  const title = useId()
  const [isTable, setIsTable] = useState(false)
  const [pointed, setPointed] = useState<MapCell | null>(null)
  // For a /24 the map shows the /16 around it.
  const path = useMemo(() => blocksAround(within), [within])
  const shown = path.findLast((block) => sizeOf(block) > 2 ** 8)!
  const cells = useMemo(() => mapOf(list.index, shown), [list, shown])
  const scale = useMemo(() => heatScale(cells), [cells])
  const full = cells.filter(({ banned }) => banned > 0)
  const described = pointed ?? cells.find(({ range }) => within !== null && isSame(range, within)) ?? null

  return (
    <section className="stack" aria-labelledby={title}>
      <div className="section-heading">
        <h2 id={title} className="heading">
          Where the bans are
        </h2>
        <span className="num">
          {counted(list.index.coveredIn(shown), 'address', 'addresses')}, {count(full.length)} of 256 blocks
        </span>
      </div>
      <div className="row between">
        <nav className={`row wrap gap-6 ${classes.path}`} aria-label="Enclosing blocks">
          {path.map((block, index) => (
            <PlainLinkButton
              key={nameOf(block)}
              className="code fz-help"
              aria-current={index === path.length - 1 ? 'true' : undefined}
              onClick={() => onWithin(index === 0 ? null : block)}
            >
              {index === 0 ? 'All addresses' : nameOf(block)}
            </PlainLinkButton>
          ))}
        </nav>
        <Button size="xs" variant="subtle" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'As a map' : 'As a table'}
        </Button>
      </div>
      {isTable ? (
        <BlockTable cells={full} list={list} onWithin={onWithin} />
      ) : (
        <>
          <Cells {...{ cells, scale, within, onWithin, adding, marked }} onPoint={setPointed} />
          <p className={`${classes.description} num`}>{described ? cellText(described, list) : 'Point at a block to see its name.'}</p>
          <ul className={`meta beside wrap gap-20 ${classes.legend}`}>
            {scale && (
              <li className="row gap-0">
                {scale.min < scale.max && (
                  <>
                    <i data-heat="1" />
                    <i data-heat="2" />
                    <i data-heat="3" />
                  </>
                )}
                <i data-heat="4" />
                &nbsp;{legendText(scale)}
              </li>
            )}
            <li className="row gap-6">
              <i data-adding />
              to be added
            </li>
            <li className="row gap-6">
              <i data-special />
              not public
            </li>
          </ul>
        </>
      )}
    </section>
  )
})

const legendText = ({ min, max }: HeatScale) =>
  min === max
    ? `${counted(max, 'address', 'addresses')} banned in the block`
    : `${count(min)} to ${count(max)} addresses banned in the block, log scale`

function cellText({ range, banned, special, specialInside }: MapCell, list: BanList): string {
  const entries = list.index.countTouching(range)
  const what =
    banned === 0
      ? 'nothing banned'
      : `${count(banned)} of ${counted(sizeOf(range), 'address', 'addresses')} banned by ${counted(entries, 'entry', 'entries')}`
  const notPublic = special
    ? `. Not public: ${special.name}`
    : specialInside.length > 0
      ? `. Not public: ${specialInside.map(({ cidr }) => cidr).join(', ')}`
      : ''
  return `${nameOf(range)}: ${what}${notPublic}`
}

const center = (cell: number) => cell + 0.5
/** The curve through the centers of all cells; a cell is one unit wide. */
const curve = positions.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${center(x)} ${center(y)}`).join('')

interface CellsProps extends Pick<BanMapProps, 'within' | 'onWithin' | 'adding' | 'marked'> {
  cells: MapCell[]
  scale: HeatScale | null
  onPoint: (cell: MapCell | null) => void
}

/** Not rendered again while the pointer moves over them. */
const Cells = memo(function Cells({ cells, scale, within, onWithin, adding, marked, onPoint }: CellsProps) {
  const [focused, setFocused] = useState(0)
  const isIn = (cell: MapCell, range: IpRange | null) => range !== null && contains(cell.range, range)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = nearestCell(focused, event.key)
    if (next === null) return
    event.preventDefault()
    setFocused(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-octet="${next}"]`)?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the buttons inside
    <div
      className={classes.cells}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onPoint(null)}
      role="group"
      aria-label="Map of address blocks, use the arrow keys to move"
    >
      <svg viewBox={`0 0 ${side} ${side}`} className={`full ${classes.curve}`} aria-hidden focusable="false">
        <path d={curve} />
      </svg>
      {cells.map((cell) => (
        <button
          key={cell.octet}
          type="button"
          data-octet={cell.octet}
          data-heat={heatOf(cell.banned, scale) || undefined}
          data-special={cell.special ? true : undefined}
          data-adding={(cell.banned === 0 && adding.some((range) => overlap(range, cell.range))) || undefined}
          data-marked={isIn(cell, marked) || (within !== null && isSame(cell.range, within)) || undefined}
          className={classes.cell}
          style={{ gridColumn: cell.x + 1, gridRow: cell.y + 1 }}
          tabIndex={cell.octet === focused ? 0 : -1}
          aria-label={`${nameOf(cell.range)}, ${cell.banned === 0 ? 'nothing banned' : `${count(cell.banned)} banned`}`}
          onClick={() => onWithin(cell.range)}
          onPointerEnter={() => onPoint(cell)}
          onFocus={() => {
            setFocused(cell.octet)
            onPoint(cell)
          }}
        >
          {(cell.banned > 0 || adding.some((range) => overlap(range, cell.range))) && cell.octet}
        </button>
      ))}
    </div>
  )
})

function BlockTable({ cells, list, onWithin }: { cells: MapCell[]; list: BanList; onWithin: (block: IpRange) => void }) {
  if (cells.length === 0) return <p className={classes.description}>No addresses are banned in this block.</p>
  return (
    <table className="table table-figures fz-help">
      <thead>
        <tr>
          <th scope="col">Block</th>
          <th scope="col">Addresses</th>
          <th scope="col">Share</th>
          <th scope="col">Entries</th>
        </tr>
      </thead>
      <tbody>
        {cells.map(({ range, banned, share }) => (
          <tr key={range.first}>
            <th scope="row">
              <PlainLinkButton className="code fz-help" onClick={() => onWithin(range)}>
                {nameOf(range)}
              </PlainLinkButton>
            </th>
            <td>{count(banned)}</td>
            <td>{shareFormat.format(share)}</td>
            <td>{count(list.index.countTouching(range))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shareFormat = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 2 })
