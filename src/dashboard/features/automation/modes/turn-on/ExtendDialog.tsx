import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { gatewayQuery, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { endInWords, endOf, offeredMinutes, type Until } from '#dashboard/platform/presets/until.ts'
import { duration, zoneInWords } from '#dashboard/ui/format/dates.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { refreshPresets } from '../actions.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { CloseDialog, FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { useNow } from '#dashboard/ui/format/time.tsx'
import classes from './turn-on.module.css'

/** Changes until when a mode is on. Durations are added to the present end. */
export function ExtendDialog({ onId, onClose }: { onId: string; onClose: () => void }) {
  const on = useQuery(gatewayQuery('presetOnList', {})).data?.data.find(({ id }) => id === onId)
  if (on) return <Extend on={on} onClose={onClose} />
  return (
    <CloseDialog title="Extend" size={640} onClose={onClose}>
      <p>This mode has already ended.</p>
    </CloseDialog>
  )
}

function Extend({ on, onClose }: { on: PresetOn; onClose: () => void }) {
  const now = useNowMs()
  const from = on.until !== null && on.until > now ? on.until : now
  const [until, setUntil] = useState<Until>({ kind: 'for', minutes: 30 })
  const end = endOf(until, until.kind === 'at' ? now : from)
  const extending = useGatewayAction('presetExtend', async (send, next: number | null) => {
    await send('presetExtend', { params: { onId: on.id }, body: { until: next } })
    await refreshPresets()
    toast(next === null ? `${on.name} stays on until someone ends it` : `${on.name} stays on until ${endInWords(next, nowMs())}`)
    onClose()
  })
  return (
    <FormDialog
      title={`Extend ${on.name}`}
      size={640}
      isBusy={extending.isPending}
      blocked={end === undefined}
      submit={end === null || end === undefined ? 'Save' : `Extend until ${endInWords(end, now)}`}
      onClose={onClose}
      onSubmit={() => end !== undefined && extending.mutate(end)}
    >
      <NotSaved error={extending.error} title="The time was not changed." kept="" />
      <p className="quiet outside">{endOfNow(on.until, now)}</p>
      <UntilChoice minutes={null} value={until} onChange={setUntil} from={from} />
    </FormDialog>
  )
}

/** @param until, now milliseconds */
function endOfNow(until: number | null, now: number): string {
  if (until === null) return 'It is on until someone ends it.'
  return until > now ? `It is on until ${endInWords(until, now)}.` : `It was to end at ${endInWords(until, now)}.`
}

interface UntilChoiceProps {
  /** Of the mode; null: until somebody ends it. */
  minutes: number | null
  value: Until
  onChange: (value: Until) => void
  /** Durations begin here; missing: now. Milliseconds. */
  from?: number
}

/** The present in milliseconds, as the dialog shows it. */
export const useNowMs = () => useNow() * 1000

/** Until when: first the time of day, then how long that is. */
export function UntilChoice({ minutes: own, value, onChange, from }: UntilChoiceProps) {
  const now = useNowMs()
  const start = from ?? now
  const at = value.kind === 'at' ? value.time : ''
  return (
    <fieldset className="row wrap">
      <legend className={classes.legend}>Until</legend>
      {offeredMinutes(own).map((minutes) => (
        <Option key={minutes} isOn={value.kind === 'for' && value.minutes === minutes} onPick={() => onChange({ kind: 'for', minutes })}>
          <span className="num">{endInWords(endOf({ kind: 'for', minutes }, start) ?? start, now)}</span>{' '}
          <span className="help num">{duration(minutes * 60_000)}</span>
        </Option>
      ))}
      <span className={classes.option} data-on={value.kind === 'at' || undefined}>
        <label className="row gap-8">
          <input type="radio" name="until" checked={value.kind === 'at'} onChange={() => onChange({ kind: 'at', time: at })} /> Time
        </label>
        <input
          type="time"
          aria-label="Time of day"
          className={classes.time}
          data-empty={at === '' || undefined}
          value={at}
          onChange={(event) => onChange({ kind: 'at', time: event.currentTarget.value })}
        />
      </span>
      <Option isOn={value.kind === 'open'} onPick={() => onChange({ kind: 'open' })}>
        I end it
      </Option>
      <span className="help">{zoneInWords(now)}</span>
    </fieldset>
  )
}

function Option({ isOn, onPick, children }: { isOn: boolean; onPick: () => void; children: React.ReactNode }) {
  return (
    <label className={classes.option} data-on={isOn || undefined}>
      <input type="radio" name="until" checked={isOn} onChange={onPick} /> <span>{children}</span>
    </label>
  )
}
