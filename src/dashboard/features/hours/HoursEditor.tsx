import { Suspense, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { stateAt } from '#contract/hours/openings.ts'
import { right } from '#contract/workspace/rights.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { workspaceWriter } from '#dashboard/platform/api/workspace-query.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { setOffline } from '#dashboard/platform/chats/set-offline.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { refreshRecords } from '#dashboard/platform/records/records.ts'
import { DraftOffer } from '#dashboard/platform/saving/DraftOffer.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { SaveBar } from '#dashboard/platform/saving/SaveBar.tsx'
import { SaveDialogs } from '#dashboard/platform/saving/SaveDialogs.tsx'
import { useEditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { ReasonNote } from '#dashboard/ui/feedback/notices.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { ClockNotes } from './ClockNotes.tsx'
import { ComingWeek } from './ComingWeek.tsx'
import { Exceptions } from './Exceptions.tsx'
import { editInWords, hoursNames, hoursOf, hoursResolver, hoursTexts, type HoursFields } from './hours-fields.ts'
import { heldHours, hoursTarget, type HoursEntry } from './hours-record.ts'
import classes from './HoursPage.module.css'
import { Week } from './Week.tsx'
import { WhileClosed } from './WhileClosed.tsx'
import { chatTitle } from '#contract/chat-title.ts'

const TurnOffDialog = lazyPart(async () => (await import('./TurnOffDialog.tsx')).TurnOffDialog)
const HoursNotes = lazyPart(async () => (await import('./HoursNotes.tsx')).HoursNotes)

/** The timetable of a chat with its edits. @param record null: there is none yet */
export function HoursEditor({ chat, record }: { chat: Chat; record: HoursEntry | null }) {
  const now = Math.floor(useNow()) * 1000
  const mayWrite = useMay()('settings.write', chat.id)
  // A timetable that does not exist yet begins with the chat's own message as it was when the page was opened.
  const [begins] = useState(chat)
  const edits = useEditedForm<HoursFields, HoursFields>({
    draftName: draftName('hours', chat.id),
    names: hoursNames,
    held: useMemo(() => heldHours(record, begins), [record, begins]),
    resolver: hoursResolver,
    mode: 'onTouched',
    offersDraft: true,
  })
  const { form, base } = edits
  const values: HoursFields = { ...base, ...useWatch({ control: form.control }) }
  const edited = hoursNames.filter((name) => values[name] !== base[name])
  const [isTurningOff, setTurningOff] = useState(false)
  const bringsOnline = useRef(false)
  const opening = useAction(
    'chatUpdate',
    async (send) => {
      await setOffline(send, chat, false, [])
      await refresh('chatList', 'chatRead')
      toast(`${chatTitle(chat)} is online`)
    },
    { isBare: true, errorTitle: () => `The hours are off, and ${chatTitle(chat)} was not brought online` },
  )
  const saving = useSaving({
    edits,
    what: 'Opening hours',
    savedMessage: 'Opening hours saved',
    writes: workspaceWriter('recordsWrite'),
    target: () => hoursTarget(begins),
    onSaved: async () => {
      await refreshRecords('chat-hours')
      if (!bringsOnline.current) return
      bringsOnline.current = false
      opening.mutate()
    },
    needsReview: (sent) => {
      if (leavesClosed(sent, record, now)) {
        setTurningOff(true)
        return true
      }
      if (!closesNow(sent, record, chat, now)) return false
      confirm({
        title: `Take ${chatTitle(chat)} offline now?`,
        body: 'By these hours the chat is closed now. Everyone in it is disconnected at once.',
        confirmLabel: 'Save and take offline',
        danger: true,
        run: async () => saving.save(edited),
      })
      return true
    },
    onProblem: (name) => document.getElementById(`hours-${name}`)?.querySelector('input')?.focus(),
  })
  const set = <K extends keyof HoursFields>(name: K, value: HoursFields[K]) =>
    // The form's own types cannot resolve a field that is a type parameter.
    form.setValue(name as 'zone', value as string, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid })
  const { errors } = form.formState
  const problems = Object.fromEntries(hoursNames.map((name) => [name, errors[name]?.message])) as Partial<Record<keyof HoursFields, string>>
  const shared = { values, base, problems, mayWrite, set }
  const hours = hoursOf(values, record?.value.openUntil ?? null)

  return (
    <>
      {!mayWrite && <ReasonNote>Changing these hours needs the right “{right('settings.write').label}” in this chat.</ReasonNote>}
      <Suspense>{record?.value.isOn && <HoursNotes chat={chat} now={now} />}</Suspense>
      <ComingWeek {...{ chat, record, hours, now }} {...shared} />
      <div className={classes.columns}>
        <div className={classes.week}>
          <Week {...shared} now={now} onCheck={(name) => void form.trigger(name)} />
          {hours && <ClockNotes hours={hours} now={now} />}
        </div>
        <div className={classes.aside}>
          <Exceptions {...shared} />
          <WhileClosed {...shared} />
        </div>
      </div>
      <div className={classes.bottom} data-bulk-bar data-holds-jobs>
        <JobsSlot at="phone" />
        {mayWrite && <DraftOffer draft={edits.draft} />}
        <SaveBar
          saving={saving}
          at="bottom"
          note={<span className="outside">{edited[0] ? editInWords(edited[0], base, values) : ''}</span>}
        />
      </div>
      <SaveDialogs saving={saving} texts={hoursTexts} />
      <Suspense fallback={<OverlayFallback />}>
        {isTurningOff && (
          <TurnOffDialog
            chat={chat}
            onClose={() => setTurningOff(false)}
            onSave={(isOnline) => {
              setTurningOff(false)
              bringsOnline.current = isOnline
              saving.save(edited)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Whether saving turns the hours off while they keep the chat closed. What is known of the chat may be from before it was closed. */
function leavesClosed(sent: HoursFields, record: HoursEntry | null, now: number): boolean {
  const before = record?.value
  return Boolean(before?.isOn && !sent.isOn && stateAt(before, now).kind !== 'open')
}

/** Whether saving takes a chat offline that is open now, which nothing but these edits does. */
function closesNow(sent: HoursFields, record: HoursEntry | null, chat: Chat, now: number): boolean {
  const next = hoursOf(sent, record?.value.openUntil ?? null)
  if (chat.offline || !next?.isOn || stateAt(next, now).kind === 'open') return false
  const before = record?.value
  return !before?.isOn || stateAt(before, now).kind === 'open'
}
