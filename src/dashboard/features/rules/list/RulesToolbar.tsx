import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { chatsByName } from '#dashboard/platform/chats/chat-search.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import { stateOrder, stateWords } from '../state.ts'
import type { RulesView } from '../view.ts'
import classes from './list.module.css'

interface RulesToolbarProps {
  view: RulesView
  onView: (change: Partial<RulesView>) => void
  rules: readonly StoredRule[]
  chats: Chat[]
}

export function RulesToolbar({ view, onView, rules, chats }: RulesToolbarProps) {
  const states = stateOrder.map((state) => ({ state, holds: rules.filter((rule) => rule.state === state).length }))
  return (
    <Toolbar>
      <SearchField slashKey="Search rules" label="Search rules" value={view.search} onChange={(text) => onView({ search: text })} />
      <div className="grow">
        <Chips label="State">
          <Chip label="All" holds={rules.length} on={view.show === null} onToggle={() => onView({ show: null })} />
          {states.map(
            ({ state, holds }) =>
              (holds > 0 || view.show === state) && (
                <Chip
                  key={state}
                  label={stateWords[state].label}
                  holds={holds}
                  on={view.show === state}
                  onToggle={() => onView({ show: view.show === state ? null : state })}
                />
              ),
          )}
        </Chips>
      </div>
      <div className={classes.chat}>
        <SearchSelect
          size="xs"
          aria-label="Chat"
          nothingFound="No such chat"
          data={[
            { value: '', label: 'All chats' },
            ...chatsByName(chats).map((chat) => ({ value: String(chat.id), label: chatTitle(chat) })),
          ]}
          value={view.chat ?? ''}
          limit={100}
          onChange={(chat) => onView({ chat: chat === '' ? null : chat })}
        />
      </div>
    </Toolbar>
  )
}
