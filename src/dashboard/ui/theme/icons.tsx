/**
 * Roomkeeper's icons. Drawn on a 16-unit grid, live area 1.75 to 14.25, stroke 1.5 px at every size, round caps and joins, no fills
 * except dots. 16 beside 13 and 14 px text, 20 in the phone's bar. Always beside a text or with a label of the control around it.
 * Each entry is one path; a circle is two arcs.
 */
export const o = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

export const paths = {
  overview:
    'M2.5 3.25a.75.75 0 0 1 .75-.75H7v6H2.5zM9 2.5h3.75a.75.75 0 0 1 .75.75V6H9zM9 8h4.5v4.75a.75.75 0 0 1-.75.75H9zM2.5 10.5H7v3H3.25a.75.75 0 0 1-.75-.75z',
  chats:
    'M3 2.5h6.5a1 1 0 0 1 1 1V7a1 1 0 0 1-1 1H5.75L3.5 10V8H3a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1zM12.5 5.5h.5a1 1 0 0 1 1 1V10a1 1 0 0 1-1 1h-.5v2.5L9.75 11H8',
  account: `${o(8, 5.25, 2.75)}M2.75 13.75C3.3 11.4 5.4 10.25 8 10.25s4.7 1.15 5.25 3.5`,
  social: `${o(12, 3.75, 1.75)}${o(4, 8, 1.75)}${o(12, 12.25, 1.75)}M5.6 7.2l4.8-2.6M5.6 8.8l4.8 2.6`,
  settings: `M2 4.75h5.5M12 4.75h2M2 11.25h2M8.5 11.25H14${o(9.75, 4.75, 2)}${o(6.25, 11.25, 2)}`,
  messages: 'M3 2.75h10a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H7.75L4.5 14v-2.75H3a1 1 0 0 1-1-1v-6.5a1 1 0 0 1 1-1zM5 5.75h6M5 8.25h3.5',
  polls: 'M2.5 2v12M5.25 4h5M5.25 8H13M5.25 12H8',
  ban: `${o(8, 8, 6)}M3.8 12.2l8.4-8.4`,
  search: `${o(7, 7, 4.5)}M10.4 10.4L14 14`,
  plus: 'M8 3v10M3 8h10',
  x: 'M4 4l8 8M12 4l-8 8',
  refresh: 'M13.25 8.25A5.25 5.25 0 1 1 11.7 4.3l1.55 1.45M13.5 2.5v3.25h-3.25',
  columns:
    'M3 2.75h10a.75.75 0 0 1 .75.75v9a.75.75 0 0 1-.75.75H3a.75.75 0 0 1-.75-.75v-9A.75.75 0 0 1 3 2.75zM6.25 2.75v10.5M9.75 2.75v10.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  stop: 'M4.25 4.25h7.5v7.5h-7.5z',
  signOut: 'M6.5 2.5h-3a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3M10.5 4.75L13.75 8l-3.25 3.25M13.5 8h-7',
  sortDown: 'M8 3v10M4.25 9.25L8 13l3.75-3.75',
  sortUp: 'M8 13V3M4.25 6.75L8 3l3.75 3.75',
  menu: 'M2.25 4.25h11.5M2.25 8h11.5M2.25 11.75h11.5',
  sidebar: 'M3 2.75h10a.75.75 0 0 1 .75.75v9a.75.75 0 0 1-.75.75H3a.75.75 0 0 1-.75-.75v-9A.75.75 0 0 1 3 2.75zM6 2.75v10.5',
  warning: 'M8 2.25l6.25 11.25H1.75zM8 6.5v3M8 11.5h.01',
  info: `${o(8, 8, 6)}M8 7.5v3.5M8 5.1h.01`,
  error: `${o(8, 8, 6)}M8 4.75v3.75M8 11h.01`,
  clock: `${o(8, 8, 6)}M8 4.75V8l2.25 1.5`,
  offline: 'M8 1.75V7.5M4.6 4a5.5 5.5 0 1 0 6.8 0',
  ticket:
    'M2.75 4h10.5a.75.75 0 0 1 .75.75V6.5a1.5 1.5 0 0 0 0 3v1.75a.75.75 0 0 1-.75.75H2.75a.75.75 0 0 1-.75-.75V9.5a1.5 1.5 0 0 0 0-3V4.75A.75.75 0 0 1 2.75 4zM9.75 6v.5M9.75 9.5v.5',
  lock: 'M3.75 7h8.5a.75.75 0 0 1 .75.75v5a.75.75 0 0 1-.75.75h-8.5a.75.75 0 0 1-.75-.75v-5A.75.75 0 0 1 3.75 7zM5 7V5a3 3 0 0 1 6 0v2',
  key: `${o(5.25, 10.75, 3)}M7.5 8.5l6-6M10.75 5.25l2 2`,
  net1: 'M3.25 2.5h9.5a.75.75 0 0 1 .75.75v9.5a.75.75 0 0 1-.75.75h-9.5a.75.75 0 0 1-.75-.75v-9.5a.75.75 0 0 1 .75-.75zM6.75 6L8.25 5v6',
  net2: 'M3.25 2.5h9.5a.75.75 0 0 1 .75.75v9.5a.75.75 0 0 1-.75.75h-9.5a.75.75 0 0 1-.75-.75v-9.5a.75.75 0 0 1 .75-.75zM6.4 6.4A1.6 1.6 0 0 1 8 5c1 0 1.6.65 1.6 1.45 0 1.5-3.2 2.7-3.2 4.55h3.3',
  right: 'M6 4l4 4-4 4',
  sound: 'M2.25 6.25v3.5H4.5l3.25 2.75v-9L4.5 6.25zM10.25 6a2.8 2.8 0 0 1 0 4M12.1 4.1a5.5 5.5 0 0 1 0 7.8',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
} as const

export type IconName = keyof typeof paths

export interface ShapeProps {
  size?: 12 | 14 | 16 | 20
  /** Names it for screen readers; without one it is decoration. */
  label?: string
  className?: string
}

/** One drawing on the grid of 16. */
export function Shape({ path, dots = false, size = 16, label, className }: { path: string; dots?: boolean } & ShapeProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={((dots ? 2 : 1.5) * 16) / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}

export const Icon = ({ name, ...rest }: { name: IconName } & ShapeProps) => <Shape path={paths[name]} dots={name === 'more'} {...rest} />

/** The mark: a room (square bubble) with a keyhole. The only filled drawing. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" role="img" aria-label="Roomkeeper">
      <path
        d="M4.5 1h11A3.5 3.5 0 0 1 19 4.5v8a3.5 3.5 0 0 1-3.5 3.5H9.6l-4 3.3c-.4.35-1.1.05-1.1-.5V16A3.5 3.5 0 0 1 1 12.5v-8A3.5 3.5 0 0 1 4.5 1z"
        fill="var(--rk-accent)"
      />
      <path
        d="M10 4.4a2.3 2.3 0 0 1 1.25 4.23l.75 3.37a.5.5 0 0 1-.5.6h-3a.5.5 0 0 1-.5-.6l.75-3.37A2.3 2.3 0 0 1 10 4.4z"
        fill="var(--rk-on-accent)"
      />
    </svg>
  )
}
