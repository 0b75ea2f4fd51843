import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type FocusEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { recentFirst } from '#dashboard/platform/chats/chat-scan.ts'
import { recentPages } from '#dashboard/platform/chats/recent-pages.ts'
import { usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { chatTabs, parseId } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { currentBindings } from '#dashboard/ui/overlay/keys.tsx'
import { Keys } from '#dashboard/ui/overlay/KeysDialog.tsx'
import { commands } from './commands.ts'
import { itemsFor, type PaletteItem, useBanSearch } from './palette-items.ts'
import { paletteKeys, paletteLabel, paletteQuery, takeFocus } from './PaletteStart.tsx'
import classes from './Palette.module.css'

const [store, palette] = createSpotlight()

/**
 * Makes the list a tab stop, so that a list longer than the window can be scrolled with the keyboard without selecting an item. Mantine's type does
 * not declare the property that it passes on.
 */
const byTab = { viewportProps: { tabIndex: 0 } }

const noChats: Chat[] = []
/** How many recent chats offer their actions if no chat is open. */
const maxRecent = 3

/** The command palette: finds chats, pages, settings of the current chat, actions of the current page, and where an address is banned. */
export function Palette({ onClose }: { onClose: () => void }) {
  const query = paletteQuery.use()
  const navigate = useNavigate()
  const [, , id, part] = useLocation().pathname.split('/')
  const may = useMay()
  const chats = useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') }).data?.data ?? noChats
  const chat = chats.find((other) => other.id === parseId(id))
  const tab = chatTabs.find((name) => name === part) ?? 'settings'
  // The key bindings of the page below, as they were when the palette opened.
  const [bindings] = useState(currentBindings)
  const [recent] = useState(recentPages)
  const usesPresets = may('presets.use')
  const allOn = usePresetsOn()
  const presetsOn = useMemo(
    () => allOn.filter(({ chats: held }) => usesPresets && held.some(({ chatId }) => may('presets.use', chatId))),
    [allOn, usesPresets, may],
  )
  const actions = useMemo(
    () => commands({ chat, recent: recentFirst(chats).slice(0, maxRecent), may, usesPresets, presetsOn }),
    [chat, chats, may, usesPresets, presetsOn],
  )
  const banned = useBanSearch(may('bans.read') ? query.trim() : '', chats)
  const groups = [...banned.groups, ...itemsFor(query, { chats, chat, tab, bindings, recent, commands: actions, may })]

  useEffect(() => palette.open(), [])

  const choose = ({ action, keepsOpen }: PaletteItem) => {
    if (typeof action === 'string') void navigate(action)
    else if (keepsOpen) action()
    // Runs after the palette has closed, because the action may open its own dialog.
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
      // It appears where PaletteStart was, so a transition would flicker.
      transitionProps={{ duration: 0 }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        ref={takeFocus}
        aria-label={paletteLabel}
        placeholder={paletteLabel}
        onFocus={takeOver}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList {...byTab}>
        {groups.map(({ label, items }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                leftSection={<Icon name={item.icon} />}
                {...(item.detail && { description: item.detail })}
                {...(item.key && { rightSection: <Keys keys={item.key} /> })}
                {...(item.keepsOpen && { closeSpotlightOnTrigger: false })}
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

/** Replays the keys that were pressed before this input had the focus, once the list is there that they go to. */
function takeOver({ currentTarget: field }: FocusEvent<HTMLInputElement>) {
  field.setSelectionRange(field.value.length, field.value.length)
  // An item is selected as soon as something is typed.
  const keys = [...(field.value ? ['ArrowDown'] : []), ...paletteKeys.splice(0)]
  setTimeout(() => {
    for (const key of keys) field.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }))
  })
}
