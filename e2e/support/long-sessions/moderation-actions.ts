import { to } from '#dashboard/platform/to.ts'
import { post, storedMessages } from '../verbs/messages.ts'
import type { Action } from './actions.ts'
import { openPage, settle } from './gestures.ts'
import { controlsInSight } from './pointer.ts'
import type { World } from './world.ts'

/** Keys and clicks on Messages and on Review, wherever the focus and the pointer are, while others post and delete. */

const keys = ['d', 'u', 'k', 'ArrowDown', 'ArrowUp', 'x', 'd', 'Shift+ArrowDown', 'u', 'Delete', 'ArrowDown', 'Escape', ' ', 'd']
const isHere = (world: World) => world.isOn('messages') || world.seen.path === to.inbox()

export const moderationActions = {
  openInbox: {
    can: () => true,
    do: async (world) => {
      await openPage(world, to.inbox())
      return { words: 'open Review', navigates: true }
    },
  },
  pressKeys: {
    can: isHere,
    do: async (world, pick) => {
      const pressed = []
      for (let rest = pick; pressed.length < 1 + (pick % 4); rest = Math.floor(rest / keys.length) + 7)
        pressed.push(keys[rest % keys.length]!)
      for (const key of pressed) {
        await world.page.keyboard.press(key)
        if (pick % 3 > 0) await settle(world)
      }
      return { words: `press ${pressed.join(', ')}`, navigates: true }
    },
  },
  point: {
    can: isHere,
    do: async (world, pick) => {
      const { page } = world
      await page.mouse.move(0, 0)
      await settle(world)
      const targets = await page.evaluate(controlsInSight)
      const target = targets[pick % targets.length]
      if (!target) return { words: 'find nothing to point at' }
      world.pointer = { ...target, path: world.seen.path }
      await page.mouse.move(target.x, target.y)
      if (pick % 3 === 0) return { words: `point at ${target.what}`, navigates: true }
      await settle(world)
      await page.mouse.down()
      await page.mouse.up()
      return { words: `click on ${target.what}`, navigates: true }
    },
  },
  othersPost: {
    can: () => true,
    do: async (world, pick) => {
      const { id, name } = world.chats[pick % 2]!
      const text = pick % 3 === 0 ? world.fresh('Good evening') : 'cheap passes here'
      const username = `fairy${pick % 5}`
      await post(world.account, id, ...Array.from({ length: 1 + (pick % 3) }, () => ({ text, username })))
      world.traffic.changedElsewhere('messageSend', id)
      return { words: `others post in ${name}`, navigates: true }
    },
  },
  othersDelete: {
    can: () => true,
    do: async (world, pick) => {
      const { id: chatId, name } = world.chats[pick % 2]!
      const stored = await storedMessages(world.account, chatId)
      const message = stored.filter(({ text }) => text.includes('cheap'))[pick % 7]
      if (!message) return { words: 'others find nothing to delete' }
      world.choices.deletedElsewhere(chatId, message.messageId)
      await world.account.api('messageDelete', { params: { chatId, messageId: message.messageId } })
      world.traffic.changedElsewhere('messageDelete', chatId)
      return { words: `another program deletes message ${message.messageId} of ${name}`, navigates: true }
    },
  },
  letTimePass: {
    can: (world) => isHere(world) && world.seen.isUndoOffered,
    do: async ({ page }) => {
      await page.getByRole('group', { name: 'Undo' }).waitFor({ state: 'hidden', timeout: 20_000 })
      return { words: 'let the time to undo pass', navigates: true }
    },
  },
} satisfies Record<string, Action>
