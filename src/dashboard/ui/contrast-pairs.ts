import type { Role } from './theme.ts'

/** Pairs that a test holds to WCAG AA: [foreground, background, least ratio]. Run it for both schemes. */
export const contrastPairs: [Role, Role, number][] = [
  ...(['canvas', 'side', 'raised', 'sunken', 'hover', 'selected', 'selected-hover'] as Role[]).flatMap((bg): [Role, Role, number][] => [
    ['text', bg, 7], ['text-2', bg, 4.5], ['text-3', bg, 4.5], ['accent-text', bg, 4.5], ['bad-text', bg, 4.5], ['warn-text', bg, 4.5], ['ok-text', bg, 4.5], ['focus', bg, 3],
  ]),
  ['line-control', 'canvas', 3], ['line-control', 'side', 3], ['line-control', 'raised', 3],
  ['text', 'press', 7], ['text-2', 'press', 4.5],
  ['on-accent', 'accent', 4.5], ['on-accent', 'accent-hover', 4.5], ['on-accent', 'bad', 4.5], ['on-accent', 'bad-hover', 4.5],
  ['accent-text', 'accent-tint', 4.5], ['ok-text', 'ok-tint', 4.5], ['warn-text', 'warn-tint', 4.5], ['bad-text', 'bad-tint', 4.5],
  ['text', 'accent-tint', 7], ['text', 'warn-tint', 7], ['text', 'bad-tint', 7], ['text', 'ok-tint', 7],
  ['text-2', 'warn-tint', 4.5], ['text-2', 'bad-tint', 4.5], ['text-2', 'accent-tint', 4.5],
  ['text', 'heat-1', 4.5], ['text', 'heat-2', 4.5], ['on-heat', 'heat-3', 4.5], ['on-heat', 'heat-4', 4.5], ['text', 'bar-soft', 7], ['text', 'bar-lead-soft', 7],
  ['bar-lead', 'canvas', 3], ['warn', 'canvas', 3], ['ok', 'canvas', 3], ['bad', 'canvas', 3],
];
