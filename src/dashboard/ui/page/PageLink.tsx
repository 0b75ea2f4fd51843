import { createContext, use, type ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/** Fetches the code and the data of a page before it is asked for. Set by main.tsx, where the routes are known. */
export const Prefetch = createContext<(path: string) => void>(() => {})

/**
 * A link to a page of the dashboard. Pointing at it or reaching it by keyboard prefetches the page. React Router's own Link would add 2 kB to the
 * first load, for prefetching by its server framework.
 */
export function PageLink({ to, children, onClick, onMouseEnter, onFocus, ...rest }: ComponentProps<'a'> & { to: string }) {
  const prefetch = use(Prefetch)
  const href = useHref(to)
  const open = useLinkClickHandler(to)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) open(event)
      }}
      onMouseEnter={(event) => {
        prefetch(to)
        onMouseEnter?.(event)
      }}
      onFocus={(event) => {
        prefetch(to)
        onFocus?.(event)
      }}
    >
      {children}
    </a>
  )
}
