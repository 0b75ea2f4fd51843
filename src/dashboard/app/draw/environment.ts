import type { PageView } from '#contract/page-view.ts'
import { sidebarKeys } from '#dashboard/app/shell/sidebar-keys.ts'

/**
 * What the modules of the page touch of a browser when they are loaded and drawn, in a process that has none. It keeps nothing of one page for the next,
 * and sends nothing.
 */

let view: PageView = { width: 1280, height: 800, zone: 'UTC' }

const emPixels = 16

/** Knows queries of the width and the height; of all else that nothing is set. */
function matches(query: string): boolean {
  return query.split(' and ').every((part) => {
    const [, side, of, value, unit] = /\((min|max)-(width|height): ([\d.]+)(em|px)\)/.exec(part) ?? []
    if (!side) return false
    const limit = Number(value) * (unit === 'em' ? emPixels : 1)
    const size = of === 'width' ? view.width : view.height
    return side === 'min' ? size >= limit : size <= limit
  })
}

const nothing = () => {}
const listens = { addEventListener: nothing, removeEventListener: nothing }
/** What a person chose about the sidebar stands in the cookie, all else in their browser alone. */
const kept = (key: string) => (Object.values(sidebarKeys).includes(key) && view.folded !== undefined ? (view.folded ? 'yes' : 'no') : null)
const storage = { getItem: kept, setItem: nothing, removeItem: nothing }

class DrawnElement {
  isConnected = false
}

class Observer {
  observe = nothing
  disconnect = nothing
}

const page = { origin: 'http://localhost', href: '', pathname: '', search: '', hash: '', assign: nothing, reload: nothing }

const parts = {
  ...listens,
  window: globalThis,
  document: {
    ...listens,
    documentElement: { dataset: {} },
    activeElement: null,
    hidden: false,
    querySelector: () => null,
    querySelectorAll: () => [],
  },
  location: page,
  localStorage: storage,
  sessionStorage: { ...storage, getItem: () => null },
  matchMedia: (query: string) => ({ ...listens, media: query, matches: matches(query) }),
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  MutationObserver: Observer,
  // Nothing is one of them.
  Element: DrawnElement,
  HTMLElement: DrawnElement,
  HTMLInputElement: DrawnElement,
  BroadcastChannel: undefined,
  scrollX: 0,
  scrollY: 0,
  navigator: { userAgent: '', onLine: true },
  // What the page would ask for stays as open as before an answer.
  fetch: () => new Promise(nothing),
}
for (const [name, value] of Object.entries(parts)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
for (const side of ['width', 'height'] as const)
  Object.defineProperty(globalThis, side === 'width' ? 'innerWidth' : 'innerHeight', { get: () => view[side] })

/** From now on the modules see this window, with this address. */
export function showWindow(next: PageView, path: string): void {
  view = next
  // Node's own dates follow.
  process.env['TZ'] = next.zone
  const { href, pathname, search } = new URL(path, page.origin)
  Object.assign(page, { href, pathname, search })
}
