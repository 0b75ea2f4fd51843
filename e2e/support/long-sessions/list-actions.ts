import type { Action } from './actions.ts'
import { enter, opened, patience, press, settle, space } from './gestures.ts'
import type { World } from './world.ts'

/** Actions on lists of chats, polls and banned ranges: selecting, opening questions, creating and removing. */

const hasSelection = (world: World) => world.seen.selected.length > 0
const isOnList = (world: World) => world.isOn('chats') || world.isOn('banned-ips')
/** A button of the bar of the selection. */
async function bulk({ page }: World, name: RegExp) {
  const bar = page.locator('main section[aria-label^="Selected"]')
  const more = bar.getByRole('button', { name: 'More' })
  const button = bar.getByRole('button', { name })
  await more.or(button).first().waitFor({ timeout: patience })
  if ((await more.count()) === 0) return enter(button)
  await enter(more)
  await enter(page.getByRole('menuitem', { name }))
}

/** Types into the open overlay and closes it with Escape. */
async function leaveDialog(world: World) {
  await opened(world)
  for (const key of ['d', 'x', 'j', 'u']) await world.page.keyboard.press(key)
  await world.page.keyboard.press('Escape')
}

export const listActions = {
  tick: {
    can: isOnList,
    needsNothing: true,
    do: async (world, pick) => {
      const boxes = world.page.locator('main input[type=checkbox][aria-label^="Select "]')
      const count = await boxes.count()
      if (count === 0) return { words: 'find nothing to select' }
      await space(boxes.nth(pick % count))
      return { words: 'select a row, or not' }
    },
  },
  clear: {
    can: (world) => hasSelection(world) && world.seen.overlays.length === 0,
    do: async ({ page }) => {
      await page.keyboard.press('Escape')
      return { words: 'clear the selection' }
    },
  },
  askAndLeave: {
    can: (world) => isOnList(world) && hasSelection(world),
    do: async (world, pick) => {
      await bulk(world, world.isOn('chats') ? (pick % 2 === 0 ? /^Delete/ : /^(Take offline|Delete)/) : /^Unban/)
      await leaveDialog(world)
      return { words: 'ask for what the selection is for, type over the question, and close it by Escape', overlaid: true }
    },
  },
  switchChat: {
    can: (world) => world.isOn('chats') && world.seen.selected.length === 1,
    do: async (world) => {
      const chat = world.chats.find(({ name }) => world.seen.selected[0] === `Select ${name}`)
      if (!chat) return { words: 'look at a new chat' }
      const held = (await world.account.api('chatRead', { params: { chatId: chat.id } })).data
      // As this page shows it: another tab may have switched it in the meantime.
      const isOffline = await world.page.locator('main [data-selected]').getByText('Offline', { exact: true }).count()
      if (Boolean(isOffline) !== held.offline) return { words: 'look at a chat that was changed elsewhere' }
      world.claim(chat.id, held, { offline: !held.offline })
      world.permit('chatUpdate', chat.id)
      await bulk(world, held.offline ? /^Bring online/ : /^Take offline/)
      if (!held.offline) {
        await opened(world)
        await press(world, /^Take offline/)
      }
      return { words: `take ${chat.name} ${held.offline ? 'online' : 'offline'}`, closed: !held.offline }
    },
  },
  rowMenu: {
    can: (world) => (world.isOn('chats') || world.isOn('banned-ips') || world.isOn('polls')) && (world.seen.rows?.length ?? 0) > 0,
    do: async (world, pick) => {
      const menus = world.page.locator('main :is(tbody, ul, article, [role=row])').getByRole('button', { name: /^(Acts|Actions) for/ })
      await enter(menus.nth(pick % (await menus.count())))
      await opened(world)
      await world.page.keyboard.press('Escape')
      return { words: 'open the menu of a row, and close it', overlaid: true }
    },
  },
  newChat: {
    can: (world) => world.isOn('chats') && (world.seen.rows?.length ?? 0) < 6,
    do: async (world, pick) => {
      const name = world.fresh('Annex')
      await enter(world.page.locator('main').getByRole('button', { name: 'New', exact: true }))
      await enter(world.page.getByRole('menuitem', { name: 'Chat', exact: true }))
      await world.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
      if (pick % 3 > 0) {
        await world.page.keyboard.press('Escape')
        await settle(world)
        await press(world, /^Leave/)
        return { words: 'begin a chat, and leave it', overlaid: true }
      }
      world.permit('chatCreate', undefined, {
        objection: (body) => ((body as { name?: unknown }).name === name ? null : `it is not “${name}”`),
      })
      await world.page.keyboard.press('Enter')
      return { words: `create ${name}`, navigates: true, closed: true }
    },
  },
  newPoll: {
    can: (world) => world.isOn('polls') && (world.seen.rows?.length ?? 0) < 6,
    do: async (world, pick) => {
      const { page } = world
      const question = world.fresh('Encore')
      await enter(page.locator('main').getByRole('button', { name: 'New poll' }))
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('Question').fill(question)
      for (const number of [1, 2]) await drawer.getByLabel(`Answer ${number}`, { exact: true }).fill(`Answer ${number}`)
      if (pick % 2 > 0) {
        await page.keyboard.press('Escape')
        await settle(world)
        await press(world, /^Leave/)
        return { words: 'begin a poll, and leave it', overlaid: true }
      }
      world.permit('pollCreate', world.chat!.id)
      await press(world, /^Save$/)
      return { words: `create the poll ${question}`, closed: true }
    },
  },
  poll: {
    can: (world) => world.isOn('polls') && (world.seen.rows?.length ?? 0) > 0,
    do: async (world, pick) => {
      const { page } = world
      const menus = page.locator('main article').getByRole('button', { name: /^(Acts|Actions) for/ })
      await enter(menus.nth(pick % (await menus.count())))
      const isDeletion = pick % 2 > 0
      await enter(page.getByRole('menuitem', { name: isDeletion ? /^Delete/ : /^Publish/ }))
      if (pick % 4 > 1) {
        await leaveDialog(world)
        return { words: `ask to ${isDeletion ? 'delete' : 'publish'} a poll, and close the question`, overlaid: true }
      }
      await opened(world)
      world.permit(isDeletion ? 'pollDelete' : 'pollPublish', world.chat!.id)
      await press(world, isDeletion ? /^Delete/ : /^Publish/)
      return { words: `${isDeletion ? 'delete' : 'publish'} a poll`, closed: true }
    },
  },
  ban: {
    // In a narrow window the ban box is behind a button.
    can: (world) => world.isOn('banned-ips') && 'text' in world.seen.fields,
    do: async (world, pick) => {
      const address = `5.9.${pick % 250}.${Number(world.fresh('')) % 250}`
      await world.page.getByRole('textbox', { name: 'Addresses to ban' }).fill(address)
      world.permit('banCreate', world.chat!.id)
      await enter(world.page.locator('main form').getByRole('button', { name: /^Ban 1 address/ }))
      return { words: `ban ${address}` }
    },
  },
  lift: {
    can: (world) => world.isOn('banned-ips') && world.seen.selected.length === 1,
    do: async (world) => {
      for (const name of ['banLift', 'banLiftRange'] as const) world.permit(name, world.chat!.id)
      await bulk(world, /^Unban/)
      await opened(world)
      await press(world, /^Unban/)
      return { words: 'lift the selected ban', closed: true }
    },
  },
} satisfies Record<string, Action>
