import { Modal } from '@mantine/core'
import { Fact, KeyValue } from '../page/KeyValue.tsx'
import { type ListedKey, listedKeys } from './listed-keys.ts'

const keyNames: Record<string, string> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' }

/** Each key by what is written on it. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className="row gap-4">
    {keys.split(' ').map((one) => (
      <kbd key={one}>{keyNames[one] ?? one}</kbd>
    ))}
  </span>
)

/** All keys that work on the page beneath. */
export function KeysDialog({ keys, onClose }: { keys: readonly ListedKey[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" withCloseButton>
      <KeyValue look="ends">
        {[...keys, ...listedKeys()].map(({ key, label }) => (
          <Fact key={key + label} name={label}>
            <Keys keys={key} />
          </Fact>
        ))}
      </KeyValue>
    </Modal>
  )
}
