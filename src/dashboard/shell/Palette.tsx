import { Kbd } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type FocusEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { q } from '../query.ts'
import { chatTabs, parseId, to } from '../to.ts'
import { Icon } from '../ui/icons.tsx'
import { currentBindings } from '../ui/keys.tsx'
import { itemsFor, type Group, type Item } from './palette-items.ts'
import { lastPlaces, paletteKeys, paletteLabel, paletteQuery } from './palette-open.ts'

const [store, palette] = createSpotlight()

/** The list is a stop of Tab: then one that is longer than the window scrolls by keys without choosing. Its own type forgets what it hands on. */
const byTab = { viewportProps: { tabIndex: 0 } }

/** Everything by its name: rooms, pages, settings of this room, what this page can do, and where an address is banned. */
export function Palette({ onClose }: { onClose: () => void }) {
  const query = paletteQuery.use()
  const navigate = useNavigate()
  const [, , id, part] = useLocation().pathname.split('/')
  const chats = useQuery(q('chatList', {})).data?.data ?? []
  const chat = chats.find((other) => other.id === parseId(id))
  const tab = chatTabs.find((name) => name === part) ?? 'settings'
  // The keys of the page beneath, as they were when this opened.
  const [bindings] = useState(currentBindings)
  const banned = useBanned(query.trim(), chats)
  const groups = [...banned, ...itemsFor(query, { chats, chat, tab, bindings, places: lastPlaces() })]

  useEffect(() => palette.open(), [])

  const choose = ({ act }: Item) => {
    if (typeof act === 'string') void navigate(act)
    // After this has closed: what it does may open a dialog of its own.
    else setTimeout(act)
  }

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={paletteQuery.set}
      shortcut={null}
      onSpotlightClose={onClose}
      overlayProps={{ blur: 0 }}
      // It appears where PaletteStart is.
      transitionProps={{ duration: 0 }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search aria-label={paletteLabel} placeholder={paletteLabel} onFocus={takeOver} leftSection={<Icon name="search" />} />
      <Spotlight.ActionsList {...byTab}>
        {groups.map(({ label, items }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                leftSection={<Icon name={item.icon} />}
                {...(item.detail && { description: item.detail })}
                {...(item.key && { rightSection: <Kbd>{item.key}</Kbd> })}
                onClick={() => choose(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>No matches.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Goes on with what was typed and pressed before this had the focus. */
function takeOver({ currentTarget: field }: FocusEvent<HTMLInputElement>) {
  field.setSelectionRange(field.value.length, field.value.length)
  // An entry is chosen from the first letter on; without letters none is.
  const keys = [...(field.value ? ['ArrowDown'] : []), ...paletteKeys.splice(0)]
  for (const key of keys) field.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }))
}

/** The chats in which an address is banned, when an address is typed. */
function useBanned(typed: string, chats: readonly Chat[]): Group[] {
  const address = ipv4.safeParse(typed).success ? ipv4ToNumber(typed) : null
  const lists = useQueries({
    queries: address === null ? [] : chats.map(({ id }) => q('banList', { params: { chatId: id } })),
  })
  if (address === null) return []
  const found = chats.filter((_, index) =>
    lists[index]?.data?.data.some(({ firstIp, lastIp }) => ipv4ToNumber(firstIp) <= address && address <= ipv4ToNumber(lastIp)),
  )
  const unread = lists.filter(({ data }) => data === undefined).length
  const items: Item[] = found.map(({ id, name }) => ({
    id: `ban-${id}`,
    icon: 'ban',
    label: `${typed} is banned in ${name}`,
    act: to.bannedIps(id, typed),
  }))
  if (items.length > 0) return [{ label: 'Banned', items }]
  const words = unread > 0 ? `Looking where ${typed} is banned…` : `${typed} is banned in no chat`
  return [{ label: 'Banned', items: [{ id: 'ban-none', icon: 'ban', label: words, act: () => {} }] }]
}
