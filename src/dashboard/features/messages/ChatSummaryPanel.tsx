import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { Wave } from '#engine/analysis/waves.ts'
import classes from './messages.module.css'
import { AuthorName } from './text/MessageText.tsx'
import { formatRange } from './time-range.ts'

interface ChatSummaryPanelProps {
  summary: MessageSummary | null
  onWave: (wave: Wave) => void
  /** @param author the key of an author */
  onAuthor: (author: string) => void
}

const maxShown = 8

/** On wide screens: the waves and the authors with the most loaded messages. */
export function ChatSummaryPanel({ summary, onWave, onAuthor }: ChatSummaryPanelProps) {
  if (!summary || summary.authorsTotal === 0) return null
  const { waves, authors, authorsTotal } = summary
  const maxCount = authors[0]?.count ?? 1
  return (
    <aside className={classes.chatSummaryPanelPanel} aria-label="This chat">
      <h2>This chat</h2>
      {waves.length > 0 && (
        <section>
          <h3 className="list-heading">
            Waves <span className="num">{count(waves.length)}</span>
          </h3>
          <ul>
            {waves.slice(0, maxShown).map((wave) => (
              <li className="underline" key={wave.ids[0]}>
                <button type="button" className={`${classes.row} block`} onClick={() => onWave(wave)}>
                  <b className="num medium block">{formatRange(wave)}</b>
                  <span className="quiet">
                    {counted(wave.ids.length, 'message')}, {counted(wave.authors, 'author')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="list-heading">
          Most messages <span>{counted(authorsTotal, 'author')}</span>
        </h3>
        <ul>
          {authors.slice(0, maxShown).map(({ key, name, userId, count: messages }) => (
            <li className="underline" key={key}>
              <button type="button" className={classes.row} onClick={() => onAuthor(key)}>
                <AuthorName name={name} userId={userId} />
                <i style={{ width: `${(messages / maxCount) * 64}px` }} />
                <b className="num medium at-end">{count(messages)}</b>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}
