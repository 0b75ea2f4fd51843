import { Button, IconButton, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import type { Hit } from '#contract/gateway/review.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { formatRange } from '../time-range.ts'
import type { MessageScreen } from '../use-message-screen.ts'

export function WaveHint({ screen: { waves, ruleHits, selection, showWave } }: { screen: MessageScreen }) {
  const { wave, number, total, go, dismiss } = waves
  if (!wave) return null
  const { ids, authors, from, to } = wave
  return (
    <section className="band band-warn scrolls-away" aria-label="Spam wave">
      <Icon name="wave" className="warn" />
      <p className="grow">
        <b>{total > 1 ? `Wave ${count(number)} of ${count(total)}.` : 'Looks like a spam wave.'}</b>{' '}
        <span className="not-on-phones">
          {counted(ids.length, 'message')} with nearly the same text, {counted(authors, 'author')}, {formatRange({ from, to })}
        </span>{' '}
        <span className="quiet not-on-phones">{doneByRules(ids, ruleHits.hits)}</span>
        <span className="on-phones">{count(ids.length)} alike</span>
      </p>
      <PlainLinkButton onClick={() => showWave(wave)}>Show only these</PlainLinkButton>
      {total > 1 && (
        <span className="row gap-4 not-on-phones">
          <IconButton
            icon="left"
            variant="default"
            size="xs"
            aria-label="Previous wave"
            aria-keyshortcuts="["
            disabled={number === 1}
            onClick={() => go(-1)}
          />
          <IconButton
            icon="right"
            variant="default"
            size="xs"
            aria-label="Next wave"
            aria-keyshortcuts="]"
            disabled={number === total}
            onClick={() => go(1)}
          />
          <kbd>[</kbd>
          <kbd>]</kbd>
        </span>
      )}
      <Button size="xs" className="not-on-phones" onClick={() => selection.set(ids, true)}>
        Select {count(ids.length)}
      </Button>
      <IconButton icon="x" size="xs" aria-label="Not a wave: dismiss" onClick={() => dismiss(wave)} />
    </section>
  )
}

/** "57 deleted by rules, 2 pending"; ''. */
function doneByRules(ids: readonly number[], hits: ReadonlyMap<number, Hit>): string {
  const states = ids.map((id) => hits.get(id)?.state)
  const deleted = states.filter((state) => state === 'deleted').length
  const held = states.filter((state) => state === 'held').length
  if (deleted === 0) return held > 0 ? `${count(held)} pending deletion by rules` : ''
  return `${count(deleted)} deleted by rules${held > 0 ? `, ${count(held)} pending` : ''}`
}
