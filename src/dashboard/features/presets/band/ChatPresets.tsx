import { isOnIn, usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'

/** The presets that are on in a chat, among the badges of its head. It sends no request; the band does. */
export function ChatPresets({ chatId }: { chatId: number }) {
  return usePresetsOn()
    .filter((on) => isOnIn(on, chatId))
    .map(({ id, presetId, name }) => (
      <Badge key={id} tone="warn" icon={<Icon name={presetIcon(presetId)} size={12} />}>
        <bdi>{name}</bdi>
      </Badge>
    ))
}

const builtInIcons: Record<string, IconName> = { lockdown: 'shield', event: 'ticket', 'quiet-hours': 'moon', open: 'globe' }

/** @param presetId of a preset, or of one that was deleted */
export const presetIcon = (presetId: string): IconName => (Object.hasOwn(builtInIcons, presetId) ? builtInIcons[presetId]! : 'toggles')
