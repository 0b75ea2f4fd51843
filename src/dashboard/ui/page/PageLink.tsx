import { createContext, use, type ComponentProps } from 'react'

/** What links do. Set by main.tsx, where the routes are known. */
interface Pages {
  /** Opens a path of the dashboard without loading a page. */
  open: (path: string) => void
  /** Fetches the code and the data of a page before it is asked for. */
  prefetch: (path: string) => void
}

export const Pages = createContext<Pages>({ open: (path) => location.assign(path), prefetch: () => {} })

type PageLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }

/**
 * A link to a page of the dashboard. Pointing at it or reaching it by keyboard prefetches the page. Links of the router would each follow the address,
 * which changes with every key in a search field.
 */
export function PageLink({ to, onClick, onMouseEnter, onFocus, children, ...rest }: PageLinkProps) {
  const { open, prefetch } = use(Pages)
  return (
    <a
      href={to}
      {...rest}
      onClick={(event) => {
        onClick?.(event)
        // The browser opens it in a new tab or window, or downloads it.
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        open(to)
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
