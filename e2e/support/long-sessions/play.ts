import type { Browser } from '@playwright/test'
import { addChat } from '../verbs/chats.ts'
import { ban } from '../verbs/banned-ips.ts'
import { addPoll } from '../verbs/polls.ts'
import { createAccount, openSession, collectBrowserErrors } from '../fixtures.ts'
import { post, storedMessages } from '../verbs/messages.ts'
import { startRule } from '../verbs/rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { actions, type Action } from './actions.ts'
import { Broken, closeAll, patience, settle } from './gestures.ts'
import { broken, type Known } from './invariants.ts'
import { watchShifts } from './seen.ts'
import { standsAt } from './pointer.ts'
import { watchTab } from './tabs.ts'
import { untrue } from './truth.ts'
import type { SessionKind, Step } from './sequence.ts'
import { behave, type Service } from './services.ts'
import { watchChoices, type Happened, type Press } from './watch-choices.ts'
import { World } from './world.ts'

/** One long session: a new account, a browser, and one action after the other until an invariant is broken. */

export interface Played {
  /** The performed actions with descriptions, without those that were not possible at the time. */
  done: { step: Step; words: string }[]
  /** The invariants broken by the last of them; [] = none. */
  found: string[]
}

let sessions = 0

/** Different enough not to be detected as a spam wave. */
const texts = [
  'When do the doors open?',
  'Half past six, says the poster',
  'Is there still a place near the stage',
  'Row four was empty yesterday',
  'Merhaba',
  'Who plays first tonight? I heard it was changed',
  'https://example.org/programme',
  'Thanks!',
  'My train is late again, keep me a seat',
  'The sound was better last year',
  'Bring ear plugs',
  'Does anyone know how long the break is going to be?',
]

const leavesPointer = new Set<string>(['pressKeys', 'othersPost', 'othersDelete', 'letTimePass'])

/** The rule of a session of moderation. */
const marking = { mark: true, deleteAfterSeconds: null, announce: null, preset: null, notify: false } as const
/** A hit that nobody has decided about. */
const isOpen = ({ state, by }: { state: string; by: string }) => state === 'marked' || (state === 'held' && by === '')

/** @param length how many actions at most */
export async function play(browser: Browser, service: Service, steps: readonly Step[], length: number, kind: SessionKind): Promise<Played> {
  const account = await createAccount(service.own, `session-${process.pid}-${sessions++}`)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: service.address })
  const done: Played['done'] = []
  behave(service)
  try {
    const world = await begin(context, account, service, kind)
    for (const step of steps) {
      if (done.length >= length) break
      const action: Action = actions[step.name]
      if (!action.can(world) || (world.isOffline && !action.needsNothing)) continue
      const entry = { step, words: step.name as string }
      done.push(entry)
      const found = await perform(world, step, entry)
      if (found.length > 0) return { done, found }
    }
    return { done, found: [] }
  } finally {
    await service.upstream?.heal()
    await context.close()
  }
}

async function begin(
  context: Parameters<typeof collectBrowserErrors>[0],
  account: Awaited<ReturnType<typeof createAccount>>,
  service: Service,
  kind: SessionKind,
): Promise<World> {
  const chats = []
  for (const name of ['Lobby', 'Stage', 'Quay']) chats.push({ name, id: await addChat(account, name) })
  for (const { id } of chats.slice(0, 2)) {
    await post(account, id, ...texts.map((text, index) => ({ text, username: index % 3 === 0 ? 'Ayşe' : 'Bo' })))
    await addPoll(account, id, 'Doors at seven?')
    await ban(account, id, '192.0.2.1', '203.0.113.0-203.0.113.255')
  }
  const world = new World(context, account, chats, service)
  if (kind === 'moderation') world.gateway = await startRule(account, service.address, marking)
  context.setDefaultTimeout(patience)
  await context.addInitScript(watchShifts)
  await context.exposeFunction('sessionHappened', (happened: Happened) => world.choices.happened(happened))
  await context.addInitScript(watchChoices)
  await collectBrowserErrors(context, new URL(service.address).origin, world.troubles)
  const page = await context.newPage()
  await openSession(page, service.address, account.token)
  world.tabs = [watchTab(world, page)]
  await page.goto(to.chats(), { waitUntil: 'commit' })
  await settle(world)
  return world
}

/** Performs one action and returns the invariants that it broke. */
async function perform(world: World, step: Step, entry: { words: string }): Promise<string[]> {
  const { traffic } = world
  const before = world.seen
  const began = Date.now()
  traffic.permits = []
  world.choices.last = null
  // Everything else moves the pointer, or what is under it, on purpose.
  if (!leavesPointer.has(step.name)) world.pointer = null
  try {
    const {
      words,
      navigates = false,
      overlaid = false,
      closed = false,
      isGentle = false,
    } = await (actions[step.name] as Action).do(world, step.pick)
    entry.words = words
    const shifts = []
    const unasked: string[] = []
    const surprises: string[] = []
    // Delayed writes, such as the draft of the edits, may come a moment later, on a busy machine some seconds.
    for (const until = Date.now() + 10_000; ;) {
      const after = await settle(world)
      await world.settleClaims()
      shifts.push(...after.shifts)
      unasked.push(...traffic.takeUnasked())
      const open = await unchosen(world)
      surprises.push(...world.choices.takeBroken())
      const isDisturbed = began - traffic.wroteAt < 3000 || world.isOffline || began - world.faultAt < 3000
      const found = broken({
        before,
        after: { ...after, shifts },
        navigated: navigates || after.path !== before.path || (!overlaid && after.overlays.length !== before.overlays.length),
        overlaid,
        closed,
        isGentle,
        isDisturbed,
        edits: edits(world),
        unasked,
        unchosen: [...surprises, ...open],
        isAfterKey: isPageKey(world.choices.last),
        pointed: await pointed(world),
        untrue: world.isOffline ? [] : await untrue(world),
        troubles: world.troubles.filter((trouble) => !isExpected(world, trouble, began)),
      })
      if (found.length > 0 && Date.now() < until) continue
      world.troubles.length = 0
      if (found.length === 0 && after.overlays.length > 0 && !overlaid) await closeAll(world)
      return found
    }
  } catch (error) {
    // An action that cannot be performed counts as a broken invariant.
    return [error instanceof Broken ? error.message : `could not be done: ${String(error).slice(0, 600)}`]
  }
}

/** Errors that follow from a fault injected on purpose. */
const isExpected = (world: World, trouble: string, began: number) =>
  (world.isOffline || began - world.faultAt < 8000) && /Failed to load resource|Failed to fetch dynamically/.test(trouble)

/** The number of edits that this page must show. */
function edits(world: World): Known['edits'] {
  const { chat, seen } = world
  if (seen.path === '/account' || seen.path === '/account/social') return world.at === 0 ? { bar: world.forms[seen.path].size } : {}
  if (!chat || !world.tab.editable(world.chats.indexOf(chat))) return {}
  const here = world.draftHere()
  const { live, offered } = here ?? world.draft(chat.id)
  const badge = new Set([...live.keys(), ...offered.keys()]).size
  return here ? { bar: live.size, offered: offered.size, badge } : { badge }
}

/** Compares the choices with the service. @returns hits that can be decided though their message is gone, in words */
async function unchosen({ account, chats, choices, gateway, traffic, seen }: World): Promise<string[]> {
  for (const { id } of chats) {
    const missing = choices.holds(
      id,
      (await storedMessages(account, id)).map(({ messageId }) => messageId),
      Date.now(),
    )
    if (missing.length > 0) traffic.changedElsewhere('messageDelete', id)
  }
  if (!gateway) return []
  const { data } = await gateway.call('reviewRead', { query: {} })
  for (const hit of [...data.held, ...data.marked, ...data.decided])
    choices.knows(hit.id, { ...hit.message, keys: [hit.id, [hit.state, hit.ruleId, hit.message.chatId, hit.alike].join(' ')] })
  const open = choices.gone([...data.held, ...data.marked].filter(isOpen).map(({ id }) => id))
  const closed = choices.gone(data.decided.filter(({ state }) => state === 'gone' || state === 'deleted').map(({ id }) => id))
  const found = open.map((id) => `gone: hit ${id} can be decided, and its message is gone`)
  found.push(...choices.gone(seen.entries).map((id) => `gone: Review offers a decision about hit ${id}, whose message is gone`))
  for (const decision of closed.length > 0 ? (['keep', 'delete'] as const) : []) {
    const answer = await gateway.call('reviewDecide', { body: { ids: closed, decision } })
    for (const { id, outcome } of answer.data)
      if (outcome === 'done') found.push(`gone: ${decision} is accepted for hit ${id}, whose message is gone`)
  }
  return found
}

const isPageKey = (last: Press | null) => last !== null && last.isKey && last.what !== '' && last.what !== '/'

/** What stands where the pointer was put; null where it went elsewhere or the page is another one. */
async function pointed({ page, pointer, seen }: World): Promise<Known['pointed']> {
  if (!pointer || pointer.path !== seen.path || seen.overlays.length > 0) return null
  return { came: pointer, is: await page.evaluate(standsAt, pointer) }
}
