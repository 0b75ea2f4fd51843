import type { Page } from '@playwright/test'

/** The state of the screen, read at once. */
export interface Seen {
  path: string
  /** The position in the session history. */
  depth: number
  /** Open overlays, the outermost first: "dialog Delete Lobby?". */
  overlays: string[]
  /** The focused element; "body" = none. */
  focus: string
  /** Pixels by which the document is wider than the window. */
  tooWide: number
  /** Layout shifts since the last reading. */
  shifts: Shift[]
  edits: {
    /** In the bar of unsaved changes. */
    bar: number
    /** Beside "Settings" in the navigation of a chat; null = no such navigation. */
    badge: number | null
    /** Of an earlier visit, offered for restoring. */
    offered: number
  }
  /** Selected rows, by the label of their checkboxes; messages by id. */
  selected: string[]
  /** Messages marked for deletion. */
  going: number[]
  /** A text field of the page has the focus. */
  isTyping: boolean
  /** The entries of the queue that offer a decision. */
  entries: string[]
  /** The text of the focused field of an overlay, such as the palette. */
  typed: string | null
  isUndoOffered: boolean
  isSidebarFolded: boolean
  /** The texts of the search fields. */
  searches: string[]
  /** Signs that the page is still busy. */
  busy: string[]
  /** The values of the form, by field. */
  fields: Record<string, string | boolean>
  /** The listed chats by name, messages by id, polls by question, banned ranges by name. null = not a list page. */
  rows: string[] | null
  heading: string
  /** Alerts and status messages, for the report of a failing run. */
  notes: string[]
}

export interface Shift {
  /** As the browser scores it. */
  value: number
  /** Within half a second of a click or a key. */
  isAfterInput: boolean
  /** What moved. */
  moved: string
}

declare global {
  interface Window {
    /** Layout shifts that were not read yet. */
    sessionShifts?: Shift[]
  }
}

/** Runs in the page before anything else: collects layout shifts. */
export function watchShifts(): void {
  const shifts: Shift[] = (window.sessionShifts = [])
  const name = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').slice(0, 30)}”` : 'nothing'
  }
  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      shifts.push({ value, isAfterInput: hadRecentInput, moved: sources.map(({ node }) => name(node)).join(', ') })
  }).observe({ type: 'layout-shift' })
}

/** Reads the page after it was painted. Runs in the page. */
export async function readScreen(): Promise<Seen> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const all = <E extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)]
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
  const text = (element: Element | null | undefined) => (element?.textContent ?? '').trim()
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => text(document.getElementById(id)))
      .join(' ')
  const number = (words: string, unit: RegExp) => Number(unit.exec(words)?.[1]?.replaceAll(',', '') ?? 0)
  const focused = document.activeElement
  const parts = document.querySelector('nav[aria-label="Parts of this chat"] a[href$="/settings"]')
  const form = location.pathname.endsWith('/settings') ? '[id^="setting-"][id$="-control"]' : 'main form [name]'
  const fields: Seen['fields'] = {}
  for (const control of all<HTMLInputElement>(form))
    // What a search leaves out is still in the document.
    if (control.matches('input, textarea') && isShown(control))
      fields[control.name || control.id.slice('setting-'.length, -'-control'.length)] =
        control.type === 'checkbox' ? control.checked : control.value
  const [, area, chat, part] = location.pathname.split('/')
  const current = document.querySelector(`nav[aria-label="${chat ? 'Parts of this chat' : 'Pages'}"] a[aria-current=page]`)
  const listed: Record<string, () => string[]> = {
    chats: () => all('[aria-label="Chats"]:is(table, ul) a').map(text),
    messages: () => all('[role=row][id^="message-"]').map(({ id }) => id.slice('message-'.length)),
    polls: () => all('main article h2').map(text),
    'banned-ips': () =>
      all('[aria-label="Banned addresses"] :is(tr, li) input[type=checkbox]')
        .map((box) => nameOf(box).replace(/^Select /, ''))
        .filter((name) => !name.startsWith('all ')),
  }
  const rowsOf = area === 'chats' ? listed[part ?? 'chats'] : undefined
  const shifts = window.sessionShifts ?? []
  return {
    path: location.pathname,
    depth: (history.state as { idx?: number } | null)?.idx ?? 0,
    overlays: all('[role=dialog], [role=menu], [role=listbox]')
      .filter((element) => isShown(element) && !element.parentElement?.closest('[role=dialog]'))
      .map((element) => `${element.role} ${nameOf(element)}`.trim()),
    focus:
      focused === document.body || focused === null
        ? 'body'
        : `${focused.tagName.toLowerCase()} ${nameOf(focused) || text(focused).slice(0, 40) || focused.id}`.trim(),
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    shifts: shifts.splice(0),
    edits: {
      bar: number(text(document.querySelector('[aria-label="Unsaved changes"] b')), /([\d,]+) change/),
      badge: parts && number(text(parts), /([\d,]+) edit/),
      offered: number(text(document.querySelector('[aria-label="Kept edits"] b')), /([\d,]+) edit/),
    },
    selected: all<HTMLInputElement>('main input[type=checkbox][aria-label^="Select "]')
      .filter((box) => box.checked && !nameOf(box).startsWith('Select all'))
      .map((box) => box.closest('[id^="message-"]')?.id.slice('message-'.length) ?? nameOf(box)),
    going: all('[role=row][id^="message-"]:has([data-deleting])').map(({ id }) => Number(id.slice('message-'.length))),
    isTyping:
      focused?.matches('input:not([type=checkbox], [type=radio]), textarea, select') === true &&
      !focused.closest('[role=dialog], [role=menu]'),
    entries: all('li[data-entry]:not([data-settled])').map((row) => row.getAttribute('data-entry')!),
    typed: focused instanceof HTMLInputElement && focused.closest('[role=dialog]') ? focused.value : null,
    isUndoOffered: document.querySelector('[role=group][aria-label="Undo"]') !== null,
    isSidebarFolded: document.querySelector('[data-collapsed]') !== null,
    searches: all<HTMLInputElement>('main input[type=search], main [role=searchbox]').map(({ value }) => value),
    busy: [
      ...all('[role=status][aria-label="Loading"], [aria-busy=true], [data-loading=true]')
        .filter(isShown)
        .map((element) => nameOf(element) || text(element)),
      ...(document.querySelector('h1') ? [] : ['no heading yet']),
      // The URL changes before the page does.
      ...(current && current.getAttribute('href') !== location.pathname ? [`still ${current.getAttribute('href')}`] : []),
      // An overlay receives keys only once it has the focus.
      ...all('[role=dialog], [role=menu]')
        .filter(isShown)
        .slice(-1)
        .filter((element) => !element.contains(focused))
        .map((element) => `${element.role} ${nameOf(element)} without the focus`),
    ],
    fields,
    rows: rowsOf && document.querySelector('main h1') ? rowsOf() : null,
    heading: text(document.querySelector('main h1')),
    notes: all('[role=alert], [role=status]')
      .map((element) => text(element).slice(0, 160))
      .filter((words) => words !== ''),
  }
}

export const look = (page: Page): Promise<Seen> =>
  page.evaluate(readScreen).catch((error: unknown) => {
    // A page whose code could not be loaded while offline is loaded anew.
    if (!String(error).includes('context was destroyed')) throw error
    return page.waitForLoadState('domcontentloaded').then(() => page.evaluate(readScreen))
  })
