import { useEffect, useState } from 'react'
import { firstPaths } from './icon-paths.ts'
import type { morePaths } from './more-icon-paths.ts'

export type IconName = keyof typeof firstPaths | keyof typeof morePaths

const paths: Partial<Record<IconName, string>> = { ...firstPaths }

/** Loads the icons that are not part of the first load. Called with the code of every other page and part, so that they are drawn at once. */
export async function loadIcons(): Promise<void> {
  Object.assign(paths, (await import('./more-icon-paths.ts')).morePaths)
}

interface IconProps {
  name: IconName
  size?: 12 | 14 | 16 | 20
  /** Names it for screen readers; without one it is decoration. */
  label?: string
  className?: string
}

/**
 * Roomkeeper's icons. Drawn on a 16-unit grid, live area 1.75 to 14.25, stroke 1.5 px at every size, round caps and joins, no fills
 * except dots. 16 beside 13 and 14 px text, 20 in the phone's bar. Always beside a text or with a label of the control around it.
 */
export const Icon = (props: IconProps) => (paths[props.name] === undefined ? <LaterIcon {...props} /> : <Drawing {...props} />)

function LaterIcon(props: IconProps) {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    void loadIcons().then(
      () => setLoaded(true),
      () => {},
    )
  }, [])
  return <Drawing {...props} />
}

function Drawing({ name, size = 16, label, className }: IconProps) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      strokeWidth={((name === 'more' ? 2 : 1.5) * 16) / size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={paths[name]} />
    </svg>
  )
}

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
