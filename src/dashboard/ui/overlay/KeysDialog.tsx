import { Modal } from '@mantine/core'
import type { KeyBinding } from './keys.tsx'
import classes from './KeysDialog.module.css'

const keyNames: Record<string, string> = { Escape: 'Esc' }

/** All keys that work on the page beneath. */
export function KeysDialog({ keys, onClose }: { keys: readonly KeyBinding[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" withCloseButton closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={classes.keys}>
        {keys.map(({ key, label }) => (
          <div key={key + label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{keyNames[key] ?? key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
