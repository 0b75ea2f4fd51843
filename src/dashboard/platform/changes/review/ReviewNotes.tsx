import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import type { ReviewChange } from './review-model.ts'
import { useQuery } from '@tanstack/react-query'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { exact } from '#dashboard/ui/format/time.tsx'

export interface ReviewNote {
  key: string
  tone: 'found' | 'resolved' | 'quiet'
  /** "New finding.", where there is such a word. */
  lead?: string
  text: string
  /** Whose last change of which setting is said after the text. */
  lastChange?: ReviewChange
  /** Edits that end a new finding. */
  fix?: { label: string; run: () => void }
}

const tones: Record<ReviewNote['tone'], { icon: IconName; className: string }> = {
  found: { icon: 'warning', className: 'warn' },
  resolved: { icon: 'done', className: 'ok' },
  quiet: { icon: 'info', className: 'quiet' },
}

/** A list; nothing where there are none. */
export const ReviewNotes = ({ notes }: { notes: readonly ReviewNote[] }) =>
  notes.length > 0 && (
    <ul className="stack gap-6 fz-help">
      {notes.map(({ key, tone, lead, text, lastChange, fix }) => (
        <li key={key} className="beside">
          <Icon name={tones[tone].icon} size={14} className={tones[tone].className} />
          <span className={tone === 'quiet' ? 'quiet' : undefined}>
            {lead && <b>{lead}</b>} <span className="outside">{text}</span> {lastChange && <LastChange of={lastChange} />}{' '}
            {fix && (
              <button type="button" className="link" onClick={fix.run}>
                {fix.label}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )

/** Who made the last change of a setting and when, as a sentence; nothing where the audit log does not know of the value that is there now. */
function LastChange({ of: { chatId, name, held } }: { of: ReviewChange }) {
  const seesHistory = useSeesHistory()
  const { data } = useQuery({
    ...gatewayQuery('auditList', { query: { chat: chatId, field: name, outcome: 'done', limit: 1 } }),
    enabled: seesHistory,
  })
  const last = data?.data.entries[0]
  if (!last?.who.name || last.changes.find((change) => change.name === name)?.after !== held) return null
  return (
    <span>
      The last change was by <bdi>{last.who.name}</bdi>, {exact(last.at / 1000)}.
    </span>
  )
}
