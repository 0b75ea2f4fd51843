import { ActionIcon, Anchor, Button } from '@mantine/core'
import type { Hit } from '#contract/workspace/review.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { Wave } from '#engine/analysis/waves.ts'
import { formatRange } from '../time-range.ts'
import classes from './filters.module.css'
import type { useWaves } from './use-waves.ts'

interface WaveHintProps {
  waves: ReturnType<typeof useWaves>
  /** What rules did, by message. */
  hits: ReadonlyMap<number, Hit>
  onShow: (wave: Wave) => void
  onSelect: (wave: Wave) => void
}

/** Points out a wave of similar messages, and shows or selects them. */
export function WaveHint({ waves: { wave, number, total, go, dismiss }, hits, onShow, onSelect }: WaveHintProps) {
  if (!wave) return null
  const { ids, authors, from, to } = wave
  return (
    <section className={classes.hint} aria-label="Spam wave">
      <Icon name="wave" className="warn" />
      <p>
        <b>{total > 1 ? `Wave ${count(number)} of ${count(total)}.` : 'Looks like a spam wave.'}</b>{' '}
        <span className="not-on-phones">
          {counted(ids.length, 'message')} with nearly the same text, {counted(authors, 'author')}, {formatRange({ from, to })}
        </span>{' '}
        <span className="quiet not-on-phones">{doneByRules(ids, hits)}</span>
        <span className={classes.brief}>{count(ids.length)} alike</span>
      </p>
      <Anchor component="button" type="button" fz="help" onClick={() => onShow(wave)}>
        Show only these
      </Anchor>
      {total > 1 && (
        <span className="row gap-4 not-on-phones">
          <ActionIcon
            variant="default"
            size="xs"
            aria-label="Previous wave"
            aria-keyshortcuts="["
            disabled={number === 1}
            onClick={() => go(-1)}
          >
            <Icon name="left" size={14} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="xs"
            aria-label="Next wave"
            aria-keyshortcuts="]"
            disabled={number === total}
            onClick={() => go(1)}
          >
            <Icon name="right" size={14} />
          </ActionIcon>
          <kbd>[</kbd>
          <kbd>]</kbd>
        </span>
      )}
      <Button size="xs" className="not-on-phones" onClick={() => onSelect(wave)}>
        Select {count(ids.length)}
      </Button>
      <ActionIcon size="xs" aria-label="Not a wave: dismiss" onClick={() => dismiss(wave)}>
        <Icon name="x" />
      </ActionIcon>
    </section>
  )
}

/** "57 deleted by rules, 2 held"; ''. */
function doneByRules(ids: readonly number[], hits: ReadonlyMap<number, Hit>): string {
  const states = ids.map((id) => hits.get(id)?.state)
  const deleted = states.filter((state) => state === 'deleted').length
  const held = states.filter((state) => state === 'held').length
  if (deleted > 0 && held > 0)
    return plural(deleted, '{count} deleted by rules, {held} held', '{count} deleted by rules, {held} held', { held: count(held) })
  if (deleted > 0) return plural(deleted, '{count} deleted by rules', '{count} deleted by rules')
  return held > 0 ? plural(held, '{count} held by rules', '{count} held by rules') : ''
}
