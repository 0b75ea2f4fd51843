import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { ActivityEntry } from './entry.ts'
import { undo } from './undo-action.tsx'
import { mayUndo } from './undoable.ts'
import { titleOf } from './words.ts'

interface UndoButtonProps {
  entry: ActivityEntry
  catalogue: Catalogue
  label?: string
}

/** Nothing for who may not make the change that undoes it. */
export function UndoButton({ entry, catalogue, label = 'Undo' }: UndoButtonProps) {
  const go = useNavigate()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  if (!mayUndo(may, entry)) return null
  return (
    <Button
      size="xs"
      leftSection={<Icon name="undo" size={14} />}
      aria-label={`Undo: ${[titleOf(entry), entry.chatName, clock(entry.at)].filter(Boolean).join(', ')}`}
      data-undo={entry.line}
      loading={busy}
      onClick={() => {
        setBusy(true)
        void undo(entry, { catalogue, go }).finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}
