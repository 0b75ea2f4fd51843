import type { Action } from './actions.ts'
import { enter, isPhone, press, settle, space } from './gestures.ts'
import type { World } from './world.ts'

/** The bench of moderators: by keys where there are keys. */

const isHere = (world: World) => world.isOn('messages')

export const messageActions = {
  tickMessage: {
    can: (world) => isHere(world) && (world.seen.rows?.length ?? 0) > world.seen.going.length,
    do: async (world, pick) => {
      const free = world.seen.rows!.slice(0, 10).filter((id) => !world.seen.going.includes(Number(id)))
      const id = free[pick % free.length]
      if (id === undefined) return { words: 'find nothing to select' }
      await space(world.page.locator(`#message-${id} input[type=checkbox]`))
      return { words: `select message ${id}, or not` }
    },
  },
  keys: {
    can: isHere,
    do: async ({ page }, pick) => {
      await page.locator('main').focus()
      for (const key of ['ArrowDown', 'ArrowDown', 'x', 'Shift+ArrowDown', 'ArrowUp', 'o'].slice(0, 1 + (pick % 6)))
        await page.keyboard.press(key)
      return { words: 'go through messages by keys' }
    },
  },
  deleteSelected: {
    can: (world) => isHere(world) && world.seen.selected.length > 0,
    do: async (world) => {
      const { selected } = world.seen
      await world.page.locator('main').focus()
      await world.page.keyboard.press('d')
      return { words: `delete ${selected.join(', ')}` }
    },
  },
  undoDeletion: {
    can: (world) => isHere(world) && world.seen.isUndoOffered,
    do: async (world) => {
      await world.page.locator('main').focus()
      await world.page.keyboard.press('u')
      return { words: 'undo the deletion' }
    },
  },
  deleteNow: {
    can: (world) => isHere(world) && world.seen.isUndoOffered,
    do: async ({ page }) => {
      const undo = page.getByRole('group', { name: 'Undo' })
      // The time to undo may have passed in the meantime.
      await enter(undo.getByRole('button', { name: 'Delete now' })).catch(async (error) => {
        if (await undo.isVisible()) throw error
      })
      return { words: 'delete at once' }
    },
  },
  post: {
    // On phones the button is in a menu.
    can: (world) => isHere(world) && !isPhone(world),
    do: async (world, pick) => {
      const { page } = world
      const text = world.fresh('Doors at seven')
      await enter(page.locator('main').getByRole('button', { name: 'Post message' }))
      await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill(text)
      if (pick % 2 > 0) {
        await page.keyboard.press('Escape')
        await settle(world)
        await press(world, /^Leave/)
        return { words: 'begin a message, and leave it', overlaid: true }
      }
      world.permit('messageSend', world.chat!.id, {
        objection: (body) => ((body as { text?: unknown }).text === text ? null : `it is not “${text}”`),
      })
      await press(world, /^Post$/)
      return { words: `post “${text}”`, closed: true }
    },
  },
} satisfies Record<string, Action>
