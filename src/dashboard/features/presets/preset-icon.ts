import type { IconName } from '#dashboard/ui/theme/icons.tsx'

const builtInIcons: Record<string, IconName> = { lockdown: 'shield', event: 'ticket', 'quiet-hours': 'moon', open: 'globe' }

/** @param presetId of a preset, or of one that was deleted */
export const presetIcon = (presetId: string): IconName => (Object.hasOwn(builtInIcons, presetId) ? builtInIcons[presetId]! : 'toggles')
