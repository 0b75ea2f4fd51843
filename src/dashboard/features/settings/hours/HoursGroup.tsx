import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { type AffectedPeriod, affectedPeriods, type ClockChange, clockChangesAfter } from '#engine/hours/coming-days.ts'
import { stateAt } from '#engine/hours/openings.ts'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { clockAt, dayMs } from '#contract/hours/zone.ts'
import { settings } from '#contract/settings.ts'
import { right } from '#contract/gateway/rights.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { gatewayWriter } from '#dashboard/platform/api/gateway-query.ts'
import { setOffline } from '#dashboard/platform/chats/set-offline.ts'
// Comes with the page, so that its first read waits for no other file.
import '#dashboard/platform/records/gateway-records.ts'
import { recordsQuery, refreshRecords } from '#dashboard/platform/records/records.ts'
import { SaveDialogs } from '#dashboard/platform/saving/SaveBar.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { useEditedForm, useFields } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'
import { LoadError, ReasonNote } from '#dashboard/ui/feedback/notices.tsx'
import { undoLast } from '#dashboard/platform/undo-offer.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { timeText } from '#dashboard/ui/format/time-of-day.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { usePrompt } from '#dashboard/ui/overlay/use-prompt.ts'
import { fieldRow } from '#dashboard/platform/changes/change-row.ts'
import { equal } from '#engine/saving/equal.ts'
import { hoursGroup } from '../list/view.ts'
import type { HoursPart, SettingsStore } from '../form/store.ts'
import { ComingWeek, HoursNow } from './ComingWeek.tsx'
import type { HoursAnswer } from './HoursDialogs.tsx'
import { longDate, timeIn } from '#dashboard/ui/format/dates.ts'
import { Exceptions } from './Exceptions.tsx'
import { editInWords, type HoursFields, hoursNames, type HoursPartProps, hoursOf, hoursResolver, hoursTexts } from './hours-fields.ts'
import { heldHours, type HoursEntry, hoursTarget } from './hours-record.ts'
import classes from './hours.module.css'
import { Week } from './Week.tsx'

const TurnOffDialog = lazyPart(async () => (await import('./HoursDialogs.tsx')).TurnOffDialog)
const CloseNowDialog = lazyPart(async () => (await import('./HoursDialogs.tsx')).CloseNowDialog)
const HoursNotes = lazyPart(async () => (await import('./HoursNotes.tsx')).HoursNotes)

interface HoursGroupProps {
  chat: Chat
  /** Whether the settings, as edited, keep the chat offline. */
  staysOffline: () => boolean
  part: SettingsStore['hours']
  /** Makes the group visible where a search or a filter hides it. */
  onShow: () => void
}

/** The opening hours of a chat as the last group of its settings. Its edits are saved with those of the settings, by the page. */
export function HoursGroup(props: HoursGroupProps) {
  const reading = useQuery(recordsQuery('chat-hours', props.chat.id))
  if (reading.data) return <HoursEditor {...props} record={reading.data[0] ?? null} />
  return reading.error ? <LoadError what="The opening hours" reading={reading} /> : <Loading what="the opening hours" />
}

/** The timetable of a chat with its edits. @param record null: there is none yet */
function HoursEditor({ chat, staysOffline, part, onShow, record }: HoursGroupProps & { record: HoursEntry | null }) {
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
  const { edited, ...fields } = useFields(edits)
  const { values } = fields
  const [asked, ask] = usePrompt<'closes' | 'leavesClosed', HoursAnswer>('back')
  const bringsOnline = useRef(false)
  const agreed = useRef<HoursFields>(null)
  const opening = useAction(
    'chatUpdate',
    async (send) => {
      await setOffline(send, chat, false, [])
      await refresh('chatList', 'chatRead')
      toast(`${chatTitle(chat)} is online`, undoLast())
    },
    { isBare: true, errorTitle: () => `The hours are off, and ${chatTitle(chat)} was not brought online` },
  )

  /** Asks about what saving these hours does at once. Nothing is asked again about what was agreed to. */
  async function mayTake(sent: HoursFields): Promise<boolean> {
    if (equal(agreed.current, sent)) return true
    const question = leavesClosed(sent, record, now) ? 'leavesClosed' : closesNow(sent, record, staysOffline(), now) ? 'closes' : null
    const answer = question === null ? 'save' : await ask(question)
    bringsOnline.current = answer === 'save and open'
    agreed.current = answer === 'back' ? null : sent
    return answer !== 'back'
  }

  const saving = useSaving({
    edits,
    what: 'Opening hours',
    savedMessage: 'Opening hours saved',
    isPart: true,
    writes: gatewayWriter('recordsWrite'),
    target: () => hoursTarget(begins),
    onSaved: async () => {
      agreed.current = null
      await refreshRecords('chat-hours')
      if (!bringsOnline.current) return
      bringsOnline.current = false
      opening.mutate()
    },
    needsReview: async (sent) => !(await mayTake(sent)),
    onProblem: (name) => {
      onShow()
      requestAnimationFrame(() => document.getElementById(`hours-${name}`)?.querySelector('input')?.focus())
    },
  })

  // The page shows and saves these edits with its own.
  useLayoutEffect(() => {
    part.set({
      // The names of its fields matter to this form alone.
      saving: saving as unknown as HoursPart['saving'],
      draft: edits.draft,
      edited: edited.length,
      note: edited[0] ? editInWords(edited[0], base, values) : '',
      rows: () => edited.map((name) => ({ ...fieldRow(hoursTexts, name, base[name], values[name]), state: 'will' })),
      mayTake: () => {
        agreed.current = null
        return mayTake({ ...form.getValues() })
      },
    })
  })
  useLayoutEffect(() => () => part.set(null), [part])
  useEffect(() => {
    if (location.hash === `#${hoursGroup}`) document.getElementById(hoursGroup)?.scrollIntoView()
  }, [])

  const shared = { ...fields, base, mayWrite }
  const hours = hoursOf(values, record?.value.openUntil ?? null)
  return (
    <>
      {!mayWrite && <ReasonNote>Changing these hours needs the permission “{right('settings.write').label}” in this chat.</ReasonNote>}
      <HoursNow {...{ chat, record, now }} {...shared} />
      <Suspense>{record?.value.isOn && <HoursNotes chat={chat} now={now} />}</Suspense>
      <div className={classes.columns}>
        <div>
          <Week {...shared} now={now} onCheck={(name) => void form.trigger(name)} />
          {hours && <ClockNotes hours={hours} now={now} />}
          {hours && <ComingWeek hours={hours} now={now} />}
        </div>
        <div>
          <Exceptions {...shared} />
          <WhileClosed {...shared} />
        </div>
      </div>
      <SaveDialogs saving={saving} texts={hoursTexts} />
      <Suspense fallback={<OverlayFallback />}>
        {asked?.about === 'leavesClosed' && <TurnOffDialog chat={chat} onAnswer={asked.answer} />}
        {asked?.about === 'closes' && <CloseNowDialog chat={chat} onAnswer={asked.answer} />}
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
function closesNow(sent: HoursFields, record: HoursEntry | null, isOffline: boolean, now: number): boolean {
  const next = hoursOf(sent, record?.value.openUntil ?? null)
  if (isOffline || !next?.isOn || stateAt(next, now).kind === 'open') return false
  const before = record?.value
  return !before?.isOn || stateAt(before, now).kind === 'open'
}

const WhileClosed = ({ values, problems, mayWrite, set }: HoursPartProps) => (
  <section aria-labelledby="while-closed" className={`stack ${classes.whileClosed}`}>
    <h3 className="heading" id="while-closed">
      While closed
    </h3>
    <p className="help">
      The chat is offline and everyone is disconnected. When it opens, its own offline message is restored. Other settings stay as they are.
    </p>
    <div id="hours-message">
      <Textarea
        label="Message"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={settings.offlineMessage.control.max}
        readOnly={!mayWrite}
        value={values.message}
        error={fieldError(problems.message)}
        onChange={({ currentTarget }) => set('message', currentTarget.value)}
      />
    </div>
    <label className="row" htmlFor="hours-form">
      <span className="medium grow">Contact form</span>
      <Switch
        id="hours-form"
        checked={values.showForm}
        disabled={!mayWrite}
        onChange={(event) => set('showForm', event.currentTarget.checked)}
      />
      <span aria-hidden>{values.showForm ? 'On' : 'Off'}</span>
    </label>
  </section>
)

/** What the nights on which clocks change mean for these hours, within a year. */
function ClockNotes({ hours, now }: { hours: ChatHours; now: number }) {
  const { zone } = hours
  const today = Math.floor(now / dayMs) * dayMs
  const changes = useMemo(() => clockChangesAfter(zone, today), [zone, today])
  return (
    <ul className="stack mt-8">
      {changes.map((change) => {
        const affected = affectedPeriods(hours, change)
        return affected.length === 0 ? null : (
          <li key={change.at} className="beside help">
            <Icon name="info" />
            <div>
              {headOf(change, zone)} {affected.map((period) => noteOf(period, change, zone)).join(' ')}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function headOf({ at, minutes }: ClockChange, zone: string): string {
  const date = longDate(clockAt(zone, at).date)
  return minutes > 0 ? `Clocks go forward on ${date}.` : `Clocks go back on ${date}.`
}

function noteOf({ period, opens, closes, minutes, usualMinutes }: AffectedPeriod, change: ClockChange, zone: string): string {
  const [from, to, moment] = [timeText(period.from), timeText(period.to), timeIn(zone, change.at)]
  if (minutes === 0) return `That night the chat doesn’t open from ${from} to ${to}, because clocks skip these times.`
  if (opens === 'skipped') return `${from} doesn’t exist that night: the chat opens at ${moment}.`
  if (closes === 'skipped') return `${to} doesn’t exist that night: the chat closes at ${moment}.`
  if (opens === 'twice') return `${from} comes twice that night: the chat opens the first time.`
  if (closes === 'twice') return `${to} comes twice that night: the chat closes the first time.`
  const difference = lengthOf(Math.abs(minutes - usualMinutes))
  return minutes < usualMinutes
    ? `That night the chat still closes at ${to}, so it is open for ${difference} less.`
    : `That night the chat still closes at ${to}, so it is open for ${difference} more.`
}

const lengthOf = (minutes: number) => (minutes === 60 ? 'one hour' : `${minutes} minutes`)
