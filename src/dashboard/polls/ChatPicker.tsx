import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { plain } from '#contract/settings-derive.ts'
import { count } from '../ui/numbers.ts'
import { SearchField } from '../ui/SearchField.tsx'
import classes from './ChatPicker.module.css'

interface ChatPickerProps {
  label: string
  chats: Chat[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  error?: string
}

/** Chooses several chats by name. What is chosen stays chosen while the search hides it. */
export function ChatPicker({ label, chats, chosen, onChoose, error }: ChatPickerProps) {
  const [search, setSearch] = useState('')
  const words = plain(search)
  const found = chats.filter(({ name }) => plain(name).includes(words)).toSorted((a, b) => a.name.localeCompare(b.name))
  const toggle = (id: number) => onChoose(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]))
  return (
    <fieldset className={classes.field}>
      <legend>
        {label} <span className={`num ${classes.count}`}>{count(chosen.size)} chosen</span>
      </legend>
      {chats.length > 8 && <SearchField label="Search chats" value={search} onChange={setSearch} />}
      <div className={classes.list}>
        {found.map(({ id, name }) => (
          <Checkbox key={id} label={<span className="outside">{name}</span>} checked={chosen.has(id)} onChange={() => toggle(id)} />
        ))}
        {found.length === 0 && <p className={classes.none}>{chats.length === 0 ? 'There is no other chat.' : 'No chat is called that.'}</p>}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
