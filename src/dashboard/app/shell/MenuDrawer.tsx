import { Drawer } from '@mantine/core'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar as a drawer, on phones. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer.Root opened onClose={onClose} position="left" size={280} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body h="100%">
          <Sidebar collapsed={false} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
