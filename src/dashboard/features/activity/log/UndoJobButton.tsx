import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AuditEntry } from '#contract/workspace/audit.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { titleOfFold } from './audit-words.ts'
import { jobToUndo, stageJob } from './undo-job.ts'
import type { ActivityScope } from '../view.ts'

interface UndoJobButtonProps {
  scope: ActivityScope
  /** Of one fold, newest first. */
  entries: readonly AuditEntry[]
  catalogue: Catalogue
}

/** One undo for the settings of several chats that one job saved; nothing for other entries. */
export function UndoJobButton({ scope, entries, catalogue }: UndoJobButtonProps) {
  const go = useNavigate()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const jobId = jobToUndo(entries, may)
  if (jobId === null) return null
  async function undo(id: string) {
    setBusy(true)
    try {
      const { staged, left } = await stageJob(scope, id, entries[0]!, catalogue, may)
      if (left > 0)
        toastWarning(
          plural(left, '{count} value stays as it is', '{count} values stay as they are'),
          'Changed after the job, in a chat that is gone, or a sound without a confirmed name.',
        )
      if (staged > 0) await go(to.matrixReview())
      else if (left === 0) toast('Nothing to undo. The earlier values are already set.')
    } catch (error) {
      toastError('Nothing was undone', error)
    }
    setBusy(false)
  }
  return (
    <Button
      size="xs"
      leftSection={<Icon name="undo" size={14} />}
      aria-label={`Undo: ${titleOfFold(entries)}, ${clock(entries[0]!.at)}`}
      loading={busy}
      onClick={() => void undo(jobId)}
    >
      Undo
    </Button>
  )
}
