import { Modal } from '@mantine/core'
import type { KeyBinding } from './keys.tsx'
import { Fact, KeyValue } from '../page/KeyValue.tsx'

const keyNames: Record<string, string> = { Escape: 'Esc' }

/** All keys that work on the page beneath. */
export function KeysDialog({ keys, onClose }: { keys: readonly Pick<KeyBinding, 'key' | 'label'>[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" withCloseButton closeButtonProps={{ 'aria-label': 'Close' }}>
      <KeyValue look="ends">
        {keys.map(({ key, label }) => (
          <Fact key={key + label} name={label} className="row gap-4">
            {key.split(' ').map((one) => (
              <kbd key={one}>{keyNames[one] ?? one}</kbd>
            ))}
          </Fact>
        ))}
      </KeyValue>
    </Modal>
  )
}
