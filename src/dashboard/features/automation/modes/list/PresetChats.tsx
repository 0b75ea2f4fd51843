import { blocked, Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { useRef, useState, type ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { count, counted, listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { PresetOn } from '#contract/gateway/presets.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { titleOf, untilInWords } from '#dashboard/platform/presets/presets-on.ts'
import { presetOpening } from '#dashboard/platform/presets/opening.ts'
import { endInWords } from '#dashboard/platform/presets/until.ts'
import { to } from '#dashboard/platform/to.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { useEndNow, usePresetRights } from '../actions.ts'
import classes from '../ModesPage.module.css'
import { chatTitle } from '#contract/chat-title.ts'
import { builtInPresets, isBuiltInPreset, type Preset } from '#contract/presets/preset.ts'
import { saveFields } from '#dashboard/platform/records/save-fields.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { fieldsOfPreset, presetOfFields } from '../edit/preset-fields.ts'

interface PresetChatsProps {
  known: KnownPreset
  chats: Chat[]
  labels: ChatLabels
  /** Missing: the person may not change it. */
  onChange?: () => void
}

const maxChips = 12

/** The chats that are chosen when the mode is turned on. */
export function PresetChats({ known, chats, labels, onChange }: PresetChatsProps) {
  const { chats: chosen, name: ofPreset } = known.preset
  const change = useRef<HTMLButtonElement>(null)
  const [isSaving, setSaving] = useState(false)
  const all = chosenChats(chosen, chats, labels)
  const single = chosen === 'all' ? [] : chats.filter(({ id }) => chosen.chatIds.includes(id))
  const named = single.slice(0, maxChips)
  // Without a chat, it is for whichever it is turned on in.
  const missing = missingRight(usePerson(), { rights: ['presets.write'], reach: 'all' })
  const isLast = missing !== null && chosen !== 'all' && chosen.labels.length + chosen.chatIds.length === 1
  const ofLabel = (label: string) => counted(chats.filter(({ id }) => labels.get(id)?.includes(label)).length, 'chat')
  const without = (label: string | null, chatId: number | null, what: string) => {
    if (chosen === 'all' || isSaving) return
    const left = {
      labels: chosen.labels.filter((other) => other !== label),
      chatIds: chosen.chatIds.filter((other) => other !== chatId),
    }
    // The button goes with its chip.
    change.current?.focus()
    setSaving(true)
    void changeChats(known, left, `${what} was removed from ${ofPreset}`).finally(() => setSaving(false))
  }
  return (
    <Section
      title="Chats"
      note={count(all.length)}
      level={3}
      actions={
        onChange && (
          <PlainLinkButton ref={change} onClick={onChange}>
            Change
          </PlainLinkButton>
        )
      }
    >
      <ul className="row wrap gap-6 mt-8">
        {chosen === 'all' && <li className="tag tag-quiet small">All chats, including new ones</li>}
        {chosen !== 'all' &&
          chosen.labels.map((label) => (
            <ChatChip
              key={label}
              isLabel
              remove={onChange && `Remove the label ${label} from ${ofPreset}`}
              onRemove={() => without(label, null, `The label ${label}`)}
            >
              label: <bdi>{label}</bdi>, {ofLabel(label)}
            </ChatChip>
          ))}
        {named.map((chat) => (
          <ChatChip
            key={chat.id}
            remove={onChange && `Remove ${chatTitle(chat)} from ${ofPreset}`}
            isBlocked={isLast}
            onRemove={() => without(null, chat.id, chatTitle(chat))}
          >
            <bdi>{chatTitle(chat)}</bdi>
          </ChatChip>
        ))}
        {single.length > named.length && (
          <li className="tag tag-quiet small">{plural(single.length - named.length, '{count} more', '{count} more')}</li>
        )}
        {known.entry?.isReduced && <li className="help">Other chats that you can’t see</li>}
        {chosen !== 'all' && chosen.labels.length === 0 && single.length === 0 && !known.entry?.isReduced && (
          <li className="help">None. You choose them when you turn it on.</li>
        )}
      </ul>
      {onChange && isLast && (
        <p className="help mt-8" id="last-chat">
          Without a chat it could be turned on in any, which needs the permission “{missing}” in all chats.
        </p>
      )}
    </Section>
  )
}

interface ChatChipProps {
  isLabel?: boolean
  /** What the button does; missing: there is none. */
  remove: string | undefined
  /** Without it, the mode would be for more chats than the person has. */
  isBlocked?: boolean
  onRemove: () => void
  children: ReactNode
}

const ChatChip = ({ isLabel, remove, isBlocked, onRemove, children }: ChatChipProps) => (
  <li className={`tag small ${isLabel ? 'tag-accent' : 'tag-quiet'} ${classes.chip}`}>
    <span className="cut">{children}</span>
    {remove && (
      <button
        type="button"
        className="mini-button"
        aria-label={remove}
        title={remove}
        {...(isBlocked && blocked('last-chat'))}
        onClick={isBlocked ? undefined : onRemove}
      >
        <Icon name="x" size={12} />
      </button>
    )}
  </li>
)

/** Changes for which chats a mode is, with Undo. Where somebody else has changed that meanwhile, nothing is saved. @param done what is said then */
async function changeChats({ id, preset, entry }: KnownPreset, chats: Preset['chats'], done: string): Promise<void> {
  const save = (before: Preset, after: Preset) =>
    saveFields({
      kind: 'presets',
      chatId: null,
      key: id,
      before: entry,
      edits: { base: fieldsOfPreset(before), changes: { chats: fieldsOfPreset(after).chats } },
      // A built-in mode that is as it came needs no record.
      blank: fieldsOfPreset(isBuiltInPreset(id) ? builtInPresets[id] : before),
      as: { fields: fieldsOfPreset, value: presetOfFields },
      choose: async () => null,
    }).then(
      (isSaved) => {
        if (!isSaved) toastWarning('Nothing was changed', `Someone else has changed the chats of ${preset.name}. Look at them again.`)
        return isSaved
      },
      (error: unknown) => {
        toastError(`The chats of ${preset.name} were not changed`, error)
        return false
      },
    )
  const changed = { ...preset, chats }
  if (await save(preset, changed)) toast(done, { label: 'Undo', run: () => void save(changed, preset) })
}

/** Where the mode is on, with what can be done about it. */
export function OnBox({ on, chats }: { on: PresetOn; chats: Chat[] }) {
  const now = useNow() * 1000
  const { mayEnd, hasAll } = usePresetRights()(on)
  const endNow = useEndNow()
  return (
    <section className={`small beside gap-12 wrap ${classes.box}`} aria-label={titleOf(on)}>
      <Icon name="shield" className="warn" />
      <p className="grow">
        <b className="outside">{titleOf(on)}</b> <span className="outside">{sinceAndUntil(on, now)}</span>
        <span className="block quiet outside">
          {listed(on.chats, maxNamed, ({ chatId }) => chatTitle(chats.find(({ id }) => id === chatId) ?? { chatId, name: '' }))}
        </span>
      </p>
      {hasAll && (
        <PageLink to={to.change(on.id)} className="link fz-help">
          What changed
        </PageLink>
      )}
      {mayEnd && (
        <span className="row">
          <Button size="xs" blocked={!hasAll && `extend-${on.id}`} onClick={() => presetOpening.set({ dialog: 'extend', onId: on.id })}>
            Extend…
          </Button>
          <Button size="xs" loading={endNow.isPending} onClick={() => endNow.mutate(on)}>
            End now
          </Button>
        </span>
      )}
      {mayEnd && !hasAll && (
        <span id={`extend-${on.id}`} className="help full">
          It is also on in other chats, and is extended in all of them together.
        </span>
      )}
    </section>
  )
}

/** "by Ana since 19:30, until 21:30" @param now milliseconds */
function sinceAndUntil(on: PresetOn, now: number): string {
  const [since, until] = [endInWords(on.at, now), untilInWords(on, now)]
  return on.by === '' ? `since ${since}, ${until}` : `by ${on.by} since ${since}, ${until}`
}
