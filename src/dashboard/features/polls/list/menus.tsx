import { Menu } from '@mantine/core'
import type { Poll } from '#contract/polls.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { textOf } from '#engine/polls/poll-text.ts'
import { deletePoll, publishPoll, resetPoll, sendPoll, sendWords } from '../actions.tsx'
import { keepTemplates } from '../editor/templates.ts'
import { exportPolls, exportRounds } from '../export.ts'
import type { KeptRound } from '../rounds.ts'
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

async function keepAsTemplate(poll: Poll) {
  try {
    await keepTemplates([textOf(poll)])
    toast('The template was saved')
  } catch (error) {
    toastError('The template was not saved', error)
  }
}

async function picture(poll: Poll) {
  try {
    await savePicture(poll)
  } catch (error) {
    toastError('The picture was not made', error)
  }
}

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
  chatId: number
  rounds: KeptRound[]
  onOpen: (opened: OpenedDialog) => void
}

/** Actions for all polls of the page. Exports contain the polls that are shown. */
export function MoreMenu({ polls, chatId, rounds, onOpen }: MoreMenuProps) {
  const mayWrite = useMay()('polls.write', chatId)
  return (
    <>
      {mayWrite && (
        <>
          <MenuItem icon="chats" label="Ask in several chats…" onClick={() => onOpen({ what: 'several' })} />
          <MenuItem icon="copy" label="Copy from another chat…" onClick={() => onOpen({ what: 'from' })} />
          <MenuItem icon="file" label="Templates…" onClick={() => onOpen({ what: 'templates' })} />
        </>
      )}
      {rounds.length > 0 && <MenuItem icon="archive" label="Earlier rounds…" onClick={() => onOpen({ what: 'rounds' })} />}
      {(mayWrite || rounds.length > 0) && <Menu.Divider />}
      <Menu.Label>Export {counted(polls.length, 'poll')}</Menu.Label>
      <MenuItem icon="download" label="As CSV" onClick={() => exportPolls(chatId, polls, 'csv')} />
      <MenuItem icon="download" label="As JSON" onClick={() => exportPolls(chatId, polls, 'json')} />
      {rounds.length > 0 && <MenuItem icon="download" label="Earlier rounds as CSV" onClick={() => exportRounds(chatId, rounds)} />}
    </>
  )
}
