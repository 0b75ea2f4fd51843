import { Menu } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import type { Poll } from '#contract/polls.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { deletePoll, publishPoll, resetPoll, sendPoll, sendWords, type PollContext } from '../actions.tsx'
import { textOf } from '#engine/polls/poll-text.ts'
import { savePicture } from './picture.ts'
import { keepTemplates } from '../editor/templates.ts'
import type { OpenedDialog } from '../view.ts'

interface PollMenuProps {
  poll: Poll
  context: PollContext
  hasRounds: boolean
  onOpen: (opened: OpenedDialog) => void
}

/** All actions of a poll. None is disabled: which status allows which action is not documented (docs/assumptions.md row 7). */
export function PollMenu({ poll, context, hasRounds, onOpen }: PollMenuProps) {
  const may = useMay()
  const mayWrite = may('polls.write', context.chatId)
  const mayDelete = may('polls.delete', context.chatId)
  const open = (what: 'edit' | 'like' | 'copy' | 'rounds' | 'across') => () => onOpen({ what, pollId: poll.id })
  return (
    <>
      {mayWrite && (
        <>
          <Menu.Item leftSection={<Icon name="edit" />} onClick={open('edit')}>
            Edit…
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="send" />} onClick={() => sendPoll(context, poll)}>
            {sendWords(poll)}…
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="done" />} onClick={() => publishPoll(context, poll)}>
            Publish…
          </Menu.Item>
        </>
      )}
      {mayDelete && (
        <Menu.Item leftSection={<Icon name="undo" />} onClick={() => resetPoll(context, poll)}>
          Reset votes…
        </Menu.Item>
      )}
      {(mayWrite || mayDelete) && <Menu.Divider />}
      {mayWrite && (
        <>
          <Menu.Item leftSection={<Icon name="copy" />} onClick={open('like')}>
            Duplicate as new…
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="chats" />} onClick={open('copy')}>
            Copy to other chats…
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<Icon name="polls" />} onClick={open('across')}>
        Results across chats…
      </Menu.Item>
      {hasRounds && (
        <Menu.Item leftSection={<Icon name="archive" />} onClick={open('rounds')}>
          Earlier rounds…
        </Menu.Item>
      )}
      {mayWrite && (
        <Menu.Item leftSection={<Icon name="file" />} onClick={() => void keepAsTemplate(poll)}>
          Save as template
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon name="image" />} onClick={() => void picture(poll)}>
        Save bars as picture
      </Menu.Item>
      {mayDelete && <Menu.Divider />}
      {mayDelete && (
        <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={() => deletePoll(context, poll)}>
          Delete…
        </Menu.Item>
      )}
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
