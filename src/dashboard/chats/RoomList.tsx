import { Menu } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plain } from '#contract/settings-derive.ts'
import { q } from '../query.ts'
import { to, type ChatTab } from '../to.ts'
import { Icon } from '../ui/icons.tsx'
import { PageLink } from '../ui/PageLink.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import classes from './ChatLayout.module.css'

/** The chats to switch to, by name. */
export function RoomList({ current, tab }: { current: number; tab: ChatTab }) {
  const chats = useSuspenseQuery(q('chatList', {})).data.data
  const [search, setSearch] = useState('')
  const words = plain(search)
  const found = chats.filter(({ name }) => plain(name).includes(words)).toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <SearchField label="Search chats" data-autofocus value={search} onChange={setSearch} />
      <div className={classes.rooms}>
        {found.map(({ id, name }) => (
          <Menu.Item
            key={id}
            component={PageLink}
            to={to.chat(id, tab)}
            aria-current={id === current ? 'page' : undefined}
            rightSection={id === current ? <Icon name="check" size={14} /> : null}
          >
            <span className="outside">{name}</span>
          </Menu.Item>
        ))}
        {found.length === 0 && <p className={classes.none}>No chat is called that.</p>}
      </div>
    </>
  )
}
