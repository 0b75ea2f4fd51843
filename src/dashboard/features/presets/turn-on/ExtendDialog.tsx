import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { endInWords, endOf, type Until } from '#dashboard/platform/presets/until.ts'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { refreshPresets } from '../actions.ts'
import { presetsOnQuery } from '../queries.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { UntilChoice, useNowMs } from './UntilChoice.tsx'
import { CloseDialog } from '#dashboard/ui/overlay/CloseDialog.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

/** Changes until when a preset is on. Durations are added to the present end. */
export function ExtendDialog({ onId, onClose }: { onId: string; onClose: () => void }) {
  const on = useQuery(presetsOnQuery).data?.data.find(({ id }) => id === onId)
  if (on) return <Extend on={on} onClose={onClose} />
  return (
    <CloseDialog title="Extend" size={640} onClose={onClose}>
      <p>This preset has already ended.</p>
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
    toast(next === null ? `${on.name} stays on until somebody ends it` : `${on.name} stays on until ${endInWords(next, nowMs())}`)
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
      {extending.error !== null && (
        <Banner tone="bad">
          <FailedChange error={extending.error} title="The time was not changed." />
        </Banner>
      )}
      <p className="quiet outside">{endOfNow(on.until, now)}</p>
      <UntilChoice minutes={null} value={until} onChange={setUntil} from={from} />
    </FormDialog>
  )
}

/** @param until, now milliseconds */
function endOfNow(until: number | null, now: number): string {
  if (until === null) return 'It is on until somebody ends it.'
  return until > now ? `It is on until ${endInWords(until, now)}.` : `It was to end at ${endInWords(until, now)}.`
}
