import { Modal } from '@mantine/core'
import { Fact, KeyValue } from '../page/KeyValue.tsx'

const keyNames: Record<string, string> = { Escape: 'Esc' }

/** All keys that work on the page beneath. */
export function KeysDialog({ keys, onClose }: { keys: readonly { key: string; label: string }[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" withCloseButton>
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
