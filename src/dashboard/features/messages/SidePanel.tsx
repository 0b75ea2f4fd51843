import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import type { Job } from '#dashboard/platform/jobs/job.ts'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { UndoBar, useSecondsUntil } from '#dashboard/ui/feedback/UndoBar.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { ListSection } from '#dashboard/ui/page/Section.tsx'
import { AuthorCard } from './list/AuthorCard.tsx'
import { SelectionBar, SelectionPanel } from './list/SelectionPanel.tsx'
import { AuthorCount } from './MessageText.tsx'
import classes from './messages.module.css'
import { formatRange } from './time-range.ts'
import type { MessageScreen } from './use-message-screen.ts'

/** The panel beside the list: an author, or else the selected messages. */
export function SidePanel({ screen }: { screen: MessageScreen }) {
  const { author, chosen } = screen
  if (!author && chosen.length === 0) return null
  return (
    <aside className={`side-panel ${classes.sidePanel}`} data-card={author ? true : undefined} aria-label="Inspector">
      {author ? <AuthorCard {...{ screen, author }} /> : <SelectionPanel screen={screen} />}
    </aside>
  )
}

/**
 * The bar under the list: the undo bar, or else the selection where the screen is too narrow for a panel. The job slot stays mounted: unmounting it
 * when the time to undo ends would lose the focus.
 */
export function MessagesBottom({ screen }: { screen: MessageScreen }) {
  const { held, onUndo } = screen.deletions
  return (
    <div className={held.length > 0 ? undefined : classes.narrow} data-holds-jobs>
      <JobsSlot at="phone" />
      {held.length > 0 && onUndo ? (
        <HeldDeletions held={held} onUndo={onUndo} />
      ) : (
        screen.chosen.length > 0 && <SelectionBar screen={screen} />
      )}
    </div>
  )
}

/** The undo bar of the deletions of this page that have not begun. @param held at least one */
function HeldDeletions({ held, onUndo }: { held: Job[]; onUndo: () => void }) {
  const messages = held.reduce((sum, job) => sum + job.total, 0)
  const secondsLeft = useSecondsUntil(held.at(-1)!.notBefore)
  return (
    <UndoBar
      secondsLeft={secondsLeft}
      undoLabel={`Undo: keep the ${count(messages)}`}
      onUndo={onUndo}
      onNow={() => held.forEach(({ id }) => void changeJob(id, 'now'))}
    >
      <b>{counted(messages, 'message')}</b> {secondsLeft === 0 ? 'will be deleted after the current job' : 'will be deleted'}
    </UndoBar>
  )
}

const maxShown = 8

/** On wide screens: the waves and the authors with the most loaded messages. */
export function ChatSummaryPanel({ screen: { summary, showWave, change } }: { screen: MessageScreen }) {
  if (!summary || summary.authorsTotal === 0) return null
  const { waves, authors, authorsTotal } = summary
  return (
    <aside className={`side-panel ${classes.summary}`} aria-label="This chat">
      <h2>This chat</h2>
      {waves.length > 0 && (
        <ListSection title="Waves" beside={count(waves.length)}>
          <ul>
            {waves.slice(0, maxShown).map((wave) => (
              <li className="underline" key={wave.ids[0]}>
                <button type="button" className="choice small block" onClick={() => showWave(wave)}>
                  <b className="num medium block">{formatRange(wave)}</b>
                  <span className="quiet">
                    {counted(wave.ids.length, 'message')}, {counted(wave.authors, 'author')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </ListSection>
      )}
      <ListSection title="Most messages" beside={counted(authorsTotal, 'author')}>
        <ul>
          {authors.slice(0, maxShown).map(({ key, name, userId, count: messages }) => (
            <li className="underline" key={key}>
              <button type="button" className="choice small" onClick={() => change({ author: key })}>
                <AuthorCount {...{ name, userId, messages }} most={authors[0]!.count} />
              </button>
            </li>
          ))}
        </ul>
      </ListSection>
    </aside>
  )
}
