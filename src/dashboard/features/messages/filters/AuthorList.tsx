import { Popover } from '@mantine/core'
import { cloneElement, useState } from 'react'
import { normalizedForSearch } from '#contract/settings-derive.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import { AuthorName } from '../MessageText.tsx'
import { useOpenedTarget, type OverlayButton } from '#dashboard/ui/overlay/OverlayFallback.tsx'

const maxShown = 100

interface AuthorListProps {
  button: OverlayButton
  summary: MessageSummary | null
  onPick: (key: string) => void
}

/** The authors of the loaded messages, those with the most messages first. */
export function AuthorList({ button, summary, onPick }: AuthorListProps) {
  const [search, setSearch] = useState('')
  const target = useOpenedTarget()
  const found = (summary?.authors ?? []).filter(({ name, userId }) =>
    normalizedForSearch(`${name} ${userId ?? ''}`).includes(normalizedForSearch(search)),
  )
  return (
    <Popover
      defaultOpened
      onClose={() => setSearch('')}
      position="bottom-start"
      width={300}
      trapFocus
      returnFocus
      withRoles={false}
      closeOnEscape={search === ''}
    >
      <Popover.Target>{cloneElement(button, { ref: target })}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Authors" p={4} onKeyDown={(event) => event.key === 'Escape' && setSearch('')}>
        <SearchField label="Find an author" value={search} onChange={setSearch} data-autofocus />
        <ul className="long-list">
          {found.slice(0, maxShown).map(({ key, name, userId, count: messages }) => (
            <li key={key}>
              <button type="button" className="choice" onClick={() => onPick(key)}>
                <AuthorName name={name} userId={userId} />
                <b className="num quiet regular">{count(messages)}</b>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="help m-8">No loaded message is by an author with that name.</p>}
        {found.length > maxShown && <p className="help m-8">and {counted(found.length - maxShown, 'more author')}</p>}
      </Popover.Dropdown>
    </Popover>
  )
}
