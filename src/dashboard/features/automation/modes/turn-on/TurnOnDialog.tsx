import { Modal, Skeleton } from '@mantine/core'
import { useIsPhone } from '#dashboard/ui/page/use-media.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allows } from '#contract/gateway/grant.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { ReadHours, useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import type { TurnOnRequest } from '#dashboard/platform/presets/opening.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { mayTurnOn, useKnownPresets } from '#dashboard/platform/presets/known-presets.ts'
import { TurnOn } from './TurnOn.tsx'

const firstPresetId = 'lockdown'

/** Turns a mode on: what changes in which chat, until when. The focus is on the button, because it is used in a hurry and can be taken back. */
export function TurnOnDialog({ request, onClose }: { request: TurnOnRequest; onClose: () => void }) {
  const labels = useReadLabels()
  const person = usePerson()
  const isPhone = useIsPhone()
  const chats = useQuery(endpointQuery('chatList', {}))
  const catalogue = useQuery(catalogueQuery)
  const { presets, reading } = useKnownPresets()
  const [presetId, setPresetId] = useState(request.presetId ?? firstPresetId)
  const known = presets.find(({ id }) => id === presetId)
  const own = chats.data?.data.filter(({ id }) => allows(person, 'presets.use', id)) ?? []
  const allowed = known ? own.filter(({ id }) => mayTurnOn(person, known, id)) : []
  const failed = [chats, catalogue, reading].find(({ data, error }) => data === undefined && error !== null)
  const isRead = chats.data && catalogue.data && reading.data
  const [isBusy, setBusy] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={known ? `Turn on ${known.preset.name}` : 'Turn on a mode'}
      size={960}
      yOffset="5vh"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
    >
      <ReadHours />
      {failed && <LoadError what="The modes" reading={failed} />}
      {!failed && !isRead && <Skeleton height={240} />}
      {isRead && !known && <p>This mode was deleted.</p>}
      {isRead && known && (
        <TurnOn
          key={presetId}
          known={known}
          request={request}
          chats={allowed}
          leftOut={own.length - allowed.length}
          labels={labels}
          catalogue={catalogue.data}
          {...(request.presetId === undefined && { presets, onPreset: setPresetId })}
          onBusy={setBusy}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
