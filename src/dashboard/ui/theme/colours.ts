/** The colour scales and the roles made of them. Components use the roles as `var(--rk-…)`; hex values live in this file only. */
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'

/* ------------------------------------------------------------------ colour scales */

/** Petrol. The only accent: primary button, link, focus, selection, leading bar. 7 is the light scheme's filled; the dark scheme's is the role `accent`. */
export const accent: MantineColorsTuple = [
  '#f0f9fb',
  '#ddf2f7',
  '#b9e5f0',
  '#8bd3e3',
  '#58bcd2',
  '#2ba1b9',
  '#0c849a',
  '#016b7e',
  '#015262',
  '#013844',
]
/** Cool greys of the light scheme. 5 is the 3:1 control border, 6 quiet text, 7 secondary text, 9 text. */
export const gray: MantineColorsTuple = [
  '#f9fafb',
  '#f3f4f5',
  '#e8eaec',
  '#dbdee0',
  '#cbced1',
  '#8b9296',
  '#656d73',
  '#535b60',
  '#353d43',
  '#161d22',
]
/** Cool greys of the dark scheme, in Mantine's order: 0 text, 2 secondary, 3 quiet, 4 strong line, 5 line, 6 raised, 7 canvas, 8 sidebar. */
export const dark: MantineColorsTuple = [
  '#e5e8ea',
  '#bcc2c6',
  '#9da4a9',
  '#8a9298',
  '#30363b',
  '#252a2e',
  '#1b2024',
  '#121619',
  '#0c0f12',
  '#070a0c',
]
/** Semantic scales: green = confirmed, amber = look at this, red = destructive or failed. Never decoration. */
export const green: MantineColorsTuple = [
  '#f1faf3',
  '#ddf5e4',
  '#bbeaca',
  '#90d9a9',
  '#60c488',
  '#3ca86b',
  '#248b54',
  '#1b7043',
  '#155733',
  '#0e3b22',
]
export const amber: MantineColorsTuple = [
  '#fef6ea',
  '#ffebcd',
  '#fdd59d',
  '#f7b963',
  '#e59b2f',
  '#c77e0c',
  '#a5650a',
  '#87500a',
  '#693d0b',
  '#492808',
]
export const red: MantineColorsTuple = [
  '#fff5f4',
  '#ffe7e6',
  '#ffcfcc',
  '#feaea8',
  '#f68882',
  '#e85c59',
  '#d03135',
  '#ad1e23',
  '#86181a',
  '#5d100f',
]

/* ------------------------------------------------------------------ colour roles */

/** By role. What is said beside each holds in both schemes. */
export const light = {
  canvas: '#ffffff', // page
  side: gray[0], // sidebar, sticky bars, table head
  raised: '#ffffff', // menus, dialogs, cards that float
  sunken: gray[1], // wells: preview stage, code, skeleton
  hover: '#f5f7f7', // row and item under the pointer
  press: gray[2], // pressed; the current item of the sidebar
  selected: '#eaf5f8', // selected row
  'selected-hover': '#e3f1f5',
  line: gray[2], // hairline between rows
  'line-strong': gray[3], // edge of a section, a card, a bar
  'line-control': gray[5], // edge of an input, checkbox, switch: 3:1
  text: gray[9],
  'text-2': gray[7], // help, meta, table head
  'text-3': gray[6], // ids, units, placeholders: still 4.5:1
  'text-off': '#8b9296', // disabled only (exempt from AA); always with a reason beside it
  accent: accent[7],
  'accent-hover': accent[8],
  'on-accent': '#ffffff',
  'accent-text': accent[7],
  'accent-tint': '#e6f4f7',
  'accent-line': '#a6dae6',
  ok: green[6],
  'ok-text': green[7],
  'ok-tint': '#e8f7ec',
  'ok-line': green[3],
  warn: amber[5],
  'warn-text': amber[7],
  'warn-tint': '#fff4e0',
  'warn-line': '#f2cd92',
  bad: '#c1272b',
  'bad-hover': '#a11c20',
  'bad-text': red[7],
  'bad-tint': '#fff0ef',
  'bad-line': '#f5b9b5',
  bar: '#b4bcc1',
  'bar-soft': '#dfe3e6',
  'bar-lead': accent[7],
  'bar-lead-soft': '#bfe3ec',
  track: gray[1],
  'heat-1': '#cfeaf1',
  'heat-2': '#93cfdd',
  'heat-3': '#1a7f94',
  'heat-4': '#014f5e',
  'on-heat': '#ffffff',
  focus: accent[6],
  scrim: 'rgba(22, 29, 34, .32)',
}

export type Role = keyof typeof light

export const darkScheme: Record<Role, string> = {
  canvas: dark[7],
  side: dark[8],
  raised: dark[6],
  sunken: dark[8],
  hover: '#191e22',
  press: '#22282c',
  selected: '#12262b',
  'selected-hover': '#142c32',
  line: '#20262a',
  'line-strong': '#2c3338',
  'line-control': '#656d73',
  text: dark[0],
  'text-2': '#a6adb2',
  'text-3': dark[3],
  'text-off': '#656d73',
  accent: '#0e7487',
  'accent-hover': '#148196',
  'on-accent': '#ffffff',
  'accent-text': '#66c5da',
  'accent-tint': '#10282e',
  'accent-line': '#1d4d58',
  ok: '#46b478',
  'ok-text': '#6ccb93',
  'ok-tint': '#12261a',
  'ok-line': '#27472f',
  warn: '#d8912b',
  'warn-text': '#efb662',
  'warn-tint': '#2a1d0d',
  'warn-line': '#523a1c',
  bad: '#c8383a',
  'bad-hover': '#b92f32',
  'bad-text': '#f7908a',
  'bad-tint': '#301716',
  'bad-line': '#60302e',
  bar: '#4b545a',
  'bar-soft': '#30373c',
  'bar-lead': '#2f9fb5',
  'bar-lead-soft': '#15444f',
  track: '#1d2327',
  'heat-1': '#123339',
  'heat-2': '#17525f',
  'heat-3': '#36a9bf',
  'heat-4': '#8fdcec',
  'on-heat': '#06262d',
  focus: '#4db6cc',
  scrim: 'rgba(3, 5, 6, .62)',
}

const asVars = (roles: Record<string, string>) => Object.fromEntries(Object.entries(roles).map(([k, v]) => [`--rk-${k}`, v]))

/** Roles onto the variables that Mantine's components read. Role names are the same in both schemes, so this is written once. */
const mantine: Record<string, string> = {
  '--mantine-color-body': 'var(--rk-canvas)',
  '--mantine-color-text': 'var(--rk-text)',
  '--mantine-color-bright': 'var(--rk-text)',
  '--mantine-color-dimmed': 'var(--rk-text-2)',
  '--mantine-color-placeholder': 'var(--rk-text-3)',
  '--mantine-color-anchor': 'var(--rk-accent-text)',
  '--mantine-color-error': 'var(--rk-bad-text)',
  '--mantine-color-success': 'var(--rk-ok-text)',
  '--mantine-color-default': 'var(--rk-canvas)',
  '--mantine-color-default-hover': 'var(--rk-hover)',
  '--mantine-color-default-color': 'var(--rk-text)',
  '--mantine-color-default-border': 'var(--rk-line-strong)',
  '--mantine-color-disabled': 'var(--rk-sunken)',
  '--mantine-color-disabled-color': 'var(--rk-text-off)',
  '--mantine-color-disabled-border': 'var(--rk-line-strong)',
  '--mantine-primary-color-contrast': 'var(--rk-on-accent)',
}
const semantic = (name: string, role: string): Record<string, string> => ({
  [`--mantine-color-${name}-text`]: `var(--rk-${role}-text)`,
  [`--mantine-color-${name}-filled`]: `var(--rk-${role})`,
  [`--mantine-color-${name}-filled-hover`]: `var(--rk-${role}-hover, var(--rk-${role}))`,
  [`--mantine-color-${name}-light`]: `var(--rk-${role}-tint)`,
  [`--mantine-color-${name}-light-hover`]: `var(--rk-${role}-tint)`,
  [`--mantine-color-${name}-light-color`]: `var(--rk-${role}-text)`,
  [`--mantine-color-${name}-outline`]: `var(--rk-${role}-text)`,
  [`--mantine-color-${name}-outline-hover`]: `var(--rk-${role}-tint)`,
})
Object.assign(mantine, semantic('accent', 'accent'), semantic('green', 'ok'), semantic('amber', 'warn'), semantic('red', 'bad'), {
  '--mantine-color-gray-text': 'var(--rk-text-2)',
  '--mantine-color-gray-light': 'var(--rk-press)',
  '--mantine-color-gray-light-hover': 'var(--rk-press)',
  '--mantine-color-gray-light-color': 'var(--rk-text-2)',
  '--mantine-color-gray-outline': 'var(--rk-line-strong)',
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...asVars(light),
    ...mantine,
    '--rk-shadow-pop': '0 1px 2px rgba(22, 29, 34, .06), 0 6px 20px rgba(22, 29, 34, .10)',
    '--rk-shadow-dialog': '0 2px 6px rgba(22, 29, 34, .08), 0 20px 56px rgba(22, 29, 34, .20)',
  },
  dark: {
    ...asVars(darkScheme),
    ...mantine,
    '--rk-shadow-pop': '0 0 0 1px rgba(0, 0, 0, .4), 0 8px 24px rgba(0, 0, 0, .5)',
    '--rk-shadow-dialog': '0 0 0 1px rgba(0, 0, 0, .4), 0 24px 64px rgba(0, 0, 0, .64)',
  },
})
