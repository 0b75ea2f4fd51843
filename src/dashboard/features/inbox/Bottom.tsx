import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import type { Hit } from '#contract/gateway/review.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { useSecondsLeft } from '#dashboard/platform/review/time-left.ts'
import { UndoBar } from '#dashboard/ui/feedback/UndoBar.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { DecisionButtons } from './Details.tsx'
import { Countdown } from './queue/Countdown.tsx'
import type { ShownEntry } from './queue/entries.ts'
import type { InboxScreen } from './use-inbox-screen.ts'

const maxQuoted = 40

export function Bottom({ screen: { queue, rows, step } }: { screen: InboxScreen }) {
  const { last, undo } = queue
  const hasRows = rows.length > 0
  if (!last && !hasRows) return null
  const text = last?.hit.message.text ?? ''
  return (
    <div data-holds-jobs>
      <JobsSlot at="phone" />
      {last?.deletion ? (
        <PendingDeletion hit={last.deletion} messages={last.ids.length} onUndo={() => void undo()} />
      ) : (
        <div className={`bottom-bar one-line fz-help ${last ? '' : 'not-on-phones'}`}>
          {last && (
            <span className="row shrinks" role="group" aria-label="Last decision">
              <Icon name="undo" size={14} />
              <span role="status" className="cut">
                <b className="medium">{last.ids.length > 1 ? `${last.verdict}: ${count(last.ids.length)}` : last.verdict}</b>{' '}
                <span className="outside">
                  “<PlainText text={text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text} />”
                </span>{' '}
                by <PlainText text={last.hit.message.userName || 'no name'} />
              </span>
              <Button size="xs" className="rigid" aria-keyshortcuts="U" rightSection={<kbd>U</kbd>} onClick={() => void undo()}>
                Undo
              </Button>
            </span>
          )}
          {hasRows && (
            <span className="push not-on-phones inline-row gap-6 quiet nowrap">
              <button type="button" className="mini-button" aria-label="Next entry" onClick={() => step(1)}>
                <kbd>↓</kbd>
              </button>
              <button type="button" className="mini-button" aria-label="Previous entry" onClick={() => step(-1)}>
                <kbd>↑</kbd>
              </button>
              next, previous <kbd>?</kbd> all keys
            </span>
          )}
        </div>
      )}
    </div>
  )
}

function PendingDeletion({ hit, messages, onUndo }: { hit: Hit; messages: number; onUndo: () => void }) {
  return (
    <UndoBar secondsLeft={useSecondsLeft(hit) ?? 0} undoLabel={`Undo: keep the ${count(messages)}`} onUndo={onUndo}>
      <b>{counted(messages, 'message')}</b> will be deleted
    </UndoBar>
  )
}

/**
 * On phones: the decision about the current entry. To prevent accidental taps when another entry appears, its buttons are inactive for a moment
 * (.settles).
 */
export function PhoneBar({ screen, entry }: { screen: InboxScreen; entry: ShownEntry }) {
  const { rows, current, position, step } = screen
  return (
    <div className="on-phones bottom-bar" role="group" aria-label="Decide">
      <div className="row full">
        {entry.kind === 'held' && <Countdown hit={entry.hits[0]} />}
        <b className="medium grow">{entry.kind === 'held' ? <HeldWords entry={entry} /> : 'Marked'}</b>
        <span className="num quiet fz-help">
          {count((entry === current ? position : rows.indexOf(entry)) + 1)} of {count(rows.length)}
        </span>
        <IconButton icon="down" aria-label="Next entry" onClick={() => step(1)} />
      </div>
      <DecisionButtons {...{ screen, entry }} />
    </div>
  )
}

function HeldWords({ entry: { hits } }: { entry: ShownEntry }) {
  const left = useSecondsLeft(hits[0]) ?? 0
  return <>{hits[0].due === null ? 'Pending while all rules are off' : plural(left, 'Deleted in {count} s', 'Deleted in {count} s')}</>
}
