import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Session } from '#contract/session.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import type { PageFiles } from '../server/app-files.ts'
import { startGateway, temporaryFolder } from './gateway.ts'

/** As the build writes it, in short. */
const index =
  '<!doctype html><html><head><style nonce="__CSP_NONCE__"></style></head><body><div id="root"><div id="skeleton" hidden></div><div id="first-mark" hidden></div></div><p id="not-loaded"></p></body></html>'

const inChat: PageFiles['data'] = ['chat', 'chats', 'account', 'catalogue']
const page = (path: string, data: PageFiles['data'], more: Partial<PageFiles> = {}): PageFiles => ({
  path,
  data,
  scripts: [],
  styles: [],
  frame: true,
  ...more,
})

/** Pages with every kind of data. */
const pages = [
  page('/', ['account', 'chats']),
  page('/chats', ['account', 'chats', 'catalogue'], { scripts: ['assets/a.js', 'assets/b.js'], styles: ['assets/c.css'] }),
  page('/social', ['social', 'plan']),
  page('/sign-in', [], { frame: false, scripts: ['assets/s.js'] }),
  page('/chats/:chatId/settings', inChat),
  page('/chats/:chatId/polls', [...inChat, 'polls']),
  page('/chats/:chatId/messages', [...inChat, 'messages']),
  page('/chats/:chatId/banned-ips', [...inChat, 'bans']),
  page('/chats/:chatId/polls/present/:pollId', ['chat', 'polls'], { frame: false }),
]

export const catalogue = { languages: { en: 'English' }, sounds: [], countries: {} }

interface PageData {
  session: Session
  catalogue?: unknown
  answers: { name: string; input: object; etag: string | null; answer: unknown }[]
}

/** On a busy machine the data of a page may take longer than in use. */
const busyTimeoutMs = 30_000

/** A gateway that serves pages: those above, unless the test has others. */
export async function startPages(options: Partial<GatewayOptions> = {}, served: readonly PageFiles[] = pages) {
  const { folder, remove } = temporaryFolder()
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), index)
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue, null, 2))
  writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify(served))
  const gateway = await startGateway({ appFolder: folder, pageDataTimeoutMs: busyTimeoutMs, ...options })

  /** Opens a page as a browser does that has this cookie. */
  async function open(path: string, cookie = '', init: RequestInit = {}) {
    const request = new Request(new URL(path, 'http://127.0.0.1:4173'), init)
    if (cookie) request.headers.set('cookie', cookie)
    const answer = await gateway.app.fetch(request)
    const html = await answer.clone().text()
    return { answer, html, data: dataIn(html) }
  }

  const close = async () => {
    await gateway.close()
    remove()
  }
  return { ...gateway, open, close }
}

/** What the page finds in its HTML; null without an element. The element ends where the parser of a browser ends it. */
export function dataIn(html: string): PageData | null {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script/s.exec(html)?.[1]
  if (text === undefined) return null
  // Its shape is what the tests check.
  const data = JSON.parse(text) as PageData
  return { ...data, session: Session.parse(data.session) }
}
