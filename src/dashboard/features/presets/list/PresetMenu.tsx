import { ActionIcon, Menu } from '@mantine/core'
import { exportedPresets } from '#contract/presets/exchange.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { download, inFileName } from '#dashboard/ui/format/download.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuAction } from '#dashboard/ui/overlay/MenuAction.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { removePreset } from '../edit/remove-preset.tsx'
import type { PresetDetailsProps } from './PresetDetails.tsx'

interface PresetMenuProps extends PresetDetailsProps {
  /** Why the person may not change it; null: they may. */
  problem: string | null
}

/** What can be done with a preset, beside turning it on. */
export function PresetMenu({ known, on, problem, onEdit, onDuplicate, onDeleted }: PresetMenuProps) {
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
              <MenuAction className="on-phones" icon="edit" reason={problem} onClick={onEdit}>
                Edit
              </MenuAction>
              <Menu.Item className="on-phones" leftSection={<Icon name="copy" size={14} />} onClick={onDuplicate}>
                Duplicate
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={exportIt}>
            Export
          </Menu.Item>
          {mayWrite && entry && (
            <MenuAction
              icon={isBuiltIn ? 'undo' : 'trash'}
              isDanger={!isBuiltIn}
              reason={problem}
              onClick={() => removePreset(known, entry, on.length > 0, onDeleted)}
            >
              {isBuiltIn ? 'Reset to the built-in preset…' : 'Delete…'}
            </MenuAction>
          )}
        </>
      )}
    />
  )
}
