import { createContext, use, type ComponentProps } from 'react'
import { Link } from 'react-router-dom'

/** Fetches the code and the data of a page before it is asked for. Set by main.tsx, where the routes are known. */
export const Prefetch = createContext<(path: string) => void>(() => {})

/** A link to a page of the dashboard. Pointing at it or reaching it by keyboard prefetches the page. */
export function PageLink({ to, onMouseEnter, onFocus, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const prefetch = use(Prefetch)
  return (
    <Link
      to={to}
      {...rest}
      onMouseEnter={(event) => {
        prefetch(to)
        onMouseEnter?.(event)
      }}
      onFocus={(event) => {
        prefetch(to)
        onFocus?.(event)
      }}
    />
  )
}
