import { to } from '#dashboard/platform/to.ts'
import type { Action } from './actions.ts'
import { opened, openPage, openPart, typeIntoPalette } from './gestures.ts'
import { watchTab } from './tabs.ts'

/** From page to page, and what a browser and its window do. */

const parts = ['settings', 'messages', 'polls', 'banned-ips'] as const
const widths = [360, 768, 900, 1024, 1100, 1280, 1440, 1920]
/** Letters that are keys of some page, too. */
const typed = ['demo', 'jxd', 'social', 'nnn', 'x/u', '203.0.113.7', 'uploads', '[?']

const open = (path: string): Action => ({
  // The forms of the account keep one draft for all tabs, so only the first tab fills them in.
  can: (world) => path === to.chats() || path === to.home() || world.at === 0,
  do: async (world) => {
    await openPage(world, path)
    return { words: `open ${path}`, navigates: true }
  },
})

const openChat = (part: (typeof parts)[number]): Action => ({
  can: () => true,
  do: async (world, pick) => {
    const possible = world.chats.filter((_, index) => world.tab.editable(index))
    // Usually the current chat.
    const chat = pick % 4 > 0 && world.chat && possible.includes(world.chat) ? world.chat : possible[pick % possible.length]!
    const byPalette = pick % 3 === 0 && world.chat !== chat
    await openPart(world, chat, part, byPalette)
    return { words: `open ${part} of ${chat.name}${byPalette ? ' by the palette' : ''}`, navigates: true, closed: byPalette }
  },
})

export const browserActions = {
  openHome: open(to.home()),
  openChats: open(to.chats()),
  openAccount: open(to.account()),
  openSocial: open(to.social()),
  openActivity: open(to.changes()),
  openSettings: openChat('settings'),
  openMessages: openChat('messages'),
  openPolls: openChat('polls'),
  openBans: openChat('banned-ips'),
  back: {
    can: ({ seen }) => seen.depth > 0,
    do: async ({ page, seen }) => {
      await page.evaluate(() => history.back())
      await page.waitForFunction((depth) => (history.state as { idx?: number } | null)?.idx !== depth, seen.depth)
      return { words: 'back', navigates: true }
    },
  },
  reload: {
    can: () => true,
    do: async (world) => {
      const { page, tab } = world
      await page.reload({ waitUntil: 'commit' })
      tab.load = world.newLoad()
      return { words: 'reload', navigates: true }
    },
  },
  otherTab: {
    can: () => true,
    do: async (world) => {
      if (world.tabs.length === 1) {
        const page = await world.context.newPage()
        world.tabs.push(watchTab(world, page))
        world.at = 1
        await page.goto(to.chats(), { waitUntil: 'commit' })
        return { words: 'open another tab', navigates: true }
      }
      world.at = 1 - world.at
      await world.page.bringToFront()
      return { words: `go to tab ${world.at + 1}`, navigates: true }
    },
  },
  closeTab: {
    can: ({ at }) => at === 1,
    do: async (world) => {
      await world.page.close()
      world.tabs.pop()
      world.at = 0
      await world.page.bringToFront()
      return { words: 'close the tab', navigates: true }
    },
  },
  offline: {
    can: () => true,
    do: async (world) => {
      await world.setOffline(true)
      return { words: 'lose the connection' }
    },
  },
  online: {
    can: ({ isOffline }) => isOffline,
    needsNothing: true,
    do: async (world) => {
      await world.setOffline(false)
      return { words: 'find the connection again', navigates: true }
    },
  },
  fault: {
    can: ({ service }) => service.name === 'merging',
    do: async ({ service: { upstream } }, pick) => {
      const reads = ['500 JSON', '502 HTML', 'reset', '500 JSON'] as const
      const writes = ['reset after the work', '500 JSON after the work', 'refused with words', 'reset'] as const
      const isRead = pick % 2 === 0
      const fault = (isRead ? reads : writes)[(pick >> 1) % 4]!
      for (const method of isRead ? ['GET'] : ['PUT', 'POST']) upstream!.arm(method, /^/, fault, 1)
      return { words: `the next ${isRead ? 'read' : 'write'} fails: ${fault}` }
    },
  },
  resize: {
    can: () => true,
    needsNothing: true,
    do: async ({ page }, pick) => {
      const width = pick % 3 === 0 ? 360 + (pick % 1561) : widths[pick % widths.length]!
      await page.setViewportSize({ width, height: 800 })
      return { words: `make the window ${width} px wide`, navigates: true }
    },
  },
  hover: {
    can: ({ seen }) => (seen.rows?.length ?? 0) > 0,
    needsNothing: true,
    do: async ({ page }, pick) => {
      const rows = page.locator('main :is(tbody tr, [role=row][id^="message-"], [role=row][aria-selected], article)')
      const count = await rows.count()
      const box = count > 0 ? await rows.nth(pick % Math.min(count, 12)).boundingBox() : null
      if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      return { words: 'point at a row', isGentle: true }
    },
  },
  palette: {
    can: () => true,
    do: async (world, pick) => {
      const text = typed[pick % typed.length]!
      await typeIntoPalette(world, text)
      await world.page.keyboard.press('Escape')
      return { words: `type “${text}” into the palette and close it`, overlaid: true }
    },
  },
  help: {
    can: () => true,
    do: async (world) => {
      await world.page.locator('main').focus()
      await world.page.keyboard.press('?')
      await opened(world)
      for (const key of ['j', 'x', 'd', 'n', '\\']) await world.page.keyboard.press(key)
      await world.page.keyboard.press('Escape')
      return { words: 'look at the keys, with some typed over them', overlaid: true }
    },
  },
  fold: {
    can: () => true,
    do: async ({ page }) => {
      await page.locator('main').focus()
      await page.keyboard.press('\\')
      return { words: 'collapse or expand the sidebar', navigates: true }
    },
  },
  elsewhere: {
    can: () => true,
    do: async ({ chats, account, traffic }, pick) => {
      const { id, name } = chats[pick % chats.length]!
      const { data } = await account.api('chatRead', { params: { chatId: id } })
      traffic.changedElsewhere('chatUpdate', id)
      await account.api('chatUpdate', { params: { chatId: id }, body: { autoInvite: !data.autoInvite } })
      traffic.changedElsewhere('chatUpdate', id)
      return { words: `another program changes ${name}` }
    },
  },
} satisfies Record<string, Action>
