import { Menu } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import type { Poll } from '#contract/polls.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import type { PollContext } from './actions.tsx'
import { exportPolls, exportRounds } from './export.ts'
import type { KeptRound } from './rounds.ts'
import { sortNames, sorts, type OpenedDialog, type SortName } from './view.ts'

export function SortMenu({ sort, onSort }: { sort: SortName; onSort: (sort: SortName) => void }) {
  return sortNames.map((name) => (
    <Menu.Item
      key={name}
      aria-current={name === sort}
      {...(name === sort ? { rightSection: <Icon name="check" size={14} /> } : {})}
      onClick={() => onSort(name)}
    >
      {sorts[name]}
    </Menu.Item>
  ))
}

interface MoreMenuProps {
  /** The polls that are shown. */
  polls: Poll[]
  context: PollContext
  rounds: KeptRound[]
  onOpen: (opened: OpenedDialog) => void
}

/** Actions for all polls of the page. Exports contain the polls that are shown. */
export function MoreMenu({ polls, context: { chatId }, rounds, onOpen }: MoreMenuProps) {
  const mayWrite = useMay()('polls.write', chatId)
  return (
    <>
      {mayWrite && (
        <>
          <Menu.Item leftSection={<Icon name="chats" />} onClick={() => onOpen({ what: 'several' })}>
            Ask in several chats…
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="copy" />} onClick={() => onOpen({ what: 'from' })}>
            Copy from another chat…
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="file" />} onClick={() => onOpen({ what: 'templates' })}>
            Templates…
          </Menu.Item>
        </>
      )}
      {rounds.length > 0 && (
        <Menu.Item leftSection={<Icon name="archive" />} onClick={() => onOpen({ what: 'rounds' })}>
          Earlier rounds…
        </Menu.Item>
      )}
      {(mayWrite || rounds.length > 0) && <Menu.Divider />}
      <Menu.Label>Export {counted(polls.length, 'poll')}</Menu.Label>
      <Menu.Item leftSection={<Icon name="download" />} onClick={() => exportPolls(chatId, polls, 'csv')}>
        As CSV
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="download" />} onClick={() => exportPolls(chatId, polls, 'json')}>
        As JSON
      </Menu.Item>
      {rounds.length > 0 && (
        <Menu.Item leftSection={<Icon name="download" />} onClick={() => exportRounds(chatId, rounds)}>
          Earlier rounds as CSV
        </Menu.Item>
      )}
    </>
  )
}
