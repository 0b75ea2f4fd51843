import { Button } from '#dashboard/ui/form/Button.tsx'
import { Radio, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { addDays, clockAt, hourMs, instantOf, minuteMs } from '#contract/hours/zone.ts'
import { settings } from '#contract/settings.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { parseTime } from '#dashboard/ui/format/time-of-day.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { cityOf, dayIn, timeIn } from '#dashboard/ui/format/dates.ts'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import type { TypedPeriod } from './hours-fields.ts'
import { openUntil } from './hours-record.ts'

interface MessagesDialogProps {
  of: string
  periods: TypedPeriod[]
  onChange: (periods: TypedPeriod[]) => void
  onClose: () => void
}

/** What visitors see after a period, until the chat opens again. */
export function MessagesDialog({ of, periods, onChange, onClose }: MessagesDialogProps) {
  const [typed, setTyped] = useState(() => periods.map(({ message }) => message))
  const apply = () => {
    onChange(periods.map((period, index) => ({ ...period, message: typed[index] ?? '' })))
    onClose()
  }
  return (
    <FormDialog title={`Message after ${of}`} submit="Apply" onClose={onClose} onSubmit={apply}>
      {periods.map(({ from, to }, index) => (
        <Textarea
          // oxlint-disable-next-line react/no-array-index-key -- periods have no identity but their place
          key={index}
          label={`After ${from} – ${to}`}
          description="Visitors see it until the chat opens again. Leave empty to show the one under “While closed”."
          data-autofocus={index === 0 || undefined}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={settings.offlineMessage.control.max}
          value={typed[index] ?? ''}
          onChange={({ currentTarget }) => setTyped(typed.with(index, currentTarget.value))}
        />
      ))}
    </FormDialog>
  )
}

interface OpenNowDialogProps {
  chat: Chat
  hours: ChatHours
  now: number
  onClose: () => void
}

const choices = [1, 2, 4]

/** The next time that the clocks of a zone show this. */
function nextAt(zone: string, minute: number, now: number): number {
  const { date } = clockAt(zone, now)
  const today = instantOf(zone, date, minute)
  return today > now ? today : instantOf(zone, addDays(date, 1), minute)
}

/** Keeps the chat open until a time, whatever its hours say. */
export function OpenNowDialog({ chat, hours: { zone }, now, onClose }: OpenNowDialogProps) {
  const [choice, setChoice] = useState('2')
  const [typed, setTyped] = useState('')
  const minute = parseTime(typed)
  const until = choice === 'time' ? (minute === null ? null : nextAt(zone, minute, now)) : roundUp(now + Number(choice) * hourMs)
  const opening = useAction(null, async (_, at: number) => {
    await openUntil(chat.id, at)
    toast(`${chatTitle(chat)} stays open until ${timeIn(zone, at)}`)
    onClose()
  })
  return (
    <FormDialog
      title={`Open ${chatTitle(chat)} now`}
      isBusy={opening.isPending}
      blocked={until === null}
      submit={until === null ? 'Enter a time' : `Open until ${timeIn(zone, until)}`}
      onClose={onClose}
      onSubmit={() => until !== null && opening.mutate(until)}
    >
      <p>The chat opens within a minute and stays open until this time, whatever its hours say. Then the hours apply again.</p>
      {opening.error && <NotSaved error={opening.error} kept="" />}
      <Radio.Group label={`Until, in ${cityOf(zone)}`} value={choice} onChange={setChoice}>
        <div className="stack gap-12 my-8">
          {choices.map((hours) => (
            <Radio
              key={hours}
              value={String(hours)}
              data-autofocus={hours === 2 || undefined}
              label={
                <>
                  {timeIn(zone, roundUp(now + hours * hourMs))} <span className="help">{hours} h</span>
                </>
              }
            />
          ))}
          <div className="row">
            <Radio value="time" label="At" />
            <TextInput
              w={88}
              aria-label="Open until"
              placeholder="19:00"
              inputMode="numeric"
              value={typed}
              error={typed !== '' && minute === null}
              onFocus={() => setChoice('time')}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {choice === 'time' && until !== null && <span className="help">{dayIn(zone, until, now)}</span>}
          </div>
        </div>
      </Radio.Group>
    </FormDialog>
  )
}

/** To the next five minutes, which people say more easily. */
const roundUp = (at: number) => Math.ceil(at / (5 * minuteMs)) * 5 * minuteMs

/** What a person answers to a question before the hours are saved. */
export type HoursAnswer = 'back' | 'save' | 'save and open'

interface QuestionProps {
  chat: Chat
  onAnswer: (answer: HoursAnswer) => void
}

/** Before a save that takes a chat offline at once. */
export const CloseNowDialog = ({ chat, onAnswer }: QuestionProps) => (
  <FormDialog
    title={<TruncatedText text={`Take ${chatTitle(chat)} offline now?`} lines={3} />}
    submit="Save and take offline"
    danger
    onClose={() => onAnswer('back')}
    onSubmit={() => onAnswer('save')}
  >
    <p>By these hours the chat is closed now. Everyone in it is disconnected at once.</p>
  </FormDialog>
)

/** Asks what becomes of a chat that its hours have closed, when they are turned off: nothing else opens it again. */
export const TurnOffDialog = ({ chat, onAnswer }: QuestionProps) => (
  <FormDialog
    title={`${chatTitle(chat)} is closed by its hours`}
    actions={<Button onClick={() => onAnswer('save')}>Save and leave offline</Button>}
    submit="Save and bring online"
    onClose={() => onAnswer('back')}
    onSubmit={() => onAnswer('save and open')}
  >
    <p>
      Without opening hours nothing brings the chat online again. Bring it online now, or leave it as it is until someone does? The message
      for visitors stays that of the hours until you change it.
    </p>
  </FormDialog>
)
