import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { addDays, clockAt, hourMs, instantOf, minuteMs } from '#contract/hours/zone.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { parseTime } from '#dashboard/ui/format/time-of-day.ts'
import { cityOf, dayIn, timeIn } from './dates.ts'
import { openUntil } from './hours-record.ts'
import classes from './hours.module.css'

interface OpenNowDialogProps {
  chat: Chat
  hours: ChatHours
  now: number
  onClose: () => void
}

const choices = [1, 2, 4]

/** The next time that the clocks of a zone show this. */
export function nextAt(zone: string, minute: number, now: number): number {
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
  const open = () => until !== null && opening.mutate(until)
  return (
    <Modal opened onClose={onClose} title={`Open ${chatTitle(chat)} now`}>
      <Stack gap="lg">
        <p>The chat opens within a minute and stays open until this time, whatever its hours say. Then the hours apply again.</p>
        {opening.error && <NotSaved error={opening.error} kept="" />}
        <Radio.Group label={`Until, in ${cityOf(zone)}`} value={choice} onChange={setChoice}>
          <Stack gap="sm" py="sm">
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
            <div className={classes.openNowDialogTime}>
              <Radio value="time" label="At" />
              <TextInput
                aria-label="Open until"
                placeholder="19:00"
                inputMode="numeric"
                value={typed}
                error={typed !== '' && minute === null}
                onFocus={() => setChoice('time')}
                onKeyDown={(event) => event.key === 'Enter' && open()}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              {choice === 'time' && until !== null && <span className="help">{dayIn(zone, until, now)}</span>}
            </div>
          </Stack>
        </Radio.Group>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            onClick={open}
            loading={opening.isPending}
            {...(until === null && { 'data-disabled': true, 'aria-disabled': true })}
          >
            {until === null ? 'Enter a time' : `Open until ${timeIn(zone, until)}`}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

/** To the next five minutes, which people say more easily. */
const roundUp = (at: number) => Math.ceil(at / (5 * minuteMs)) * 5 * minuteMs
