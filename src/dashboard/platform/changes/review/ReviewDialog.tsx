import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox, Modal } from '@mantine/core'
import { useIsPhone } from '#dashboard/ui/page/use-media.ts'
import { useMemo, useState } from 'react'
import { setting, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { atRisk, isTrimmedByService } from '#dashboard/platform/service/known-service.ts'
import { SoundsAtRiskInChats } from '#dashboard/platform/service/SoundsAtRisk.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import type { ChatOrder } from '#engine/changes/chat-result.ts'
import { settingRow, type ChangeRow } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable, type ChangeGroup } from '#dashboard/platform/changes/ChangeTable.tsx'
import {
  alreadySo,
  alreadyWords,
  dangersIn,
  keyOf,
  ordersOf,
  sectionsOf,
  withChanges,
  type ReviewChange,
  type ReviewChat,
  consequences,
} from './review-model.ts'
import classes from './ReviewDialog.module.css'
import { ReviewNotes, type ReviewNote } from './ReviewNotes.tsx'
import { DialogFoot } from '#dashboard/ui/overlay/Dialog.tsx'

interface ReviewDialogProps {
  /** At least one; each with at least one change. */
  chats: readonly ReviewChat[]
  others: number
  /** Further changes of the page, which are saved after these. */
  also?: { title: string; rows: readonly ChangeRow[] }
  currency: string
  catalogue: Catalogue
  onSave: (orders: ChatOrder[]) => Promise<unknown>
  /** Makes edits of what ends a new finding. */
  onFix: (chatId: number, changes: Partial<Settings>) => void
  onClose: () => void
}

interface ReviewRow extends ChangeRow {
  change: ReviewChange
}

/** All edits of all chats, to be saved as one. A change that is left out stays an edit; a dangerous one needs a consent of its own. */
export function ReviewDialog({ chats, others, also, currency, catalogue, onSave, onFix, onClose }: ReviewDialogProps) {
  const [by, setBy] = useState<'chat' | 'setting'>('chat')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [consents, setConsents] = useState<ReadonlySet<string>>(new Set())
  const [saving, setSaving] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: null })
  // State, because the rows cannot be measured before what they scroll in is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const isPhone = useIsPhone()

  const sections = useMemo(() => sectionsOf(chats, by), [chats, by])
  const isAlone = chats.length === 1 && others === 0
  const byId = useMemo(() => new Map(chats.map((one) => [one.chat.id, one])), [chats])
  const already = useMemo(() => alreadySo(chats), [chats])
  const total = chats.reduce((sum, { changes }) => sum + changes.length, 0)

  const isChosen = (change: ReviewChange) => change.problem === null && !leftOut.has(keyOf(change))
  const risksOf = (after: Settings) => atRisk(catalogue, after)
  const orders = ordersOf(chats, isChosen, risksOf)
  const chosen = orders.reduce((sum, { changes }) => sum + Object.keys(changes).length, 0)
  const dangers = dangersIn(chats, isChosen, currency)
  const sent = orders
    .flatMap(({ changes }) => Object.entries(changes))
    .filter(([name, value]) => isTrimmedByService(catalogue, name as SettingName, value))
  const trimmed = [...new Set(sent.map(([name]) => name as SettingName))]
  const more = also?.rows ?? []
  const ready = chosen + more.length > 0 && dangers.every(({ consent }) => consents.has(consent)) && !saving.isRunning

  const choose = (changes: ReviewChange[], on: boolean) => {
    const next = new Set(leftOut)
    for (const key of changes.map(keyOf)) {
      if (on) next.delete(key)
      else next.add(key)
    }
    setLeftOut(next)
  }

  /** @param about only what concerns this setting; null: all of it */
  function notesOf(of: ReviewChat, about: ReviewChange['name'] | null): ReviewNote[] {
    const { chat, changes } = of
    const followed = consequences(chat, withChanges(chat, changes.filter(isChosen)), { currency })
    const concerns = (names: readonly string[]) => about === null || names.includes(about)
    const edited = new Set(changes.map((change) => change.name))
    return [
      ...followed.found
        .filter((finding) => concerns(finding.about))
        .map(({ rule, title, fix }) => ({
          key: `${chat.id} ${rule}`,
          tone: 'found' as const,
          lead: 'New suggestion.',
          text: `${title}.`,
          ...(fix && { fix: { label: fix.label, run: () => onFix(chat.id, fix.changes) } }),
        })),
      ...changes
        .filter((change) => change.base !== change.held && concerns([change.name]))
        .map((change) => ({
          key: `${keyOf(change)} theirs`,
          tone: 'quiet' as const,
          text: `${setting(change.name).label} was changed elsewhere to “${settingInWords(change.name, change.held, catalogue)}” since you edited it. That value stays until you choose.`,
          lastChange: change,
        })),
      ...(about === null ? alreadyWords(already.get(chat.id)) : []).map((text) => ({
        key: `${chat.id} ${text}`,
        tone: 'quiet' as const,
        text,
      })),
      ...followed.notes
        .filter((note) => concerns([note.about]) && (about === null || edited.has(note.about)))
        .map((note) => ({ key: `${chat.id} ${note.text}`, tone: 'quiet' as const, text: note.text })),
      ...followed.resolved
        .filter((finding) => concerns(finding.about))
        .map(({ rule, title }) => ({
          key: `${chat.id} ${rule}`,
          tone: 'resolved' as const,
          lead: 'Suggestion resolved.',
          text: `${title}.`,
        })),
    ]
  }

  const rows = useMemo(() => {
    const rowOf = (change: ReviewChange): ReviewRow => ({
      ...settingRow(change.name, change.held, change.value, catalogue),
      key: keyOf(change),
      place: change.chatName,
      state: 'will',
      change,
    })
    return new Map(sections.map(({ key, changes }) => [key, changes.map(rowOf)]))
  }, [sections, catalogue])
  const groups = sections.map((section): ChangeGroup<ReviewRow> => {
    const valid = section.changes.filter(({ problem }) => problem === null)
    const on = valid.filter(isChosen).length
    const of = by === 'chat' ? byId.get(Number(section.key)) : undefined
    const box = (
      <RowCheckbox
        label={section.title}
        checked={on > 0 && on === valid.length}
        indeterminate={on > 0 && on < valid.length}
        disabled={valid.length === 0}
        onChange={(event) => choose(valid, event.currentTarget.checked)}
      />
    )
    const extent = by === 'chat' ? counted(section.changes.length, 'change') : counted(section.changes.length, 'chat')
    return {
      key: `${by} ${section.key}`,
      ...(!isAlone && { head: { box, title: section.title, note: extent } }),
      rows: rows.get(section.key) ?? [],
      foot: of && <Notes of={() => notesOf(of, null)} />,
    }
  })

  const save = () => {
    if (!ready) return
    setSaving({ isRunning: true, error: null })
    const end = (error: unknown = null) => setSaving({ isRunning: false, error })
    // It stays open where the person went back from a further question.
    onSave(orders).then(() => end(), end)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={isAlone ? 640 : 900}
      yOffset="40px"
      fullScreen={isPhone}
      classNames={{ content: 'relative' }}
      title={
        isAlone
          ? `Review ${counted(total + more.length, 'change')}`
          : `Review ${counted(total, 'change')} in ${counted(chats.length, 'chat')}`
      }
    >
      {!isAlone && (
        <div role="group" aria-label="Order of the changes" className={`row gap-4 ${classes.order}`}>
          <button type="button" className="chip" aria-pressed={by === 'chat'} onClick={() => setBy('chat')}>
            By chat
          </button>
          <button type="button" className="chip" aria-pressed={by === 'setting'} onClick={() => setBy('setting')}>
            By setting
          </button>
        </div>
      )}
      <div className={classes.dialog}>
        <div className="stack">
          {saving.error !== null && <NotSaved error={saving.error} title="Not started." named kept="Your edits are kept." />}
          {dangers.map(({ consent, title, several, chats: number }) => (
            <Banner key={consent}>
              <b>{plural(number, title, several)}</b>
            </Banner>
          ))}
          <SpacesRemoved names={trimmed} />
          <SoundsAtRiskInChats
            chats={orders.map(({ chatId, acceptedRisks }) => ({ chat: byId.get(chatId)!.chat, names: [...acceptedRisks] }))}
            several={!isAlone}
            catalogue={catalogue}
          />
        </div>
        <div
          ref={setScroller}
          className={`scroll ${classes.scroller}`}
          data-alone={isAlone || undefined}
          tabIndex={0}
          role="region"
          aria-label="Changes"
        >
          {scroller && total > 0 && (
            <ChangeTable<ReviewRow>
              label="Changes"
              groups={groups}
              columns={{
                ...(by === 'chat' ? { place: null } : { label: null }),
                before: 'Now',
                after: 'After saving',
                state: null,
                actions: 0,
              }}
              choice={{
                label: ({ label, place }) => (isAlone ? label : `${label}, ${place}`),
                canChoose: ({ change }) => change.problem === null,
                isChosen: ({ change }) => isChosen(change),
                onChoose: ({ change }, on) => choose([change], on),
              }}
              aboutOf={({ change: { chatId, name, problem } }) =>
                problem !== null ? (
                  <span className="bad">This value {problem}.</span>
                ) : (
                  by === 'setting' && <ReviewNotes notes={notesOf(byId.get(chatId)!, name)} />
                )
              }
              scroller={scroller}
              wholeTexts
            />
          )}
          {also && more.length > 0 && (
            <ChangeTable
              label={also.title}
              groups={[{ key: 'also', rows: more }]}
              columns={{ place: null, label: also.title, before: 'Now', after: 'After saving', state: null, actions: 0 }}
              scroller="all"
              wholeTexts
            />
          )}
        </div>
        <div className="stack">
          {dangers.map(({ consent }) => (
            <Checkbox
              key={consent}
              label={consent}
              checked={consents.has(consent)}
              onChange={(event) => {
                const others = [...consents].filter((other) => other !== consent)
                setConsents(new Set(event.currentTarget.checked ? [...others, consent] : others))
              }}
            />
          ))}
          <DialogFoot
            note={
              isAlone
                ? ''
                : `Each chat is read again before it is saved.${others > 0 ? plural(others, ' Nothing changes in the other chat.', ' Nothing changes in the other {count} chats.') : ''}`
            }
          >
            <Button data-autofocus onClick={onClose}>
              Back to editing
            </Button>
            <Button variant="filled" loading={saving.isRunning} onClick={save} blocked={!ready}>
              {plural(chosen + more.length, 'Save {count} change', 'Save {count} changes')}
            </Button>
          </DialogFoot>
        </div>
      </div>
    </Modal>
  )
}

const Notes = ({ of }: { of: () => ReviewNote[] }) => <ReviewNotes notes={of()} />

/** The service is known to remove the spaces at the ends of these texts. */
function SpacesRemoved({ names }: { names: SettingName[] }) {
  if (names.length === 0) return null
  return (
    <Banner>
      <b>Leading and trailing spaces will be removed.</b> This service does not keep them:{' '}
      {listed(names.map((name) => setting(name).label))}.
    </Banner>
  )
}
