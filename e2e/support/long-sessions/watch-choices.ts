/** What happens in a page that concerns the deletion of messages, in its order. */

/** A key or a click. */
export interface Press {
  kind: 'press'
  /** A key of the page, or the name of what was clicked. '': a key that is typed, or that an overlay takes. */
  what: string
  isKey: boolean
  /** The messages that are shown as chosen: those of the clicked button, the selected ones, or that of the cursor. */
  messages: number[]
  /** The entry of the queue that is shown as the current one, and its number of messages. */
  entry: { key: string; count: number } | null
  isUndoOffered: boolean
}

export type Happened = { at: number; path: string } & (
  | Press
  /** A request that deletes messages. */
  | { kind: 'deletion'; chatId: number; messages: number[] }
  /** A decision about hits of rules; `outcomes` once it is answered. */
  | { kind: 'decision'; decision: string; hits: string[]; outcomes: string[] | null }
)

declare global {
  interface Window {
    sessionHappened?: (happened: Happened) => void
  }
}

/** Runs in the page before anything else. */
export function watchChoices(): void {
  const all = <E extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)]
  const tell = (happened: Omit<Happened, 'at' | 'path'>) =>
    window.sessionHappened?.({ ...happened, at: Date.now(), path: location.pathname } as Happened)
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim()
  const rowId = (element: Element) => Number(element.closest('[id^="message-"]')?.id.slice('message-'.length))

  function press(what: string, isKey: boolean) {
    const bin = /^Delete message (\d+)$/.exec(what)
    const selected = all('main [role=row][id^="message-"] input:checked')
    const shown = selected.length > 0 ? selected : all('main [role=row][id^="message-"] [data-cursor]')
    const entry = document.querySelector('li[data-entry][data-current]')
    tell({
      kind: 'press',
      what,
      isKey,
      messages: bin ? [Number(bin[1])] : shown.map(rowId),
      entry: entry && {
        key: entry.getAttribute('data-entry')!,
        count: Number(/^×([\d,]+)$/.exec(entry.querySelector('.tag')?.textContent ?? '')?.[1]?.replace(',', '') ?? 1),
      },
      isUndoOffered: document.querySelector('[role=group][aria-label="Undo"], [role=group][aria-label="Last decision"]') !== null,
    } as Press)
  }
  addEventListener(
    'keydown',
    ({ key, target, ctrlKey, metaKey, altKey, repeat }) => {
      const isTyped = target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
      const isForPage = !isTyped && !ctrlKey && !metaKey && !altKey && !repeat && all('[role=dialog], [role=menu]').length === 0
      press(isForPage ? key : '', true)
    },
    true,
  )
  addEventListener(
    'click',
    ({ target }) => press(nameOf((target as Element).closest('button, a, input') ?? document.body).slice(0, 80), false),
    true,
  )

  const send = window.fetch
  window.fetch = async (to, init) => {
    const path = new URL(to instanceof Request ? to.url : to, location.href).pathname
    const body = () => JSON.parse(init?.body as string) as unknown
    const [, chatId, one] = /\/chats\/(\d+)\/messages\/(\w+)$/.exec(path) ?? []
    if (one === 'delete') tell({ kind: 'deletion', chatId: Number(chatId), messages: body() } as Happened)
    else if (one !== undefined && init?.method === 'DELETE')
      tell({ kind: 'deletion', chatId: Number(chatId), messages: [Number(one)] } as Happened)
    if (!path.endsWith('/review/decisions') || init?.method !== 'POST') return send(to, init)
    const { ids, decision } = body() as { ids: string[]; decision: string }
    const decided = (outcomes: string[] | null) => tell({ kind: 'decision', decision, hits: ids, outcomes } as Happened)
    decided(null)
    const answer = await send(to, init)
    const read = (await answer.clone().json()) as { data?: { outcome: string }[] }
    if (read.data) decided(read.data.map(({ outcome }) => outcome))
    return answer
  }
}
