import { chatTitle } from '#contract/chat-title.ts'
import { Anchor, Checkbox, NativeSelect } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import classes from './ChatPicker.module.css'
import { chatMatcher, chatsByName, chatStateLabel } from './chat-search.ts'
import { FoundText } from '../FoundText.tsx'
import { labelsOf, useReadLabels } from './read-labels.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'

interface ChatPickerProps {
  label: string
  chats: Chat[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  /** More information about a chat, shown below its hash and state. */
  describe?: (chat: Chat) => string
  error?: string
}

/** Selects several chats by name, hash or label. A selected chat stays selected while the search or the label hides it. */
export function ChatPicker({ label, chats, chosen, onChoose, describe, error }: ChatPickerProps) {
  const [search, setSearch] = useState('')
  const typed = useDeferredValue(search)
  const labels = useReadLabels()
  const known = useMemo(() => labelsOf(labels, chats), [labels, chats])
  const [chosenLabel, setLabel] = useState('')
  // Somebody may have taken away the last one meanwhile.
  const shownLabel = known.includes(chosenLabel) ? chosenLabel : ''
  const found = useMemo(() => {
    const matching = chatsByName(chats).filter(chatMatcher(typed))
    return shownLabel === '' ? matching : matching.filter(({ id }) => labels.get(id)?.includes(shownLabel))
  }, [chats, typed, labels, shownLabel])
  const allChosen = found.every(({ id }) => chosen.has(id))
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer keeps its own state and rerenders this component itself
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (describe ? 58 : 40),
    overscan: 6,
    // Measured heights are stored per chat, so that they stay correct when the search changes the list.
    getItemKey: (index) => found[index]?.id ?? index,
  })

  function choose(ids: number[], on: boolean) {
    const next = new Set(chosen)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    onChoose(next)
  }

  return (
    <fieldset className="stack">
      <legend>
        {label} <span className="num quiet fz-meta regular">{count(chosen.size)} chosen</span>
      </legend>
      {chats.length > 8 && <SearchField label="Search chats" value={search} onChange={setSearch} />}
      {known.length > 0 && (
        <NativeSelect
          aria-label="Label"
          size="xs"
          value={shownLabel}
          onChange={(event) => setLabel(event.currentTarget.value)}
          data={[{ value: '', label: 'Any label' }, ...known]}
        />
      )}
      {found.length > 1 && (
        <Anchor
          component="button"
          type="button"
          fz="help"
          className="at-start"
          onClick={() =>
            choose(
              found.map(({ id }) => id),
              !allChosen,
            )
          }
        >
          {allChosen
            ? 'Clear the selection'
            : search || shownLabel
              ? `Select the ${counted(found.length, 'match', 'matches')}`
              : `Select all ${count(found.length)}`}
        </Anchor>
      )}
      <div ref={scroller} className={`box scroll ${classes.list}`}>
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const chat = found[index]
            if (!chat) return null
            const more = describe?.(chat)
            return (
              <div
                key={chat.id}
                ref={virtual.measureElement}
                data-index={index}
                className={`windowed ${classes.row}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Checkbox
                  label={
                    <span className="outside">
                      <FoundText text={chatTitle(chat)} typed={typed} />
                    </span>
                  }
                  description={
                    <>
                      <span className="code">{chat.hash}</span>
                      {chatStateLabel(chat) && `, ${chatStateLabel(chat)}`}
                      {labels.has(chat.id) && <bdi> · {labels.get(chat.id)?.join(', ')}</bdi>}
                      {more && <span className="block">{more}</span>}
                    </>
                  }
                  checked={chosen.has(chat.id)}
                  onChange={(event) => choose([chat.id], event.currentTarget.checked)}
                />
              </div>
            )
          })}
        </div>
        {found.length === 0 && <p className="help m-8">{chats.length === 0 ? 'There is no other chat.' : 'No chat matches.'}</p>}
      </div>
      {error && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
