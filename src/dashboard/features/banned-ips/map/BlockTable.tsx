import { Anchor } from '@mantine/core'
import { count } from '#dashboard/ui/format/numbers.ts'
import classes from './BanMap.module.css'
import type { MapCell } from './map.ts'
import type { IpRange } from '#engine/bans/range.ts'
import { nameOf, type BanList } from '../read.ts'

/** The map as a table: the blocks with banned addresses. */
export function BlockTable({ cells, list, onWithin }: { cells: MapCell[]; list: BanList; onWithin: (block: IpRange) => void }) {
  if (cells.length === 0) return <p className={classes.description}>No addresses are banned in this block.</p>
  return (
    <table className={classes.table}>
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
              <Anchor component="button" type="button" fz="help" className="code" onClick={() => onWithin(range)}>
                {nameOf(range)}
              </Anchor>
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
