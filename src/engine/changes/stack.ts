import type { FieldValue } from '../saving/three-way.ts'

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
  before: FieldValue
  /** What it set. */
  after: FieldValue
}

/** What ending a preset means for one setting. */
export type Ending =
  /** The chat holds the preset's value: `value` is written. */
  | { kind: 'back'; value: FieldValue }
  /** Another preset lies over it: nothing is written, and that one will put back `value`. */
  | { kind: 'under'; over: string; value: FieldValue }
  /** Nothing to put back: it holds what the preset found, or the preset changed nothing. */
  | { kind: 'already' }
  /** Somebody changed it meanwhile, to `seen`: `value` is put back only where a person decides so. */
  | { kind: 'decide'; seen: FieldValue; value: FieldValue; over: string | null }

/** @param layers of one setting, the lowest first @param now what the chat holds */
export function endingOf(layers: readonly Layer[], onId: string, now: FieldValue): Ending {
  const index = layers.findIndex((layer) => layer.onId === onId)
  const layer = layers[index]
  if (!layer) return { kind: 'already' }
  const above = layers[index + 1]
  const seen = above ? above.before : now
  const { before, after } = layer
  if (before === after || seen === before) return { kind: 'already' }
  if (seen !== after) return { kind: 'decide', seen, value: before, over: above?.onId ?? null }
  return above ? { kind: 'under', over: above.onId, value: before } : { kind: 'back', value: before }
}

/**
 * The layers after one has ended.
 * @param putsBack whether what it found is what the layer above will put back: always for `under`, and for `decide` where a person decided so
 */
export function withoutLayer<L extends Layer>(layers: readonly L[], onId: string, putsBack: boolean): L[] {
  const index = layers.findIndex((layer) => layer.onId === onId)
  const ended = layers[index]
  if (!ended) return [...layers]
  return layers.flatMap((layer, at) => {
    if (at === index) return []
    return at === index + 1 && putsBack ? [{ ...layer, before: ended.before }] : [layer]
  })
}

/**
 * What is left to do for a setting where turning a preset on was interrupted: it may have been written or not. `over`: another preset lies over it by
 * now and has found what was there before. `none`: it is done, or somebody has changed the setting since, whose value stays.
 */
export function resumingOf(layers: readonly Layer[], onId: string, now: FieldValue): 'write' | 'over' | 'none' {
  const index = layers.findIndex((layer) => layer.onId === onId)
  const layer = layers[index]
  if (!layer) return 'write'
  const above = layers[index + 1]
  if (layer.before === layer.after || (above ? above.before : now) !== layer.before) return 'none'
  return above ? 'over' : 'write'
}
