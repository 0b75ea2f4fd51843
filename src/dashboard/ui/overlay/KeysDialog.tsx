import { Modal } from '@mantine/core'
import type { KeyBinding } from './keys.tsx'
import classes from './KeysDialog.module.css'

const keyNames: Record<string, string> = { Escape: 'Esc' }

/** All keys that work on the page beneath. */
export function KeysDialog({ keys, onClose }: { keys: readonly Pick<KeyBinding, 'key' | 'label'>[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" withCloseButton closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={classes.keys}>
        {keys.map(({ key, label }) => (
          <div key={key + label}>
            <dt>{label}</dt>
            <dd>
              {key.split(' ').map((one) => (
                <kbd key={one}>{keyNames[one] ?? one}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
