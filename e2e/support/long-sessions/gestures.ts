import { expect, type Locator } from '@playwright/test'
import { look, type Seen } from './seen.ts'
import type { Chat, World } from './world.ts'

/** Basic interactions, with the time that the page has to react. */

/** Milliseconds after which an expected element counts as missing. */
export const patience = 8000

/** An invariant is broken. */
export class Broken extends Error {}

export const click = (target: Locator) => target.first().click({ timeout: patience })

/** By keyboard, as a toast may cover the target for some seconds. */
export const enter = (target: Locator) => target.first().press('Enter', { timeout: patience })
export const space = (target: Locator) => target.first().press(' ', { timeout: patience })

/** Waits until the current page is idle, and reads it. */
export async function settle(world: World): Promise<Seen> {
  const { page, tab, traffic } = world
  const shifts = []
  const until = Date.now() + 10_000
  for (let quiet = 0; quiet < 2;) {
    tab.seen = await look(page)
    shifts.push(...tab.seen.shifts)
    const busy = [...tab.seen.busy, ...traffic.open(page)]
    quiet = busy.length === 0 ? quiet + 1 : 0
    if (quiet < 2 && Date.now() > until) throw new Broken(`still under way after 10 s: ${busy.join(', ')}`)
  }
  tab.seen.shifts = shifts
  return tab.seen
}

/** Waits until an overlay is open and has the focus. */
export async function opened(world: World): Promise<void> {
  await world.page.locator('[role=dialog], [role=menu]').last().waitFor({ timeout: patience })
  await settle(world)
}

export const isPhone = ({ page }: World) => page.viewportSize()!.width < 768

/** Presses a button of the topmost dialog. */
export const press = ({ page }: World, name: RegExp) => enter(page.getByRole('dialog').last().getByRole('button', { name }))

/** Closes all overlays without confirming anything. */
export async function closeAll(world: World): Promise<void> {
  for (let tries = 0; tries < 4 && world.seen.overlays.length > 0; tries++) {
    if (world.seen.overlays.at(-1)!.includes('Leave without saving')) await press(world, /^Leave$/)
    else await world.page.keyboard.press('Escape')
    await settle(world)
  }
  if (world.seen.overlays.length > 0) throw new Broken(`Escape does not close ${world.seen.overlays.join(', ')}`)
}

/** Follows a link and waits for its page. */
async function follow({ page }: World, link: Locator, path: string): Promise<void> {
  await click(link.locator(`a[href="${path}"]`))
  await page.waitForURL((url) => url.pathname === path, { waitUntil: 'commit', timeout: patience * 2 })
}

/** Opens a page by its link in the sidebar, or by its tab in the place that has one. */
export async function openPage(world: World, path: string): Promise<void> {
  const { page } = world
  if (world.seen.path === path) return
  const place = `/${path.split('/')[1]!}`
  if (world.seen.path !== place) await openPlace(world, place)
  if (path !== place) await follow(world, page.locator('main nav[aria-label^="Parts of"]'), path)
}

async function openPlace(world: World, path: string): Promise<void> {
  const { page } = world
  if (!isPhone(world)) return follow(world, page.locator('nav[aria-label="Pages"]'), path)
  await click(page.locator('main').getByRole('button', { name: 'Menu' }))
  await follow(world, page.getByRole('dialog'), path)
}

/** Opens the palette and types immediately, as experienced users do. */
export async function typeIntoPalette(world: World, text: string): Promise<void> {
  const { page } = world
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
  await opened(world)
  const holds = expect.poll(async () => (await look(page)).typed, { timeout: 1500 }).toBe(text)
  await holds.catch(() => {
    throw new Broken(`typed “${text}” at once, and the palette holds “${world.seen.typed}”: keys went elsewhere`)
  })
  await settle(world)
}

/** Opens a page of a chat from any page. */
export async function openPart(world: World, chat: Chat, part: string, byPalette: boolean): Promise<void> {
  const { page } = world
  if (world.chat !== chat) {
    const link = page.locator(`[aria-label="Chats"] a[href="/chats/${chat.id}/settings"]`)
    if (!byPalette) {
      await openPage(world, '/chats')
      await settle(world)
    }
    // A search may leave the chat out of the list.
    if (byPalette || (await link.count()) === 0) {
      await typeIntoPalette(world, chat.name)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname.startsWith(`/chats/${chat.id}/`), { waitUntil: 'commit', timeout: patience * 2 })
    } else await follow(world, page.locator('[aria-label="Chats"]'), `/chats/${chat.id}/settings`)
    await settle(world)
  }
  if (!world.isOn(part)) await follow(world, page.locator('nav[aria-label="Parts of this chat"]'), `/chats/${chat.id}/${part}`)
}
