import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { chatsByName } from '#dashboard/platform/chats/chat-search.ts'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import { stateOrder, stateWords } from '../state.tsx'
import classes from './list.module.css'
import { named, oneOf, optionalText, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'

interface RulesToolbarProps {
  view: RulesView
  onView: (change: Partial<RulesView>) => void
  rules: readonly StoredRule[]
  chats: Chat[]
}

export function RulesToolbar({ view, onView, rules, chats }: RulesToolbarProps) {
  return (
    <Toolbar>
      <SearchField slashKey="Search rules" label="Search rules" value={view.search} onChange={(text) => onView({ search: text })} />
      <div className="grow">
        <ChoiceChips
          label="State"
          choices={[
            { value: null, label: 'All', holds: rules.length },
            ...stateOrder
              .map((value) => ({ value, label: stateWords[value].label, holds: rules.filter(({ state }) => state === value).length }))
              .filter(({ value, holds }) => holds > 0 || view.show === value),
          ]}
          chosen={view.show}
          onChoose={(show) => onView({ show })}
          off={null}
        />
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

const rulesState = urlState({
  search: named('q', text()),
  show: oneOf(stateOrder),
  /** The id of a chat: shows only rules about it. */
  chat: named('chat', optionalText),
  sort: oneOf(['state', 'name', 'hits'], 'state'),
  open: oneOf(['lists']),
})

export type RulesView = ViewOf<typeof rulesState>

/** The view of the page, all of it in the URL. Opening the word lists adds a history entry, so that Back closes them. */
export const useRulesView = () => useUrlState(rulesState, (change) => Boolean(change.open))
