import { setting, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Action } from './actions.ts'
import { enter, opened, press, settle, space } from './gestures.ts'
import type { Value, World } from './world.ts'

/** Edits: of the settings of a chat, of the profile and of the social settings. */

/** Switches that neither disconnect nor lock out users, so that saving them asks nothing. */
const switches = [
  'systemMessages',
  'allowAudio',
  'allowVideo',
  'mentions',
  'guestAvatar',
  'inviteFriends',
  'options_qr',
  'upload',
] as const satisfies SettingName[]
const texts = ['groupChatWelcomeMessage', 'offlineMessage', 'privateChatWelcomeMessage'] as const satisfies SettingName[]

const control = ({ page }: World, name: SettingName) => page.locator(`#setting-${name}-control`)
const isShown = ({ seen }: World, name: SettingName) => seen.fields[name] !== undefined

/** The settings of a chat as the service stores them. */
export const heldBy = async ({ account }: World, chatId: number): Promise<Settings> =>
  (await account.api('chatRead', { params: { chatId } })).data

/** Records an edit, or that the value is unedited again. */
function note(world: World, held: Settings, name: SettingName, value: Value) {
  const { live } = world.draftHere()!
  if (held[name] === value) live.delete(name)
  else live.set(name, value)
}

const hasDraft = (world: World) => world.draftHere() !== null
const canSave = (world: World) => (world.draftHere()?.live.size ?? 0) > 0

async function turn(world: World, pick: number): Promise<string> {
  const chatId = world.chat!.id
  const free = switches.filter((name) => isShown(world, name) && !world.draftHere()!.offered.has(name))
  const name = free[pick % free.length]
  if (name === undefined) return 'look for a switch, in vain'
  const held = await heldBy(world, chatId)
  const value = !(world.draftHere()!.live.get(name) ?? held[name])
  await space(control(world, name))
  note(world, held, name, value)
  return `turn “${setting(name).label}” ${value ? 'on' : 'off'}`
}

/** Saves all edits; afterwards the service must store its earlier values with these edits applied. */
async function save(world: World): Promise<void> {
  const chatId = world.chat!.id
  world.claim(chatId, await heldBy(world, chatId), Object.fromEntries(world.draftHere()!.live))
  world.permit('chatUpdate', chatId)
  await world.page.keyboard.press('Control+s')
}

/** Presses a button of the bar of edits. */
const bar = ({ page }: World, name: RegExp) => enter(page.locator('[aria-label="Unsaved changes"]').getByRole('button', { name }))

async function discard(world: World, pick: number): Promise<boolean> {
  await bar(world, /^Discard/)
  await opened(world)
  if (pick % 2 === 0) {
    await world.page.keyboard.press('x')
    await world.page.keyboard.press('Escape')
    return false
  }
  await press(world, /^Discard/)
  return true
}

const fieldsOf = { '/account': ['company', 'city', 'unit'], '/account/social': ['networkTwoName'] } as const
type FormPath = keyof typeof fieldsOf
const formOf = ({ seen, at }: World): FormPath | null => (at === 0 && Object.hasOwn(fieldsOf, seen.path) ? (seen.path as FormPath) : null)
const hasFormEdits = (world: World) => {
  const path = formOf(world)
  return path !== null && world.forms[path].size > 0
}

/** The last saved change, unless its chat has edits that would be mixed with it. */
function lastSaved(world: World) {
  const last = world.saved.at(-1)
  const chat = world.chats.find(({ id }) => id === last?.chatId)
  if (!last || !chat || !world.tab.editable(world.chats.indexOf(chat))) return null
  const { live, offered } = world.draft(chat.id)
  return live.size + offered.size > 0 ? null : { chat, before: last.before }
}

export const settingActions = {
  turn: { can: hasDraft, needsNothing: true, do: async (world, pick) => ({ words: await turn(world, pick) }) },
  write: {
    can: hasDraft,
    needsNothing: true,
    do: async (world, pick) => {
      const free = texts.filter((name) => isShown(world, name) && !world.draftHere()!.offered.has(name))
      const name = free[pick % free.length]
      if (name === undefined) return { words: 'look for a text, in vain' }
      const value = world.fresh('Welcome')
      await control(world, name).fill(value)
      note(world, await heldBy(world, world.chat!.id), name, value)
      return { words: `write “${value}” into “${setting(name).label}”` }
    },
  },
  undoEdit: {
    can: canSave,
    needsNothing: true,
    do: async (world, pick) => {
      const { live } = world.draftHere()!
      const name = [...live.keys()][pick % live.size]!
      if (!isShown(world, name)) return { words: 'look for an edit, in vain' }
      await enter(world.page.getByRole('button', { name: `Undo: ${setting(name).label}`, exact: true }))
      live.delete(name)
      return { words: `undo the edit of “${setting(name).label}”` }
    },
  },
  save: {
    can: canSave,
    do: async (world) => {
      await save(world)
      return { words: 'save' }
    },
  },
  editAndSaveTwice: {
    can: (world) => hasDraft(world),
    do: async (world, pick) => {
      const words = []
      for (const which of [pick, pick + 1]) {
        words.push(await turn(world, which))
        if (canSave(world)) await save(world)
        await settle(world)
        await world.settleClaims()
      }
      return { words: `${words.join(', save, ')}, save` }
    },
  },
  discard: {
    can: canSave,
    do: async (world, pick) => {
      const isDone = await discard(world, pick)
      if (isDone) world.draftHere()!.live.clear()
      return { words: isDone ? 'discard' : 'begin to discard, and leave it', closed: isDone, overlaid: !isDone }
    },
  },
  review: {
    can: canSave,
    do: async (world) => {
      await bar(world, /^Review/)
      await opened(world)
      world.checkReview()
      await world.page.keyboard.press('Escape')
      return { words: 'review, and go back to editing', overlaid: true }
    },
  },
  restore: {
    can: (world) => (world.draftHere()?.offered.size ?? 0) > 0,
    do: async (world, pick) => {
      const { live, offered } = world.draftHere()!
      const isRestored = pick % 3 > 0
      await enter(world.page.locator('[aria-label="Kept edits"]').getByRole('button', { name: isRestored ? 'Restore' : /^(Drop|Discard)/ }))
      const held = await heldBy(world, world.chat!.id)
      if (isRestored) for (const [name, value] of offered) if (held[name] !== value) live.set(name, value)
      offered.clear()
      return { words: isRestored ? 'restore the kept edits' : 'drop the kept edits' }
    },
  },
  search: {
    can: ({ seen }) => seen.searches.length > 0,
    do: async ({ page, seen }, pick) => {
      const field = page.locator('main :is(input[type=search], [role=searchbox])').first()
      await field.fill(seen.searches[0] === '' ? ['lo', 'welcome', 'zzz'][pick % 3]! : '', { timeout: 4000 })
      return { words: seen.searches[0] === '' ? 'search' : 'clear the search', navigates: true }
    },
  },
  undoSaved: {
    can: (world) => world.isOn('activity') && lastSaved(world) !== null,
    do: async (world) => {
      const { chat, before } = lastSaved(world)!
      await enter(world.page.getByRole('button', { name: new RegExp(`^Undo: \\d+ settings? changed, ${chat.name},`) }))
      await opened(world)
      const { live } = world.draftHere() ?? world.draft(chat.id)
      const held = await heldBy(world, chat.id)
      for (const [name, value] of Object.entries(before))
        if (held[name as SettingName] !== value) live.set(name as SettingName, value as Value)
      world.checkReview()
      await world.page.keyboard.press('Escape')
      return { words: `undo the last saved change, of ${chat.name}, as far as its review`, navigates: true }
    },
  },
  fill: {
    can: (world) => formOf(world) !== null,
    do: async (world, pick) => {
      const path = formOf(world)!
      const name = fieldsOf[path][pick % fieldsOf[path].length]!
      const value = world.fresh('Kiel').replace(' ', '')
      await world.page.locator(`main form [name="${name}"]`).fill(value)
      world.forms[path].set(name, value)
      return { words: `write “${value}” into ${name}` }
    },
  },
  saveForm: {
    can: (world) => hasFormEdits(world),
    do: async (world) => {
      const path = formOf(world)!
      world.permit(path === '/account' ? 'accountUpdate' : 'socialUpdate')
      await world.page.keyboard.press('Control+s')
      await settle(world)
      const { data } = path === '/account' ? await world.account.api('accountRead', {}) : await world.account.api('socialRead', {})
      for (const [name, value] of world.forms[path]) if (data[name as keyof typeof data] === value) world.forms[path].delete(name)
      return { words: 'save the form' }
    },
  },
  discardForm: {
    can: hasFormEdits,
    do: async (world, pick) => {
      const isDone = await discard(world, pick)
      if (isDone) world.forms[formOf(world)!].clear()
      return { words: isDone ? 'discard the form' : 'begin to discard the form, and leave it', closed: isDone, overlaid: !isDone }
    },
  },
} satisfies Record<string, Action>
