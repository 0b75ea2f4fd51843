import { Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { type Preset, presetSettings } from '#contract/presets/preset.ts'
import { differsFromDefault, isUnnamedSound, settingsWrite, withSoundNames, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { type AuditEntry, maxAuditPageSize } from '#contract/gateway/audit.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { chatsByName } from '#dashboard/platform/chats/chat-search.ts'
import { ShownValue } from '#dashboard/platform/saving/change-notes.tsx'
import { soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { settingLabel, valueInWords } from '../value-words.tsx'
import { emptyDraft } from './preset-fields.ts'

interface FromDialogProps {
  chats: Chat[]
  catalogue: Catalogue
  onUse: (draft: Preset) => void
  onClose: () => void
}

/** Begins a mode with the values of a chat. Those that differ from the default are chosen first. */
export function FromChatDialog({ chats, catalogue, onUse, onClose }: FromDialogProps) {
  const may = useMay()
  const readable = chatsByName(chats.filter(({ id }) => may('settings.read', id)))
  const [chatId, setChatId] = useState<number | null>(null)
  const [picked, setPicked] = useState<ReadonlySet<SettingName> | null>(null)
  const found = readable.find(({ id }) => id === chatId)
  const chat = found && withSoundNames(found, soundName(catalogue))
  const offered: OfferedValue[] = chat
    ? presetSettings
        .filter((name) => !isUnnamedSound(name, chat[name]) && settingsWrite[name].safeParse(chat[name]).success)
        .map((name) => ({ name, value: chat[name] }))
        .toSorted((one, other) => Number(differsFromDefault(other.name, other.value)) - Number(differsFromDefault(one.name, one.value)))
    : []
  const chosen = picked ?? new Set(offered.filter(({ name, value }) => differsFromDefault(name, value)).map(({ name }) => name))
  return (
    <FromDialog
      title="New mode from a chat"
      label="Values of the chat"
      {...{ offered, chosen, catalogue, onClose }}
      onChoose={setPicked}
      onUse={(values) => onUse({ ...emptyDraft, values })}
    >
      <SearchSelect
        label="Chat"
        placeholder={readable.length > 0 ? 'Choose a chat' : 'There is no chat whose settings you may read'}
        nothingFound="No such chat"
        data-autofocus
        data={readable.map((one) => ({ value: String(one.id), label: chatTitle(one) }))}
        value={chatId === null ? null : String(chatId)}
        onChange={(next) => {
          setChatId(Number(next))
          setPicked(null)
        }}
      />
      {chat && <p className="help">Values that differ from the default are chosen.</p>}
    </FromDialog>
  )
}

/** Begins a mode with what the person changed in the settings of chats, the last changes of the audit log. */
export function FromChangesDialog({ chats, catalogue, onUse, onClose }: FromDialogProps) {
  const reading = useQuery({ ...gatewayQuery('myAuditList', { query: { kind: 'settings', limit: maxAuditPageSize } }), staleTime: 0 })
  const now = useNow()
  const changes = recentChanges(reading.data?.data.entries ?? [])
  const [picked, setPicked] = useState<ReadonlySet<SettingName> | null>(null)
  const chosen = picked ?? new Set(changedJustNow(changes))
  const noteOf = ({ at, chatIds }: RecentChange) => {
    const names = chatIds.flatMap((id) => chats.filter((chat) => chat.id === id).map(chatTitle))
    return <span className="outside">{[ago(at / 1000, now), listed(names, maxNamed)].filter(Boolean).join(', ')}</span>
  }
  const use = (values: Preset['values']) => {
    const ids = new Set(changes.filter(({ name }) => chosen.has(name)).flatMap(({ chatIds }) => chatIds))
    onUse({ ...emptyDraft, values, chats: { labels: [], chatIds: chats.flatMap(({ id }) => (ids.has(id) ? [id] : [])) } })
  }
  return (
    <FromDialog
      title="New mode from what you changed just now"
      label="Your last changes"
      offered={changes.map((change) => ({ name: change.name, value: change.value, note: noteOf(change) }))}
      {...{ chosen, catalogue, onClose }}
      onChoose={setPicked}
      onUse={use}
      {...(changes.length === 0 && { cancel: 'Close' })}
    >
      {reading.isPending && <Skeleton height={120} />}
      {reading.error && !reading.data && <LoadError what="Your last changes" reading={reading} />}
      {reading.data && changes.length === 0 && (
        <p>You have not changed any settings lately. Change them in a chat first, then come back here.</p>
      )}
    </FromDialog>
  )
}

interface OfferedValue {
  name: SettingName
  value: SettingValue
  /** Where the value is from. */
  note?: ReactNode
}

interface FrameProps {
  title: string
  /** Names the list of values. */
  label: string
  offered: readonly OfferedValue[]
  chosen: ReadonlySet<SettingName>
  onChoose: (chosen: ReadonlySet<SettingName>) => void
  catalogue: Catalogue
  onUse: (values: Preset['values']) => void
  cancel?: string
  onClose: () => void
  children: ReactNode
}

/** The values that a new mode can begin with. */
function FromDialog({ title, label, offered, chosen, onChoose, catalogue, onUse, cancel, onClose, children }: FrameProps) {
  return (
    <FormDialog
      size={640}
      title={title}
      {...(cancel && { cancel })}
      submit={chosen.size > 0 && plural(chosen.size, 'Continue with {count} value', 'Continue with {count} values')}
      onClose={onClose}
      onSubmit={() => onUse(Object.fromEntries(offered.filter(({ name }) => chosen.has(name)).map(({ name, value }) => [name, value])))}
    >
      {children}
      {offered.length > 0 && (
        <ul className="long-list" aria-label={label} tabIndex={0}>
          {offered.map(({ name, value, note }) => (
            <li key={name} className="list-item between">
              <Checkbox
                label={settingLabel(name)}
                description={note}
                checked={chosen.has(name)}
                onChange={() => onChoose(new Set(chosen.has(name) ? [...chosen].filter((other) => other !== name) : [...chosen, name]))}
              />
              <span className="quiet">
                <ShownValue words={valueInWords(name, value, catalogue)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

interface RecentChange {
  name: SettingName
  value: SettingValue
  /** Milliseconds. */
  at: number
  /** The chats in which it was changed, the last one first. */
  chatIds: number[]
}

const byPeople: ReadonlySet<Cause['kind']> = new Set(['hand', 'job', 'undo'])

/**
 * What somebody changed in settings, each setting once with its last value.
 * @param entries of the audit log, newest first. What was not done, what a mode or Roomkeeper did and what was undone is left out.
 */
export function recentChanges(entries: readonly AuditEntry[]): RecentChange[] {
  const found = new Map<SettingName, RecentChange>()
  for (const { at, chatId, changes, outcome, cause, undoneBy } of entries) {
    if (outcome !== 'done' || !byPeople.has(cause.kind) || undoneBy !== null || chatId === null) continue
    for (const name of presetSettings) {
      const after = changes.find((change) => change.name === name)?.after
      if (after === undefined || after === null || !settingsWrite[name].safeParse(after).success) continue
      const earlier = found.get(name)
      if (!earlier) found.set(name, { name, value: after, at, chatIds: [chatId] })
      else if (!earlier.chatIds.includes(chatId)) earlier.chatIds.push(chatId)
    }
  }
  return [...found.values()]
}

/** What was changed within this time of the last change is chosen first: that is "just now". Milliseconds. */
const justNowMs = 15 * 60_000

export function changedJustNow(changes: readonly RecentChange[]): SettingName[] {
  const last = Math.max(0, ...changes.map(({ at }) => at))
  return changes.filter(({ at }) => last - at <= justNowMs).map(({ name }) => name)
}
