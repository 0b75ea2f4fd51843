import { Popover } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { cloneElement, useLayoutEffect, useRef, useState, type ReactElement, type Ref } from 'react'
import { plain } from '#contract/settings-derive.ts'
import { q } from '../query.ts'
import { to, type ChatTab } from '../to.ts'
import { Icon } from '../ui/more-icons.tsx'
import { PageLink } from '../ui/PageLink.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import classes from './ChatLayout.module.css'

interface RoomListProps {
  button: ReactElement<{ ref?: Ref<HTMLButtonElement>; onClick?: () => void }>
  current: number
  tab: ChatTab
}

/** The chats to switch to, by name. Opens when it is first drawn, and by its button from then on. No menu: a menu must not hold a search field. */
export function RoomList({ button, current, tab }: RoomListProps) {
  const chats = useSuspenseQuery(q('chatList', {})).data.data
  const [opened, setOpened] = useState(true)
  const [search, setSearch] = useState('')
  const target = useRef<HTMLButtonElement>(null)
  // The pressed button was drawn anew, together with the list; the focus shall come back to it.
  useLayoutEffect(() => target.current?.focus(), [])
  const words = plain(search)
  const found = chats.filter(({ name }) => plain(name).includes(words)).toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { ref: target, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown>
        <SearchField label="Search chats" data-autofocus value={search} onChange={setSearch} />
        <ul className={classes.rooms}>
          {found.map(({ id, name }) => (
            <li key={id}>
              <PageLink
                to={to.chat(id, tab)}
                className={classes.room}
                aria-current={id === current ? 'page' : undefined}
                onClick={() => setOpened(false)}
              >
                <span className="outside">{name}</span>
                {id === current && <Icon name="check" size={14} />}
              </PageLink>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className={classes.none}>No chat is called that.</p>}
      </Popover.Dropdown>
    </Popover>
  )
}
