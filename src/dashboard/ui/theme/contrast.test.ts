import { describe, expect, test } from 'vitest'
import { darkScheme, light, type Role } from './colours.ts'

type Rgb = [red: number, green: number, blue: number]

/** A colour over another one, channels 0 to 255. Throws for what is neither six hex digits nor rgba(). */
function channels(colour: string, beneath: Rgb): Rgb {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  if (hex) return [Number.parseInt(hex[1]!, 16), Number.parseInt(hex[2]!, 16), Number.parseInt(hex[3]!, 16)]
  const rgba = /^rgba\((\d+), (\d+), (\d+), (\d*\.?\d+)\)$/.exec(colour)
  if (!rgba) throw new TypeError(`Not a colour: ${colour}`)
  const alpha = Number(rgba[4])
  const over = (index: number) => Number(rgba[index + 1]) * alpha + beneath[index]! * (1 - alpha)
  return [over(0), over(1), over(2)]
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

function ratio(foreground: string, background: string, canvas: string): number {
  const page = channels(canvas, [0, 0, 0])
  const beneath = channels(background, page)
  const [lower, higher] = [luminance(channels(foreground, beneath)), luminance(beneath)].toSorted((a, b) => a - b)
  return (higher! + 0.05) / (lower! + 0.05)
}

test('the ratio is that of WCAG', () => {
  expect(ratio('#000000', '#ffffff', '#ffffff')).toBeCloseTo(21, 10)
  expect(ratio('#ffffff', '#ffffff', '#ffffff')).toBe(1)
  expect(ratio('#777777', '#ffffff', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(ratio('rgba(0, 0, 0, .5)', '#ffffff', '#ffffff')).toBeCloseTo(ratio('#7f7f7f', '#ffffff', '#ffffff'), 1)
})

/** What is read on what: [foreground, background, least ratio]. WCAG AA asks for 4.5 for text and 3 for what else must be seen. */
const contrastPairs: [Role, Role, number][] = [
  ...(['canvas', 'side', 'raised', 'sunken', 'hover', 'selected', 'selected-hover'] as Role[]).flatMap((bg): [Role, Role, number][] => [
    ['text', bg, 7],
    ['text-2', bg, 4.5],
    ['text-3', bg, 4.5],
    ['accent-text', bg, 4.5],
    ['bad-text', bg, 4.5],
    ['warn-text', bg, 4.5],
    ['ok-text', bg, 4.5],
    ['focus', bg, 3],
  ]),
  ['line-control', 'canvas', 3],
  ['line-control', 'side', 3],
  ['line-control', 'raised', 3],
  ['text', 'press', 7],
  ['text-2', 'press', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-accent', 'bad', 4.5],
  ['on-accent', 'bad-hover', 4.5],
  ['accent-text', 'accent-tint', 4.5],
  ['ok-text', 'ok-tint', 4.5],
  ['warn-text', 'warn-tint', 4.5],
  ['bad-text', 'bad-tint', 4.5],
  ['text', 'accent-tint', 7],
  ['text', 'warn-tint', 7],
  ['text', 'bad-tint', 7],
  ['text', 'ok-tint', 7],
  ['text-2', 'warn-tint', 4.5],
  ['text-2', 'bad-tint', 4.5],
  ['text-2', 'accent-tint', 4.5],
  ['text', 'heat-1', 4.5],
  ['text', 'heat-2', 4.5],
  ['on-heat', 'heat-3', 4.5],
  ['on-heat', 'heat-4', 4.5],
  ['text', 'bar-soft', 7],
  ['text', 'bar-lead-soft', 7],
  ['bar-lead', 'canvas', 3],
  ['warn', 'canvas', 3],
  ['ok', 'canvas', 3],
  ['bad', 'canvas', 3],
]

describe.each<[string, Record<Role, string>]>([
  ['light', light],
  ['dark', darkScheme],
])('in the %s scheme', (_, roles) => {
  test('every role is a colour', () => {
    for (const colour of Object.values(roles)) expect(() => channels(colour, [0, 0, 0])).not.toThrow()
  })

  test.each(contrastPairs)('%s on %s has at least %d : 1', (foreground, background, least) => {
    expect(ratio(roles[foreground], roles[background], roles.canvas)).toBeGreaterThanOrEqual(least)
  })
})
