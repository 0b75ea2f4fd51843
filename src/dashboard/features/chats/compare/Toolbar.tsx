import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { settingNames } from '#contract/settings-derive.ts'
import { activeFilters, filterNames } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { ChatFilterBar } from '#dashboard/platform/chats/filters/ChatFilterBar.tsx'
import { findingsOf, titleOf } from '#dashboard/platform/chats/findings.ts'
import { Chips, ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Toolbar as PageToolbar } from '#dashboard/ui/page/Page.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { rowFilterNames, rowFilters } from './model/rows.ts'
import { savedSettings } from './model/matrix-chat.ts'
import type { Matrix } from './use-matrix.ts'
import classes from './matrix.module.css'
import { Popover } from '@mantine/core'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { chatTitle } from '#contract/chat-title.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'

interface MatrixProps {
  matrix: Matrix
}

/** Where all filters fit beside the search. */
const leastWidth = 1180

/** The search over the settings, and which settings and chats are shown. */
export function Toolbar({ matrix }: MatrixProps) {
  const { view, onView, held, knowsFindings } = matrix
  const { ref, width } = useElementSize<HTMLDivElement>()
  // Before the first measuring it is as wide as beside an open sidebar.
  const isNarrow = (width || innerWidth - 232) < leastWidth
  const [isOpen, setOpen] = useState(false)
  const inUse = activeFilters(view).length + (view.chats === null ? 0 : 1) + (view.differsFrom === null ? 0 : 1)
  return (
    <div ref={ref} className="rigid">
      <PageToolbar>
        <SearchField
          label={`Search ${settingNames.length} settings`}
          slashKey="Search the settings"
          className={classes.search}
          value={view.search}
          onChange={(typed) => onView({ search: typed })}
        />
        <ChoiceChips
          label="Settings"
          choices={rowFilterNames.map((value) => ({
            value,
            label: rowFilters[value],
            holds: value === 'findings' && !knowsFindings ? undefined : held[value].size,
          }))}
          chosen={view.rows}
          onChoose={(rows) => onView({ rows })}
        >
          {isNarrow && (
            <button
              type="button"
              className="chip toggle"
              aria-expanded={isOpen}
              data-on={inUse > 0 || undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="filter" size={14} /> Filter {inUse > 0 && <span className="num">{count(inUse)}</span>}
            </button>
          )}
        </ChoiceChips>
        {!isNarrow && <span className="divider" />}
        {!isNarrow && <ChatFilters matrix={matrix} />}
      </PageToolbar>
      {isNarrow && isOpen && (
        <div className="row gap-6 m-8">
          <ChatFilters matrix={matrix} />
        </div>
      )}
    </div>
  )
}

/** Which chats are shown. */
function ChatFilters({ matrix }: MatrixProps) {
  const { view, onView, found, knowsFindings, filterContext } = matrix
  const { catalogue, currency } = matrix.context
  return (
    <Chips label="Chats">
      <ChatsButton matrix={matrix} />
      <ChatFilterBar
        names={filterNames}
        chats={[...found]}
        filters={view}
        context={filterContext}
        catalogue={catalogue}
        findingsOf={knowsFindings ? (chat: Chat) => findingsOf(savedSettings(chat, catalogue), currency, catalogue) : undefined}
        titleOf={titleOf}
        withFindings={undefined}
        onChange={onView}
      />
      <DiffersButton matrix={matrix} />
    </Chips>
  )
}

/** Shows only chats that differ from one. */
function DiffersButton({ matrix: { all, view, onView } }: MatrixProps) {
  const [opened, setOpened] = useState(false)
  const chat = all.find(({ id }) => id === view.differsFrom)
  if (chat)
    return (
      <button type="button" className="chip" aria-pressed onClick={() => onView({ differsFrom: null })}>
        <bdi>Differs from {chatTitle(chat)}</bdi> <Icon name="x" size={12} />
      </button>
    )
  return (
    // The list of choices lies outside of it: a click there must not close it before it is heard.
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus closeOnClickOutside={false}>
      <Popover.Target>
        <button type="button" className="chip" onClick={() => setOpened(!opened)}>
          Differs from… <Icon name="down" size={12} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p="sm" onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpened(false)}>
        <SearchSelect
          label="Chats that differ from"
          nothingFound="No chat matches"
          data-autofocus
          value={null}
          data={all.map((chat) => ({ value: String(chat.id), label: `${chatTitle(chat)} (${chat.hash})` }))}
          limit={50}
          onChange={(id) => {
            setOpened(false)
            onView({ differsFrom: Number(id) })
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Which chats are shown, chosen one by one. None chosen shows all of them. */
export function ChatsButton({ matrix: { all, chats, view, onView } }: MatrixProps) {
  return (
    <Popover position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="chip" data-on={view.chats !== null || undefined}>
          Chats <span className="faint regular num">{count(chats.length)}</span> <Icon name="down" size={12} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <ChatPicker
          label="Chats to show"
          chats={[...all]}
          chosen={new Set(view.chats ?? [])}
          onChoose={(ids) => onView({ chats: ids.size === 0 || ids.size === all.length ? null : [...ids] })}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
