import { ActionIcon, Menu } from '@mantine/core'
import { exportedPresets } from '#contract/presets/exchange.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { download, inFileName } from '#dashboard/ui/format/download.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { removePreset } from '../edit/remove-preset.tsx'
import type { PresetDetailsProps } from './PresetDetails.tsx'

/** What can be done with a preset, beside turning it on. */
export function PresetMenu({ known, on, onEdit, onDuplicate, onDeleted }: PresetDetailsProps) {
  const { preset, isBuiltIn, entry } = known
  const mayWrite = useMay()('presets.write')
  const exportIt = () =>
    download(`preset-${inFileName(preset.name) || 'unnamed'}.json`, new Blob([exportedPresets([preset])], { type: 'application/json' }))
  return (
    <ActionMenu
      button={
        <ActionIcon aria-label={`Actions for ${preset.name}`}>
          <Icon name="more" />
        </ActionIcon>
      }
      position="bottom-end"
      items={() => (
        <>
          {mayWrite && (
            <>
              <Menu.Item className="on-phones" leftSection={<Icon name="edit" size={14} />} onClick={onEdit}>
                Edit
              </Menu.Item>
              <Menu.Item className="on-phones" leftSection={<Icon name="copy" size={14} />} onClick={onDuplicate}>
                Duplicate
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={exportIt}>
            Export
          </Menu.Item>
          {mayWrite && entry && (
            <Menu.Item
              {...(!isBuiltIn && { color: 'red' })}
              leftSection={<Icon name={isBuiltIn ? 'undo' : 'trash'} size={14} />}
              onClick={() => removePreset(known, entry, on.length > 0, onDeleted)}
            >
              {isBuiltIn ? 'Reset to the built-in preset…' : 'Delete…'}
            </Menu.Item>
          )}
        </>
      )}
    />
  )
}
