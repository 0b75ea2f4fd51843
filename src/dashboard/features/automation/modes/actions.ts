import { useRef } from 'react'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { writeToGateway, refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { showJobs } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { prepareJobs } from '#dashboard/platform/jobs/job.ts'
import { newKey } from '#dashboard/platform/records/records.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'

export const refreshPresets = () => refreshGateway('presetOnList', 'presetUseList')

/** Shows what is on now, and the job that turns it on or ends it. The settings of the chats are read again when the job ends (preset-job.ts). */
const showPresets = () => Promise.all([refreshPresets(), showJobs()])

interface TurningOn {
  presetId: string
  /** Of the mode as the preview showed it. */
  version: string
  chatIds: number[]
  /** Milliseconds; null: until somebody ends it. */
  until: number | null
  acceptRisks: boolean
}

/** Turns a mode on. Where no answer came, sending the same again has no second effect. */
export function useTurnOn(onBusy: (isBusy: boolean) => void, onClose: () => void) {
  const sent = useRef<{ what: string; onId: string } | null>(null)
  return useGatewayAction('presetTurnOn', async (send, { acceptRisks, ...on }: TurningOn) => {
    onBusy(true)
    prepareJobs()
    try {
      const body = { ...on, ...(acceptRisks && { acceptRisks }) }
      const what = JSON.stringify(body)
      if (sent.current?.what !== what) sent.current = { what, onId: newKey() }
      const { onId } = sent.current
      // Also where the answer was lost: it may be on.
      const { data } = await send('presetTurnOn', { params: { onId }, body }).finally(showPresets)
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

/** Ends a mode in those of its chats in which the person may. A job puts the earlier values back, which the list of jobs shows. */
async function end(send: typeof writeToGateway, { id, name }: PresetOn): Promise<void> {
  prepareJobs()
  const jobId = crypto.randomUUID()
  // Also where the answer was lost: it may be ending.
  const { data } = await send('presetEnd', { params: { onId: id, jobId }, body: {} }).finally(showPresets)
  if (data.jobId === null) toast(`${name} has already ended`)
}

export const useEndNow = () => useGatewayAction('presetEnd', end, { isBare: true })

/** The same without a component. Rejects with a Failure. */
export const endPreset = (on: PresetOn): Promise<void> => end(writeToGateway, on)

/** What the person may do with a mode that is on: end it in some of its chats; change its time, and see what it changed, where all are theirs. */
export function usePresetRights() {
  const may = useMay()
  return ({ chats, isReduced }: PresetOn) => ({
    mayEnd: chats.some(({ chatId }) => may('presets.use', chatId)),
    hasAll: !isReduced && chats.every(({ chatId }) => may('presets.use', chatId)),
  })
}
