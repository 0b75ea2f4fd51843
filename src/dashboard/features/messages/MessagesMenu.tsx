import { IconButton, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { errorMessage, isOutcomeUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { exportRange } from './export-messages.ts'
import { showPictures, showsPictures } from './MessageText.tsx'
import { readPage } from './read.ts'
import type { MessageScreen } from './use-message-screen.ts'

export function MessagesMenu({ screen }: { screen: MessageScreen }) {
  const { chat, change, selection, chosen, move, onDelete, onLoadAll } = screen
  const { onUndo } = screen.deletions
  const shown = screen.shown.list.length
  const selected = chosen.length
  const pictures = showsPictures.use()
  const may = useMay()
  const mayClear = may('messages.clear', chat.id)
  return (
    <ActionMenu
      width={280}
      button={<IconButton icon="more" size="xs" aria-label="More actions for messages" />}
      items={() => (
        <>
          <MenuItem icon="down" label="Next message" keys="J" staysOpen onClick={() => move(1)} />
          <MenuItem icon="up" label="Previous message" keys="K" staysOpen onClick={() => move(-1)} />
          <MenuItem icon="check" label="Toggle selection" keys="X" onClick={screen.toggle} />
          <MenuItem icon="clock" label="Jump to a time…" keys="G T" onClick={() => screen.pickTime(true)} />
          <Menu.Divider />
          <MenuItem
            icon="check"
            label={`Select all ${count(shown)} shown`}
            disabled={shown === 0}
            onClick={() => screen.selectShown(true)}
          />
          <MenuItem icon="x" label="Clear the selection" keys="Esc" disabled={selected === 0} onClick={selection.clear} />
          {onDelete && (
            <>
              <MenuItem
                icon="trash"
                label={selected === 0 ? 'Delete selected messages' : `Delete ${counted(selected, 'selected message')}`}
                keys="D"
                disabled={selected === 0}
                onClick={onDelete}
              />
              <MenuItem icon="undo" label="Undo the deletion" keys="U" disabled={onUndo === null} onClick={onUndo ?? undefined} />
            </>
          )}
          <MenuItem icon="account" label="Show author" keys="O" onClick={screen.openAuthor} />
          <Menu.Divider />
          {onLoadAll && <MenuItem icon="download" label="Load all in this range" onClick={onLoadAll} />}
          {may('settings.read', chat.id) && <MenuItem icon="filter" label="Try the word filter…" onClick={() => change({ open: 'lab' })} />}
          <MenuItem
            icon={pictures ? 'eyeOff' : 'image'}
            label={pictures ? 'Show pictures only when asked' : 'Always show pictures'}
            onClick={() => showPictures(!pictures)}
          />
          {mayClear && <Menu.Divider />}
          {mayClear && <MenuItem label="Delete all messages…" isDanger icon="trash" onClick={() => confirmDeleteAll(chat)} />}
        </>
      )}
    />
  )
}

/** Asks for confirmation by typing the chat's name before all of its messages are deleted. */
function confirmDeleteAll(chat: Chat): void {
  confirm({
    title: `Delete all messages of ${chatTitle(chat)}?`,
    body: <DeleteAllBody chat={chat} />,
    confirmLabel: 'Delete all messages',
    typed: chatTitle(chat),
    danger: true,
    writes: 'messageDeleteAll',
    run: async (send) => {
      await deleteAll(send, chat.id)
      await forgetAll(chat.id)
      toast(`All messages of ${chatTitle(chat)} are deleted`)
    },
  })
}

function DeleteAllBody({ chat }: { chat: Chat }) {
  const isExporting = jobs.use().some((job) => job.kind === 'messages-export' && job.chatId === chat.id && job.phase !== 'ended')
  return (
    <div className="stack gap-12">
      <p>
        This cannot be undone. {serviceNameFirst()} deletes every message of the chat, from all times, not only what is loaded or shown
        here. Services of this kind may also remove private messages, and may leave uploaded files where they are.
      </p>
      {isExporting ? (
        <Banner>An export is running, and messages it has not read yet would be missing from it. Wait until it ends.</Banner>
      ) : (
        <p>
          <PlainLinkButton onClick={() => void exportRange(chat, {}, 'csv')}>Export all messages first</PlainLinkButton>
        </p>
      )}
    </div>
  )
}

/**
 * Never sent again automatically: a second request would also delete newer messages. Where no answer came, the chat is read. Rejects with a Failure
 * whose advice says what is left, unless nothing is.
 */
async function deleteAll(send: SendRequest, chatId: number): Promise<void> {
  try {
    await send('messageDeleteAll', { params: { chatId } })
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const advice = await whatIsLeft(chatId)
    if (advice !== null) throw new Failure(error instanceof Failure ? error.kind : 'unreachable', { advice, cause: error })
  }
}

/** What is left in the chat, for people; null: it is empty. */
async function whatIsLeft(chatId: number): Promise<string | null> {
  try {
    const { messages, next } = await readPage(chatId, {}, null)
    if (messages.length === 0 && next === undefined) return null
    const many = next === undefined ? counted(messages.length, 'message') : `${count(messages.length)} or more messages`
    return `The chat still has ${many}. The deletion may still be running or may have failed. Check again before you repeat it.`
  } catch (reason) {
    return `The chat could not be checked: ${errorMessage(reason).cause}. The messages may be deleted. Check before you repeat it.`
  }
}

/** Everything read of the chat, by this page (its key names the chat) and by others (the key of query.ts). */
const forgetAll = (chatId: number) =>
  Promise.all([{ chatId }, { params: { chatId } }].map((of) => queryClient.resetQueries({ queryKey: ['messageList', of] })))
