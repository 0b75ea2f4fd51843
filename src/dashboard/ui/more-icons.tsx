import { o, Shape, paths, type IconName, type ShapeProps } from './icons.tsx'

/** The icons of pages that come later; the first page does without their drawings. */
const morePaths = {
  check: 'M3 8.5l3.25 3.25L13 4.75',
  trash:
    'M2.5 4.25h11M5.75 4.25V3a.75.75 0 0 1 .75-.75h3a.75.75 0 0 1 .75.75v1.25M4 4.25l.55 8.55a1 1 0 0 0 1 .95h4.9a1 1 0 0 0 1-.95L12 4.25M6.75 7v4M9.25 7v4',
  copy: 'M6.5 5.5h6a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1zM10.5 5.5V3a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6.5a1 1 0 0 0 1 1h2',
  play: 'M5 3.25v9.5L12.5 8z',
  updown: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  done: `${o(8, 8, 6)}M5.25 8.25l2 2 3.5-4`,
  eye: `M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8z${o(8, 8, 2)}`,
  eyeOff:
    'M6.3 4a6 6 0 0 1 1.7-.25C12 3.75 14.25 8 14.25 8a11 11 0 0 1-1.9 2.4M10 11.85a5.4 5.4 0 0 1-2 .4C4 12.25 1.75 8 1.75 8A11 11 0 0 1 4.4 5M2.5 2.5l11 11M6.75 6.6a2 2 0 0 0 2.7 2.85',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  undo: 'M5.5 2.75L2.5 5.75l3 3M2.5 5.75h7a3.9 3.9 0 0 1 0 7.75H6',
  filter: 'M2.25 4h11.5M4.5 8h7M6.75 12h2.5',
  download: 'M8 2.25v7.5M4.75 6.75L8 10l3.25-3.25M2.5 13.5h11',
  upload: 'M8 10V2.5M4.75 5.5L8 2.25l3.25 3.25M2.5 13.5h11',
  left: 'M10 4L6 8l4 4',
  edit: 'M10.25 3.25l2.5 2.5L5.5 13l-3 .5.5-3zM8.75 4.75l2.5 2.5',
  smile: `${o(8, 8, 6)}M5.5 9.5C6 10.6 6.9 11.15 8 11.15s2-.55 2.5-1.65M6 6.25h.01M10 6.25h.01`,
  call: 'M3.25 2.5h2l1.25 3L5 6.75A8 8 0 0 0 9.25 11l1.25-1.5 3 1.25v2a.9.9 0 0 1-1 1A10.5 10.5 0 0 1 2.25 3.5a1 1 0 0 1 1-1z',
  file: 'M4 1.75h5l3.25 3.25v8.5a.75.75 0 0 1-.75.75H4a.75.75 0 0 1-.75-.75v-11A.75.75 0 0 1 4 1.75zM9 2v3h3',
  users: `${o(6, 5.25, 2.5)}M1.75 13.25C2.2 11 3.9 9.9 6 9.9s3.8 1.1 4.25 3.35M10.5 3a2.4 2.4 0 0 1 0 4.6M12 10.2c1.3.5 2.05 1.5 2.25 3.05`,
  send: 'M14 2L7.25 8.75M14 2L9.75 14l-2.5-5.25L2 6.25z',
  image: `M3 2.75h10a.75.75 0 0 1 .75.75v9a.75.75 0 0 1-.75.75H3a.75.75 0 0 1-.75-.75v-9A.75.75 0 0 1 3 2.75zM2.5 11.5l3.25-3.25 2.5 2.5 2-2 3.25 3.25${o(10.5, 5.75, 0.9)}`,
  link: 'M6.75 9.25a2.9 2.9 0 0 0 4.1 0l2.1-2.1a2.9 2.9 0 0 0-4.1-4.1l-.85.85M9.25 6.75a2.9 2.9 0 0 0-4.1 0l-2.1 2.1a2.9 2.9 0 0 0 4.1 4.1l.85-.85',
  spark: 'M8 1.75l1.6 4.65L14.25 8 9.6 9.6 8 14.25 6.4 9.6 1.75 8 6.4 6.4z',
  minus: 'M3 8h10',
  wave: 'M1.5 8.5h2.75l1.5-4 3 7.5 2-6 1.25 2.5h2.5',
  repeat: 'M4.25 2.25L2 4.5l2.25 2.25M2 4.5h8.5a3 3 0 0 1 3 3M11.75 9.25L14 11.5l-2.25 2.25M14 11.5H5.5a3 3 0 0 1-3-3',
  shield: 'M8 1.75l5.25 2v4c0 3.1-2.1 5.35-5.25 6.5-3.15-1.15-5.25-3.4-5.25-6.5v-4z',
  regex: 'M10 2.5v6M7.4 4l5.2 3M12.6 4L7.4 7M4 12.25h.01',
  present: 'M2.25 3h11.5v7.75H2.25zM8 10.75v2.75M5.5 13.5h5',
  crown: 'M2.25 4.75L5 7.25 8 3l3 4.25 2.75-2.5L12.75 12.5h-9.5z',
  tie: 'M3 6h10M3 10h10',
  archive: 'M2.25 3h11.5v3H2.25zM3.25 6v6.75a.75.75 0 0 0 .75.75h8a.75.75 0 0 0 .75-.75V6M6.5 8.75h3',
  merge: 'M3.5 2.5c0 4.5 4.5 3.5 4.5 7.75v3.25M12.5 2.5c0 4.5-4.5 3.5-4.5 7.75M5.5 11L8 13.5l2.5-2.5',
  hilbert: 'M2.5 13.5v-4H6v4M10 13.5v-4h3.5v4M2.5 6.25V2.5H6v4h4v-4h3.5v3.75',
} as const satisfies Record<string, string>

export type AnyIconName = IconName | keyof typeof morePaths

const isFirst = (name: AnyIconName): name is IconName => Object.hasOwn(paths, name)

/** As the Icon of icons.tsx, with all drawings there are. */
export function Icon({ name, ...rest }: { name: AnyIconName } & ShapeProps) {
  return <Shape path={isFirst(name) ? paths[name] : morePaths[name]} {...rest} />
}
