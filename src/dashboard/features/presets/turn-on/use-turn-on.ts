import { useRef } from 'react'
import { useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { endInWords } from '#dashboard/platform/presets/until.ts'
import { newKey } from '#dashboard/platform/records/records.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { refreshPresets, reportTurnedOn } from '../actions.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'

interface TurningOn {
  presetId: string
  /** Of the preset as the preview showed it. */
  version: string
  chatIds: number[]
  /** Milliseconds; null: until somebody ends it. */
  until: number | null
  acceptRisks: boolean
}

const untilWords = (until: number | null) => (until === null ? 'until somebody ends it' : `until ${endInWords(until, nowMs())}`)

/** Turns a preset on. Where no answer came, sending the same again has no second effect. */
export function useTurnOn(onBusy: (isBusy: boolean) => void, onClose: () => void) {
  const sent = useRef<{ what: string; onId: string } | null>(null)
  return useWorkspaceAction('presetTurnOn', async (send, { presetId, version, chatIds, until, acceptRisks }: TurningOn) => {
    onBusy(true)
    try {
      const what = JSON.stringify([presetId, version, chatIds, until, acceptRisks])
      if (sent.current?.what !== what) sent.current = { what, onId: newKey() }
      const body = { presetId, version, chatIds, until, ...(acceptRisks && { acceptRisks }) }
      const { data } = await send('presetTurnOn', { params: { onId: sent.current.onId }, body })
      await refreshPresets()
      if (data.on) reportTurnedOn(data.on, untilWords(data.on.until))
      const [already] = data.alreadyOn
      if (already)
        toastWarning(
          plural(data.alreadyOn.length, 'It was on already in {count} chat', 'It was on already in {count} chats'),
          `Turned on by ${already.by} in the meantime. It was not turned on a second time.`,
        )
      onClose()
    } finally {
      onBusy(false)
    }
  })
}
