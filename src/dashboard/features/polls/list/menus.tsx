import { Menu } from '@mantine/core'
import type { Poll } from '#contract/polls.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { textOf } from '#engine/polls/poll-text.ts'
import { deletePoll, publishPoll, resetPoll, sendPoll, sendWords } from '../actions.tsx'
import { keepTemplates } from '../records.ts'
import { exportPolls, exportRounds } from '../export.ts'
import type { PollsScreen } from '../use-polls-screen.ts'
import { type OpenedDialog, type SortName, sortNames, sorts } from '../view.ts'
import { savePicture } from './picture.ts'

interface PollMenuProps {
  poll: Poll
  chatId: number
  hasRounds: boolean
  onOpen: (opened: OpenedDialog) => void
}

/** All actions of a poll. None is disabled: which status allows which action is not documented (docs/assumptions.md row 7). */
export function PollMenu({ poll, chatId, hasRounds, onOpen }: PollMenuProps) {
  const may = useMay()
  const mayWrite = may('polls.write', chatId)
  const mayDelete = may('polls.delete', chatId)
  const open = (what: 'edit' | 'like' | 'copy' | 'rounds' | 'across') => () => onOpen({ what, pollId: poll.id })
  return (
    <>
      {mayWrite && (
        <>
          <MenuItem icon="edit" label="Edit…" onClick={open('edit')} />
          <MenuItem icon="send" label={`${sendWords(poll)}…`} onClick={() => sendPoll(chatId, poll)} />
          <MenuItem icon="done" label="Publish…" onClick={() => publishPoll(chatId, poll)} />
        </>
      )}
      {mayDelete && <MenuItem icon="undo" label="Reset votes…" onClick={() => resetPoll(chatId, poll)} />}
      {(mayWrite || mayDelete) && <Menu.Divider />}
      {mayWrite && (
        <>
          <MenuItem icon="copy" label="Duplicate as new…" onClick={open('like')} />
          <MenuItem icon="chats" label="Copy to other chats…" onClick={open('copy')} />
        </>
      )}
      <MenuItem icon="polls" label="Results across chats…" onClick={open('across')} />
      {hasRounds && <MenuItem icon="archive" label="Earlier rounds…" onClick={open('rounds')} />}
      {mayWrite && <MenuItem icon="file" label="Save as template" onClick={() => void keepAsTemplate(poll)} />}
      <MenuItem icon="image" label="Save bars as picture" onClick={() => void picture(poll)} />
      {mayDelete && <Menu.Divider />}
      {mayDelete && <MenuItem icon="trash" label="Delete…" isDanger onClick={() => deletePoll(chatId, poll)} />}
    </>
  )
}

const keepAsTemplate = (poll: Poll) =>
  keepTemplates([textOf(poll)]).then(
    () => toast('The template was saved'),
    (error: unknown) => toastError('The template was not saved', error),
  )

const picture = (poll: Poll) => savePicture(poll).catch((error: unknown) => toastError('The picture was not made', error))

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

/** Actions for all polls of the page. Exports contain the polls that are shown. */
export function MoreMenu({ screen: { chatId, mayWrite, shown: polls, rounds, open } }: { screen: PollsScreen }) {
  return (
    <>
      {mayWrite && (
        <>
          <MenuItem icon="chats" label="Ask in several chats…" onClick={() => open({ what: 'several' })} />
          <MenuItem icon="copy" label="Copy from another chat…" onClick={() => open({ what: 'from' })} />
          <MenuItem icon="file" label="Templates…" onClick={() => open({ what: 'templates' })} />
        </>
      )}
      {rounds.length > 0 && <MenuItem icon="archive" label="Earlier rounds…" onClick={() => open({ what: 'rounds' })} />}
      {(mayWrite || rounds.length > 0) && <Menu.Divider />}
      <Menu.Label>Export {counted(polls.length, 'poll')}</Menu.Label>
      <MenuItem icon="download" label="As CSV" onClick={() => exportPolls(chatId, polls, 'csv')} />
      <MenuItem icon="download" label="As JSON" onClick={() => exportPolls(chatId, polls, 'json')} />
      {rounds.length > 0 && <MenuItem icon="download" label="Earlier rounds as CSV" onClick={() => exportRounds(chatId, rounds)} />}
    </>
  )
}
