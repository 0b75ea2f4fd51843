import { Button, Menu } from '@mantine/core'
import type { AuditFilters } from '#contract/workspace/audit.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { maxExportedEntries, readAllEntries, saveLog, type LogFormat } from './export-log.ts'
import type { ActivityScope } from '../view.ts'

interface LogExportProps {
  scope: ActivityScope
  filters: AuditFilters
  catalogue: Catalogue
}

/** Everything that matches the filters, as a file. */
export function LogExport({ scope, filters, catalogue }: LogExportProps) {
  const exporting = useAction(
    null,
    async (_, format: LogFormat) => {
      const { entries, isWhole } = await readAllEntries(scope, filters)
      saveLog(format, entries, catalogue)
      if (!isWhole)
        toastWarning(
          'Not all entries were exported',
          `The file holds the newest ${count(maxExportedEntries)}. Choose an earlier time to export older ones.`,
        )
    },
    { onError: (error) => toastError('Nothing was exported', error) },
  )
  return (
    <ActionMenu
      button={
        <Button size="xs" className="icon-on-phones" leftSection={<Icon name="download" size={14} />} loading={exporting.isPending}>
          Export
        </Button>
      }
      items={() => (
        <>
          <Menu.Label>All entries that match the filters</Menu.Label>
          <Menu.Item onClick={() => exporting.mutate('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => exporting.mutate('json')}>JSON</Menu.Item>
        </>
      )}
    />
  )
}
