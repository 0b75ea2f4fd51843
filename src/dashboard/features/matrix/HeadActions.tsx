import { Button, Menu } from '@mantine/core'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { matrixAsCsv, matrixAsJson, saveFile } from './copy/export-matrix.ts'
import type { Matrix } from './use-matrix.ts'

interface HeadActionsProps {
  matrix: Matrix
  onMakeLike: () => void
}

/** What can be done with all that the matrix shows. */
export function HeadActions({ matrix, onMakeLike }: HeadActionsProps) {
  const chats = matrix.chats.filter(({ access }) => access !== 'none')
  return (
    <>
      {chats.some(({ access }) => access === 'edit') && matrix.all.length > 1 && (
        <Button className="icon-on-phones" leftSection={<Icon name="merge" size={14} />} onClick={onMakeLike}>
          Make like…
        </Button>
      )}
      {chats.length > 0 && (
        <ActionMenu
          button={
            <Button className="icon-on-phones" leftSection={<Icon name="download" size={14} />}>
              Export
            </Button>
          }
          items={() => (
            <>
              <Menu.Label>
                {counted(matrix.names.length, 'setting')} of {counted(chats.length, 'chat')}
              </Menu.Label>
              <Menu.Item onClick={() => saveFile('csv', matrixAsCsv(chats, matrix.names, matrix.context.catalogue))}>CSV</Menu.Item>
              <Menu.Item onClick={() => saveFile('json', matrixAsJson(chats, matrix.names))}>JSON</Menu.Item>
            </>
          )}
        />
      )}
    </>
  )
}
