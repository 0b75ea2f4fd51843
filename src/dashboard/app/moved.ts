import { to } from '#dashboard/platform/to.ts'

/** The addresses of pages up to 0.2.0, which bookmarks, messages and the audit log still hold. They lead to the pages of today until 0.4.0. */

/** Where a page is now, for each old address. The part of it in parentheses is handed on. */
const pages: [old: RegExp, now: (part: string) => string][] = [
  [/^\/review$/, to.inbox],
  [/^\/settings$/, () => to.compare()],
  [/^\/presets$/, () => to.modes()],
  [/^\/rules$/, to.rules],
  [/^\/rules\/([^/]+)$/, to.rule],
  [/^\/drift$/, to.outside],
  [/^\/activity$/, () => to.changes()],
  [/^\/social$/, to.social],
  [/^\/account\/team$/, to.people],
  [/^\/account\/rights$/, to.roles],
  [/^\/account\/standing$/, to.schedule],
  [/^\/account\/service$/, to.connection],
  [/^\/chats\/(\d+)\/history$/, (chatId) => to.compareMoments(Number(chatId))],
  [/^\/chats\/(\d+)\/hours$/, (chatId) => to.hours(Number(chatId))],
]

/** Parts of a query that have another name now, for each page. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [to.modes()]: { preset: 'mode' },
  [to.changes()]: { room: 'chat' },
}

/** @returns where the page is now; null if the address was never one of a page */
export function movedTo({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string | null {
  const path = pathname.replace(/(?<=.)\/$/, '')
  for (const [old, pageOf] of pages) {
    const parts = old.exec(path)
    if (!parts) continue
    const page = new URL(pageOf(parts[1] ?? ''), 'https://this.page')
    let now = page.pathname
    const query = new URLSearchParams(search)
    if (now === to.changes()) {
      if (query.get('show') === 'me') now = to.ownChanges()
      query.delete('show')
    }
    if (now === to.people() && query.get('open') === 'token') now = to.tokens()
    const renamed = [...query].map(([name, value]) => [names[now]?.[name] ?? name, value])
    const all = new URLSearchParams([...page.searchParams, ...renamed])
    return now + (all.size > 0 ? `?${all}` : '') + (page.hash || hash)
  }
  return null
}
