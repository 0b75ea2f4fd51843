import { Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '#contract/client.ts'
import type { PresetOn } from '#contract/workspace/presets.ts'
import { heldChats, undecidedIn } from '#dashboard/platform/presets/presets-on.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { endPreviewQuery, presetsOnQuery } from '../queries.ts'
import { Endings } from './Endings.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

const titleOf = (on: PresetOn) => {
  const { name } = on
  if (on.ended === null) return plural(heldChats(on).length, 'End {name} in {count} chat', 'End {name} in {count} chats', { name })
  return plural(undecidedIn(on), '{name} ended: {count} value needs a decision', '{name} ended: {count} values need a decision', { name })
}

/** Ends a preset: what goes back, and a decision about each value that somebody changed meanwhile. */
export function EndDialog({ onId, onClose }: { onId: string; onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const list = useQuery(presetsOnQuery)
  const found = list.data?.data.find(({ id }) => id === onId)
  // The dialog stays as it was opened while the list is read again after the end.
  const [opened, setOpened] = useState(found)
  if (found && !opened) setOpened(found)
  const on = found ?? opened
  const preview = useQuery(endPreviewQuery(onId))
  const catalogue = useQuery(catalogueQuery)
  const [isBusy, setBusy] = useState(false)
  const isGone = preview.error instanceof Failure && preview.error.code === 'not_found'
  const failed = [preview, catalogue].find(({ data, error }) => data === undefined && error !== null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={on ? titleOf(on) : 'End a preset'}
      size={840}
      yOffset="5vh"
      fullScreen={isPhone ?? false}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
    >
      {isGone || (list.data && !on) ? (
        <Stack gap="lg">
          <p>This preset has ended, and nothing is left to decide.</p>
          <DialogFoot>
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </DialogFoot>
        </Stack>
      ) : failed ? (
        <LoadError what="What ending changes" error={failed.error} retry={failed.refetch} busy={failed.isFetching} />
      ) : on && preview.data && catalogue.data ? (
        <Endings on={on} preview={preview.data.data} reading={preview} catalogue={catalogue.data} onBusy={setBusy} onClose={onClose} />
      ) : (
        <Skeleton height={240} />
      )}
    </Modal>
  )
}
