import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Drawn } from '#contract/page-view.ts'
import { startPages } from '../testing/pages.ts'
import type { Drawer } from './drawer.ts'

/** Pages that are drawn from their data before they are sent. */

let pages: Awaited<ReturnType<typeof startPages>>
let asked: Parameters<Drawer['draw']>[0][]
let drawn: Drawn | null
const view = 'roomkeeper-view=1280.800.Europe/Lisbon'

beforeEach(async () => {
  asked = []
  drawn = { html: '<main>$& Lobby __CSP_NONCE__</main>', css: '[data-s="0"]{width:0}' }
  const drawer: Drawer = { draw: async (page) => (asked.push(page), drawn), close: async () => {} }
  pages = await startPages({ drawer })
})
afterEach(() => pages.close())

const openAs = async (path: string, cookies: string) => (await pages.open(path, cookies)).html

test('what is drawn is in the place of the skeleton, in its styles, for the window that the page was last in', async () => {
  const { cookie } = await pages.signIn()
  const html = await openAs('/chats?text=lob', `${cookie}; ${view}`)
  expect(html).toContain('<div id="root" data-drawn><main>$& Lobby __CSP_NONCE__</main></div>')
  expect(html).not.toContain('skeleton')
  const [head = ''] = html.split('</head>')
  expect(head).toMatch(/<link rel="stylesheet"[^>]*c\.css">.*<style nonce="[\w+/=-]{10,}">\[data-s="0"\]\{width:0\}<\/style>$/s)
  expect(asked).toMatchObject([{ path: '/chats?text=lob', view: { width: 1280, height: 800, zone: 'Europe/Lisbon' } }])
  expect(JSON.parse(asked[0]!.data)).toMatchObject({ session: { signedIn: true } })
})

test.each([
  ['whose window is not known', '/chats', ''],
  ['whose cookie is none', '/chats', 'roomkeeper-view=<script>'],
  ['without the frame', '/sign-in', view],
  ['that is none', '/no/such/page', view],
])('a page %s is not drawn', async (_, path, more) => {
  const { cookie } = await pages.signIn()
  expect(await openAs(path, `${cookie}; ${more}`)).not.toContain('data-drawn')
  expect(asked).toEqual([])
})

test('nothing is drawn without a session; what can’t be drawn has the skeleton', async () => {
  expect(await openAs('/chats', view)).not.toContain('data-drawn')
  expect(asked).toEqual([])
  drawn = null
  const { cookie } = await pages.signIn()
  const html = await openAs('/chats', `${cookie}; ${view}`)
  expect([html.includes('data-drawn'), html.includes('<div id="skeleton">')]).toEqual([false, true])
})
