import { ipv4ToNumber } from '#contract/values.ts'
import { storedMessages } from '../verbs/messages.ts'
import type { Resource } from './traffic.ts'
import type { World } from './world.ts'

/** What is on the screen, held against the service. */

/** Settings that are changed by other programs and from the list of chats. */
const changedBesides = new Set(['autoInvite', 'offline'])

/** Differences in words. What the page cannot know yet, because another program or tab changed it since or reading failed, is none. */
export async function untrue(world: World): Promise<string[]> {
  const { seen, chat, account } = world
  const knows = (resource: Resource) => world.traffic.isUpToDate(world.page, resource)
  const found: string[] = []
  const compare = (what: string, shown: unknown, held: unknown) => {
    if (JSON.stringify(shown) !== JSON.stringify(held))
      found.push(`${what}: the screen says ${JSON.stringify(shown)}, the service ${JSON.stringify(held)}`)
  }
  const params = { chatId: chat?.id ?? 0 }

  if (seen.path === '/chats' && knows('chatList') && seen.searches[0] === '' && seen.rows) {
    const { data } = await account.api('chatList', {})
    compare('chats', seen.rows.toSorted(), data.map(({ name }) => name).toSorted())
  }
  const draft = world.draftHere()
  if (draft && knows(`chatRead ${params.chatId}`)) {
    const { data } = await account.api('chatRead', { params })
    for (const [name, shown] of Object.entries(seen.fields)) {
      const held = data[name as keyof typeof data]
      const isEdited = draft.live.has(name as keyof typeof data as never)
      // While there are edits, the form keeps the values from the start of editing; saving compares all three.
      // A select shows the label, not the value.
      if (typeof held !== typeof shown || name === 'langId' || (draft.live.size > 0 && changedBesides.has(name))) continue
      compare(name, shown, isEdited ? draft.live.get(name as never) : held)
    }
  }
  // Without a filter by author, whose name in the address is “poster”.
  if (
    chat &&
    world.isOn('messages') &&
    !world.page.url().includes('poster=') &&
    knows(`messageList ${chat.id}`) &&
    seen.rows &&
    seen.searches[0] === ''
  ) {
    const going = world.choices.of(chat.id)
    const held = (await storedMessages(account, chat.id))
      .map(({ messageId }) => messageId)
      .filter((id) => !going.has(id) && !seen.going.includes(id))
      .toSorted((one, other) => other - one)
    const shown = seen.rows.map(Number).filter((id) => !going.has(id) && !seen.going.includes(id))
    // Only rows near the viewport are rendered.
    const from = held.indexOf(shown[0] ?? -1)
    compare('messages', shown, from < 0 ? held : held.slice(from, from + shown.length))
  }
  if (chat && world.isOn('polls') && knows(`pollList ${chat.id}`) && seen.rows && seen.searches.every((text) => text === '')) {
    const { data } = await account.api('pollList', { params })
    const held = new Set(data.filter(({ dateDeleted }) => dateDeleted === null).map(({ question }) => question))
    compare(
      'polls that are not of the service',
      seen.rows.filter((question) => !held.has(question)),
      [],
    )
  }
  if (chat && world.isOn('banned-ips') && knows(`banList ${chat.id}`) && seen.rows && seen.searches.every((text) => text === '')) {
    const { data } = await account.api('banList', { params })
    const first = (name: string) => ipv4ToNumber(name.split(/[/–-]/)[0]!.trim())
    const inOrder = (addresses: number[]) => addresses.toSorted((one, other) => one - other)
    compare('bans', inOrder(seen.rows.map(first)), inOrder(data.map(({ firstIp }) => ipv4ToNumber(firstIp))))
  }
  if (
    (seen.path === '/account' || seen.path === '/account/social') &&
    world.at === 0 &&
    knows(seen.path === '/account' ? 'accountRead' : 'socialRead')
  ) {
    const { data } = seen.path === '/account' ? await account.api('accountRead', {}) : await account.api('socialRead', {})
    const edits = world.forms[seen.path]
    for (const [name, shown] of Object.entries(seen.fields)) {
      const held = data[name as keyof typeof data] as unknown
      if (typeof held === typeof shown) compare(name, shown, edits.get(name) ?? held)
    }
  }
  return found
}
