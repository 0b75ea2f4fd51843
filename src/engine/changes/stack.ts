import type { SettingValue } from '#contract/settings-derive.ts'

/**
 * Presets that are on in the same chat lie on one another. For each setting that they hold there is a stack of layers, a linked list through its
 * values: what a layer found is what the one below had set, and what the lowest one found is the value without any preset. Where one of these links or
 * the value in the chat is something else, somebody changed the setting meanwhile.
 */

/** What one preset did to one setting of one chat. */
export interface Layer {
  /** Of the preset that is on. */
  onId: string
  /** What it found, and what ending it puts back. */
  before: SettingValue
  /** What it set. */
  after: SettingValue
}

/** What ending a preset means for one setting. */
export type Ending =
  /** `value` is written where the chat still holds `base`. */
  | { kind: 'back'; base: SettingValue; value: SettingValue }
  /** Another preset lies over it: nothing is written, and that one will put back `value`. */
  | { kind: 'under'; over: string; value: SettingValue }
  /** Nothing to put back: the preset is not there, or changed nothing, or what it found is there already. */
  | { kind: 'none' }
  /** Somebody changed it before another preset was laid over it, to `seen`: that one puts back `value` instead only where a person decides so. */
  | { kind: 'decide'; set: SettingValue; seen: SettingValue; value: SettingValue }

/**
 * @param layers of one setting, the lowest first
 * @param decided what somebody saw who decided to put back what the preset found; missing: nobody has decided
 */
export function endingOf(layers: readonly Layer[], onId: string, decided?: SettingValue): Ending {
  const index = layers.findIndex((layer) => layer.onId === onId)
  const layer = layers[index]
  if (!layer || layer.before === layer.after) return { kind: 'none' }
  const { before: value, after: set } = layer
  const base = decided ?? set
  const above = layers[index + 1]
  if (!above) return { kind: 'back', base, value }
  if (above.before === value) return { kind: 'none' }
  return above.before === base ? { kind: 'under', over: above.onId, value } : { kind: 'decide', set, seen: above.before, value }
}

/**
 * Where a preset is turned on again and another one was laid over it meanwhile: that one. What it found is what this one was to set, unless this one
 * had set it, or somebody has changed it since: `isRelinked`, with the value that it is to find. null: nothing lies over it.
 */
export function resumingOf(layers: readonly Layer[], onId: string): { onId: string; isRelinked: boolean; before: SettingValue } | null {
  const index = layers.findIndex((layer) => layer.onId === onId)
  const layer = layers[index]
  const above = layers[index + 1]
  if (!layer || !above) return null
  return { onId: above.onId, isRelinked: layer.before !== layer.after && above.before === layer.before, before: layer.after }
}
