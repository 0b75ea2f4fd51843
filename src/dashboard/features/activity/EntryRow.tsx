import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { q } from '#dashboard/platform/api/query.ts'
import { to } from '#dashboard/platform/to.ts'
import { Icon, type AnyIconName } from '#dashboard/ui/theme/more-icons.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import { kinds, type Change, type Entry, type Kind, type Outcome } from './entry.ts'
import classes from './EntryRow.module.css'
import { undo } from './undo-acts.tsx'
import { undoable } from './undoable.ts'
import { Value } from './Value.tsx'
import { labelOf, outcomeWords, remarkOf, subjectOf, titleOf, valueWords } from './words.ts'

const kindIcons = {
  settings: 'settings',
  chats: 'chats',
  messages: 'messages',
  polls: 'polls',
  bans: 'ban',
  account: 'account',
  social: 'social',
} as const satisfies Record<Kind, AnyIconName>

const outcomeIcons = {
  done: 'check',
  partly: 'warning',
  refused: 'error',
  unknown: 'warning',
  unsent: 'offline',
} as const satisfies Record<Outcome, AnyIconName>

/** More fields, or longer values, are folded. */
const mostChanges = 3
const longValue = 160

/** One change: when, what, where, from what to what, what came of it. */
export function EntryRow({ entry, catalogue, accountId }: { entry: Entry; catalogue: Catalogue; accountId: number }) {
  const { at, kind, outcome, changes } = entry
  const [open, setOpen] = useState(false)
  const isLong = (change: Change) =>
    [change.before, change.after].some(
      (value) => value !== undefined && valueWords(entry, change.name, value, catalogue).length > longValue,
    )
  const folds = entry.act !== 'job' && (changes.length > mostChanges || changes.some(isLong))
  const remark = remarkOf(entry)
  const subject = subjectOf(entry)
  const undoing = undoable(entry)
  return (
    <li className={classes.entry}>
      <time className={`num ${classes.time}`} dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
        {clock(at)}
      </time>
      <div className={classes.words}>
        <p className={classes.title}>
          <Icon name={kindIcons[kind]} label={kinds[kind]} />
          <span>
            <b>{titleOf(entry)}</b> <Room entry={entry} />
          </span>
        </p>
        {subject && <p className={`outside ${classes.subject}`}>{subject}</p>}
        {changes.length > 0 && (
          <ul className={classes.changes} data-folded={(folds && !open) || undefined} data-figures={entry.act === 'job' || undefined}>
            {(folds && !open ? changes.slice(0, mostChanges) : changes).map((change) => (
              <li key={change.name}>
                <span className={classes.label}>{labelOf(entry, change)}</span>{' '}
                <Values entry={entry} change={change} catalogue={catalogue} />
              </li>
            ))}
          </ul>
        )}
        {folds && (
          <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : changes.length > mostChanges ? `Show all ${changes.length}` : 'Show all of it'}
          </button>
        )}
        {typeof undoing === 'object' && <p className={classes.why}>{undoing.because}</p>}
      </div>
      <div className={classes.outcome} data-outcome={outcome}>
        <Icon name={outcomeIcons[outcome]} size={14} />
        <div>
          {outcomeWords(entry)}
          {remark && <span className="outside help block">{remark}</span>}
        </div>
      </div>
      <div className={classes.acts}>{undoing === 'yes' && <UndoButton entry={entry} catalogue={catalogue} accountId={accountId} />}</div>
    </li>
  )
}

/** A link while the room is there. */
function Room({ entry: { chatId, room, kind } }: { entry: Entry }) {
  const isThere = useQuery(q('chatList', {})).data?.data.some(({ id }) => id === chatId)
  if (chatId === null) return null
  const name = room || `Chat no. ${chatId}`
  if (!isThere) return <span className="outside">{name}</span>
  const tab = kind === 'messages' ? 'messages' : kind === 'polls' ? 'polls' : kind === 'bans' ? 'banned-ips' : 'settings'
  return (
    <PageLink className={`outside ${classes.room}`} to={to.chat(chatId, tab)}>
      {name}
    </PageLink>
  )
}

function Values({ entry, change: { name, before, after }, catalogue }: { entry: Entry; change: Change; catalogue: Catalogue }) {
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

function UndoButton({ entry, catalogue, accountId }: { entry: Entry; catalogue: Catalogue; accountId: number }) {
  const go = useNavigate()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="xs"
      leftSection={<Icon name="undo" size={14} />}
      aria-label={`Undo: ${[titleOf(entry), entry.room, clock(entry.at)].filter(Boolean).join(', ')}`}
      loading={busy}
      onClick={() => {
        setBusy(true)
        void undo(entry, { accountId, catalogue, go }).finally(() => setBusy(false))
      }}
    >
      Undo
    </Button>
  )
}
