import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type FocusEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { recentFirst } from '#dashboard/platform/chats/chat-scan.ts'
import { recentPages } from '#dashboard/platform/chats/recent-pages.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { chatTabs, parseId } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { currentBindings } from '#dashboard/ui/overlay/keys.tsx'
import { commands } from './commands.ts'
import { itemsFor, type Item } from './palette-items.ts'
import { paletteKeys, paletteLabel, paletteQuery } from './palette-open.ts'
import classes from './Palette.module.css'
import { useBanned } from './use-banned.ts'

const [store, palette] = createSpotlight()

/** The list is a stop of Tab: then one that is longer than the window scrolls by keys without choosing. Its own type forgets what it hands on. */
const byTab = { viewportProps: { tabIndex: 0 } }

const noChats: Chat[] = []
/** Actions that need a chat are offered for so many where none is open. */
const maxRecent = 3

/** Everything by its name: rooms, pages, settings of this room, what this page can do, and where an address is banned. */
export function Palette({ onClose }: { onClose: () => void }) {
  const query = paletteQuery.use()
  const navigate = useNavigate()
  const [, , id, part] = useLocation().pathname.split('/')
  const chats = useQuery(endpointQuery('chatList', {})).data?.data ?? noChats
  const chat = chats.find((other) => other.id === parseId(id))
  const tab = chatTabs.find((name) => name === part) ?? 'settings'
  // The keys of the page beneath, as they were when this opened.
  const [bindings] = useState(currentBindings)
  const [recent] = useState(recentPages)
  const { setColorScheme } = useMantineColorScheme()
  const actions = useMemo(
    () => commands({ chat, recent: recentFirst(chats).slice(0, maxRecent), setColorScheme }),
    [chat, chats, setColorScheme],
  )
  const banned = useBanned(query.trim(), chats)
  const groups = [...banned.groups, ...itemsFor(query, { chats, chat, tab, bindings, recent, commands: actions })]

  useEffect(() => palette.open(), [])

  const choose = ({ action, stays }: Item) => {
    if (typeof action === 'string') void navigate(action)
    else if (stays) action()
    // After this has closed: what it does may open a dialog of its own.
    else setTimeout(action)
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
                {...(item.key && { rightSection: <kbd>{item.key}</kbd> })}
                {...(item.stays && { closeSpotlightOnTrigger: false })}
                onClick={() => choose(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>No matches.</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <p className={classes.status} role="status">
        {banned.status}
      </p>
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
