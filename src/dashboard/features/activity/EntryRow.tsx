import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActivityKind } from '#contract/activity.ts'
import type { FieldChange, Outcome } from '#contract/recorded-change.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { to } from '#dashboard/platform/to.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import type { ActivityEntry } from './entry.ts'
import classes from './EntryRow.module.css'
import { undo } from './undo-action.tsx'
import { undoable } from './undoable.ts'
import { Value } from './Value.tsx'
import { chatNameOf, kindOf, labelOf, messageOf, outcomeInWords, subjectOf, titleOf, valueInWords } from './words.ts'

/** The icon of each kind, and the page of a chat that shows what was changed. */
const kindParts = {
  settings: { icon: 'settings', tab: 'settings' },
  chats: { icon: 'chats', tab: 'settings' },
  messages: { icon: 'messages', tab: 'messages' },
  polls: { icon: 'polls', tab: 'polls' },
  bans: { icon: 'ban', tab: 'banned-ips' },
  account: { icon: 'account', tab: 'settings' },
  social: { icon: 'social', tab: 'settings' },
} as const satisfies Record<ActivityKind, { icon: IconName; tab: string }>

const outcomeIcons = {
  done: 'check',
  partly: 'warning',
  refused: 'error',
  unknown: 'warning',
  unsent: 'offline',
} as const satisfies Record<Outcome, IconName>

/** More fields, or longer values in characters, are folded. */
const maxChangesShown = 3
const maxValueShown = 160

/** One change: when, what, in which chat, the values before and after, and the outcome. */
export function EntryRow({ entry, catalogue }: { entry: ActivityEntry; catalogue: Catalogue }) {
  const { at, kind, outcome, changes } = entry
  const [open, setOpen] = useState(false)
  const isLong = (change: FieldChange) =>
    [change.before, change.after].some(
      (value) => value !== undefined && valueInWords(entry, change.name, value, catalogue).length > maxValueShown,
    )
  const folds = entry.action !== 'job' && (changes.length > maxChangesShown || changes.some(isLong))
  const message = messageOf(entry)
  const subject = subjectOf(entry)
  const undoing = undoable(entry)
  return (
    <li className={classes.entry}>
      <time className={`num ${classes.time}`} dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
        {clock(at)}
      </time>
      <div className={classes.words}>
        <p className={`${classes.title} beside`}>
          <Icon name={kindParts[kind].icon} label={kindOf(entry)} className="quiet" />
          <span>
            <b>{titleOf(entry)}</b> <ChatName entry={entry} />
          </span>
        </p>
        {subject && <p className="outside quiet">{subject}</p>}
        {changes.length > 0 && (
          <ul className={classes.changes} data-folded={(folds && !open) || undefined} data-figures={entry.action === 'job' || undefined}>
            {(folds && !open ? changes.slice(0, maxChangesShown) : changes).map((change) => (
              <li key={change.name}>
                <span className={classes.label}>{labelOf(entry, change)}</span>{' '}
                <Values entry={entry} change={change} catalogue={catalogue} />
              </li>
            ))}
          </ul>
        )}
        {folds && (
          <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : changes.length > maxChangesShown ? `Show all ${changes.length}` : 'Show all'}
          </button>
        )}
        {typeof undoing === 'object' && <p className="faint fz-help">{undoing.because}</p>}
      </div>
      <div className={classes.outcome} data-outcome={outcome}>
        <Icon name={outcomeIcons[outcome]} size={14} />
        <div>
          {outcomeInWords(entry)}
          {message && <span className="outside help block">{message}</span>}
        </div>
      </div>
      <div className={`${classes.actions} at-end`}>{undoing === 'yes' && <UndoButton entry={entry} catalogue={catalogue} />}</div>
    </li>
  )
}

/** A link while the chat exists. */
function ChatName({ entry: { chatId, chatName, kind } }: { entry: ActivityEntry }) {
  const exists = useQuery(endpointQuery('chatList', {})).data?.data.some(({ id }) => id === chatId)
  if (chatId === null) return null
  const name = chatNameOf(chatId, chatName)
  if (!exists) return <span className="outside">{name}</span>
  return (
    <PageLink className="outside link" to={to.chat(chatId, kindParts[kind].tab)}>
      {name}
    </PageLink>
  )
}

function Values({
  entry,
  change: { name, before, after },
  catalogue,
}: {
  entry: ActivityEntry
  change: FieldChange
  catalogue: Catalogue
}) {
  return (
    <span className={classes.values}>
      {before !== undefined && (
        <>
          <del>
            <Value entry={entry} name={name} value={before} catalogue={catalogue} />
          </del>
          <Icon name="right" size={12} label="becomes" />
        </>
      )}
      {after !== undefined && (
        <ins>
          <Value entry={entry} name={name} value={after} catalogue={catalogue} />
        </ins>
      )}
    </span>
  )
}

function UndoButton({ entry, catalogue }: { entry: ActivityEntry; catalogue: Catalogue }) {
  const go = useNavigate()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="xs"
      leftSection={<Icon name="undo" size={14} />}
      aria-label={`Undo: ${[titleOf(entry), entry.chatName, clock(entry.at)].filter(Boolean).join(', ')}`}
      loading={busy}
      onClick={() => {
        setBusy(true)
        void undo(entry, { catalogue, go }).finally(() => setBusy(false))
      }}
    >
      Undo
    </Button>
  )
}
