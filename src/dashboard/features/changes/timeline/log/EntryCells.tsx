import type { AuditEntry, AuditOutcome, AuditKind } from '#contract/gateway/audit.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { undoable } from '#dashboard/features/changes/timeline/entry.ts'
import { asActivity, causes, messageOfAudit, outcomeOf } from './audit-words.ts'
import classes from './log.module.css'
import { count } from '#dashboard/ui/format/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { openTabs } from '#dashboard/platform/chats/open-tabs.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to, type ChatTab } from '#dashboard/platform/to.ts'
import { ShownValue } from '#dashboard/platform/saving/change-notes.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { chatTitle } from '#contract/chat-title.ts'
import { minuteText } from '#dashboard/ui/format/time.tsx'

interface OutcomeCellProps {
  entries: readonly AuditEntry[]
  catalogue: Catalogue
  onOpen: (line: number) => void
}

/** How it ended, and why it cannot be undone or who undid it. */
export function OutcomeCell({ entries, catalogue, onOpen }: OutcomeCellProps) {
  const newest = entries[0]!
  const { worst, words } = outcomeOf(entries)
  const message = entries.length === 1 ? messageOfAudit(newest) : ''
  const { undoneBy } = newest
  return (
    <>
      <p className={`beside gap-6 ${outcomeLooks[worst].className}`}>
        <Icon name={outcomeLooks[worst].icon} size={14} />
        <span>{words}</span>
      </p>
      {message && <p className={`outside meta ${classes.note}`}>{message}</p>}
      {entries.length === 1 && undoneBy ? (
        <p className={`meta ${classes.note}`}>
          <button type="button" className="link" onClick={() => onOpen(undoneBy.id)}>
            Undone by {undoneBy.name} at {minuteText(undoneBy.at)}
          </button>
        </p>
      ) : (
        <p className={`meta ${classes.note}`}>{whyNoUndo(entries, catalogue)}</p>
      )}
    </>
  )
}

/** Where that is the same for all of them. */
function whyNoUndo(entries: readonly AuditEntry[], catalogue: Catalogue): string {
  const reasons = new Set(
    entries.map((entry) => {
      const activity = asActivity(entry, catalogue)
      const undo = activity && undoable(activity)
      return typeof undo === 'object' && undo ? undo.because : ''
    }),
  )
  return reasons.size === 1 ? [...reasons][0]! : ''
}

/** Why it was changed, where that was not by hand. */
export function CauseLine({ entry, onOpen }: { entry: AuditEntry; onOpen: (line: number) => void }) {
  const { cause, who } = entry
  if (cause.kind === 'hand' && who.kind !== 'program') return null
  return (
    <p className="faint fz-help beside gap-6">
      <Icon name={cause.kind === 'hand' ? 'key' : causes[cause.kind].icon} size={12} />
      {cause.kind === 'undo' ? (
        <span>
          Undo of line {count(cause.of)},{' '}
          <button type="button" className="link" onClick={() => onOpen(cause.of)}>
            show it
          </button>
        </span>
      ) : (
        <span className="outside">{causeInWords(entry)}</span>
      )}
    </p>
  )
}

function causeInWords({ cause, who }: AuditEntry): string {
  // Tokens of our own service have no role.
  if (cause.kind === 'hand') return `${who.role ? 'Scoped token' : 'Access token'} “${who.name}”, through the API`
  const { label } = causes[cause.kind]
  return 'title' in cause && cause.kind !== 'hours' ? `${label} “${cause.title}”` : label
}

export const kindIcons = {
  settings: 'settings',
  chats: 'chats',
  messages: 'messages',
  polls: 'polls',
  bans: 'ban',
  account: 'account',
  social: 'social',
  team: 'users',
  access: 'key',
} as const satisfies Record<AuditKind, IconName>

export const outcomeLooks: Record<AuditOutcome, { icon: IconName; className: string }> = {
  running: { icon: 'refresh', className: 'quiet' },
  done: { icon: 'check', className: 'ok' },
  partly: { icon: 'warning', className: 'warn' },
  refused: { icon: 'error', className: 'bad' },
  unknown: { icon: 'warning', className: 'warn' },
  unsent: { icon: 'offline', className: 'warn' },
}

/** The page of a chat that shows what was changed. */
const tabs: Partial<Record<AuditKind, ChatTab>> = { messages: 'messages', polls: 'polls', bans: 'banned-ips' }

interface ChatLinkProps {
  chatId: number | null
  chatName: string
  kind: AuditKind
}

/** The chat of an entry: a link while it exists, for who may open it. */
export function ChatLink({ chatId, chatName, kind }: ChatLinkProps) {
  const may = useMay()
  const mayRead = may('chats.read')
  const chat = useQuery({ ...endpointQuery('chatList', {}), enabled: mayRead }).data?.data.find(({ id }) => id === chatId)
  if (chatId === null) return null
  // Entries of Roomkeeper's own changes do not hold the name.
  const name = chatTitle(chat && chatName === '' ? chat : { id: chatId, name: chatName })
  const open = openTabs(may, chatId)
  if (!chat || open.length === 0) return <span className="outside">{name}</span>
  const tab = tabs[kind] ?? 'settings'
  return (
    <PageLink className="outside link" to={open.includes(tab) ? to.chat(chatId, tab) : chatHome(may, chatId)}>
      {name}
    </PageLink>
  )
}

/** The values before and after, in words. Either is missing where it is not known, or where nothing was or is. */
export const BeforeAfter = ({ before, after }: { before: string | undefined; after: string | undefined }) => (
  <span className={classes.values}>
    {before !== undefined && (
      <>
        <del>
          <ShownValue words={before} />
        </del>
        <Icon name="right" size={12} label="becomes" />
      </>
    )}
    {after !== undefined && (
      <ins>
        <ShownValue words={after} />
      </ins>
    )}
  </span>
)
