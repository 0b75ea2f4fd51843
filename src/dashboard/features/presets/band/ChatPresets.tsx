import { isOnIn, usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { presetIcon } from '../preset-icon.ts'

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
