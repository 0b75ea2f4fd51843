import { Anchor } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import classes from './Toolbar.module.css'
import { nameOf, type BanEntry } from '../read.ts'
import type { BanLookup } from './shown.ts'

interface LookupResultProps {
  lookup: BanLookup
  /** Entries of the list that cannot be read, and may ban it. */
  unreadable: number
  onShow: (entry: BanEntry) => void
  onUnban: () => void
}

/** Whether the address looked up is banned, and by which entries. */
export function LookupResult({ lookup: { banned, by }, unreadable, onShow, onUnban }: LookupResultProps) {
  const [first] = by
  const mayWrite = useMay()('bans.write')
  return (
    <p role="status" className={classes.answer}>
      {banned === 'none' && unreadable > 0 ? (
        <>
          <Icon name="warning" className="warn" /> <b>Not found.</b>{' '}
          {plural(unreadable, '{count} entry cannot be read and may ban it.', '{count} entries cannot be read and may ban it.')}
        </>
      ) : banned === 'none' ? (
        <>
          <Icon name="done" className="ok" /> <b>Not banned</b>
        </>
      ) : (
        <>
          <Icon name="ban" className={banned === 'all' ? 'bad' : 'warn'} /> <b>{banned === 'all' ? 'Banned' : 'Partly banned'}</b> by{' '}
          {first && (
            <Anchor component="button" type="button" className="code" fz="help" onClick={() => onShow(first)}>
              {nameOf(first)}
            </Anchor>
          )}
          {by.length > 1 && ` and ${count(by.length - 1)} more`}
          {mayWrite && (
            <Anchor component="button" type="button" fz="help" ml="md" onClick={onUnban}>
              Unban…
            </Anchor>
          )}
        </>
      )}
    </p>
  )
}
