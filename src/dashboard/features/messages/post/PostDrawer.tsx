import { Button } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { maxMessageBytes } from '#contract/messages.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { settings } from '#contract/settings.ts'
import { byteLength } from '#contract/values.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { useFormDraft } from '#dashboard/platform/saving/use-form-draft.ts'
import { localText, setLocalText, useSession } from '#dashboard/platform/session/session-state.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { toast, toastDuplicates, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { useIsUnmounted } from '#dashboard/ui/page/use-is-unmounted.ts'
import { ChatsToPost, useAnnouncement } from './ChatsToPost.tsx'
import {
  bodyOf,
  bytesOver,
  lookAgain,
  type LostPost,
  PostDraft,
  type PostFields,
  postMessage,
  refreshNewMessages,
  secondsSinceSent,
} from './posting.ts'
import { PostPreview } from './PostPreview.tsx'
import { SavedTexts } from './SavedTexts.tsx'

/** The name of the last message is suggested again. */
const lastNameKey = 'post-name'

/** @param isHere it goes to this chat unless the person says otherwise */
export function PostDrawer({ chat, isHere, onClose }: { chat: Chat; isHere: boolean; onClose: () => void }) {
  const may = useMay()
  const target = { accountId: useSession().account.id, chatId: chat.id }
  const [defaultValues] = useState((): PostFields => ({ text: '', username: localText(lastNameKey), image: '' }))
  const form = useForm({ resolver: zodResolver(PostDraft), defaultValues })
  useFormDraft(form, `post-${chat.id}`)
  const [isLooking, setIsLooking] = useState(false)
  const { errors, isSubmitted } = form.formState
  const isUnmounted = useIsUnmounted()

  const posting = useAction(
    'messageSend',
    async (send, what: PostFields | LostPost) => {
      const isLost = 'sent' in what
      const body = isLost ? what.body : bodyOf(what)
      setIsLooking(isLost)
      const sent = isLost ? await lookAgain(send, chat.id, what) : await postMessage(send, target, body, () => setIsLooking(true))
      if (sent.outcome !== 'done') {
        if (isUnmounted())
          toastWarning(
            `Could not confirm the message to ${chatTitle(chat)}`,
            `${serviceNameFirst()} did not confirm it, and it was not found in the chat.`,
          )
        return { body, sent }
      }
      setLocalText(lastNameKey, body.username ?? '')
      await refreshNewMessages(chat.id)
      const { copies } = sent.result
      if (copies > 1) toastDuplicates('The message', copies)
      else toast(sent.isFound ? `It is in the chat, although ${serviceName()} did not confirm it` : `Posted to ${chatTitle(chat)}`)
      return null
    },
    { errorTitle: () => `Not posted to ${chatTitle(chat)}` },
  )
  const lost = posting.data
  const start = (what: PostFields | LostPost) => posting.mutate(what, { onSuccess: (lost) => lost ?? onClose() })
  const postAgain = form.handleSubmit(start)

  const announcement = useAnnouncement({
    accountId: target.accountId,
    chat,
    isHere,
    onPosted: ({ username }) => setLocalText(lastNameKey, username),
    onClose,
  })
  const { isElsewhere, targets, chosen, starting } = announcement

  function submit(fields: PostFields) {
    if (isElsewhere) return announcement.announce(fields)
    const seconds = secondsSinceSent(target, fields.text)
    if (seconds === null) return start(fields)
    confirm({
      title: 'Post the same again?',
      body: `The same text was sent to ${chatTitle(chat)} ${seconds < 1 ? 'just now' : `${counted(seconds, 'second')} ago`}.`,
      confirmLabel: 'Post again',
      run: async () => start(fields),
    })
  }

  function insert(saved: string) {
    const text = form.getValues('text').trimEnd()
    form.setValue('text', text === '' ? saved : `${text}\n${saved}`, { shouldDirty: true, shouldValidate: isSubmitted })
    form.setFocus('text')
  }

  return (
    <FormDrawer
      title="Post a message"
      onClose={onClose}
      form={form}
      action={{ isPending: posting.isPending || starting.isPending, error: isElsewhere ? starting.error : posting.error }}
      onSubmit={form.handleSubmit(submit)}
      submit={isElsewhere && targets.length > 0 ? `Post to ${counted(targets.length, 'chat')}` : 'Post'}
      failed="Not posted"
      byModEnter
    >
      {posting.isPending && isLooking && (
        <div role="status">
          <Banner tone="info">{serviceNameFirst()} did not confirm it. Checking whether it is in the chat…</Banner>
        </div>
      )}
      {lost && <UnconfirmedPost lost={lost} chat={chat} onLook={() => start(lost)} onPostAgain={() => void postAgain()} />}
      <p className="help">Posted as a system message, with a name if you enter one.</p>
      {!chat.systemMessages && (
        <Banner>
          System messages are off in this chat, so users may not see it.{' '}
          {may('settings.read', chat.id) && (
            <PageLink to={to.setting(chat.id, 'systemMessages')}>Open the setting “{settings.systemMessages.label}”</PageLink>
          )}
        </Banner>
      )}
      <ChatsToPost
        chosen={chosen}
        here={chat}
        onChoose={announcement.choose}
        error={isSubmitted && chosen !== null && targets.length === 0 ? 'Choose at least one chat' : undefined}
      />
      <Textarea
        label="Text"
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<Bytes control={form.control} showsExcess={!errors.text} />}
        error={fieldError(errors.text?.message)}
        {...form.register('text')}
      />
      <SavedTexts control={form.control} onInsert={insert} />
      <TextInput
        label="Name"
        description="Optional: who the message is from. Remembered for next time."
        autoComplete="off"
        error={fieldError(errors.username?.message)}
        {...form.register('username', { deps: 'image' })}
      />
      <TextInput
        label="Image"
        description="Optional: the https address of a picture, shown beside the name."
        placeholder="https://"
        type="url"
        autoComplete="off"
        error={fieldError(errors.image?.message)}
        {...form.register('image')}
      />
      <PostPreview control={form.control} />
    </FormDrawer>
  )
}

/** How much of the limit is used and, unless the error above shows it, by how much it is exceeded. */
function Bytes({ control, showsExcess }: { control: Control<PostFields>; showsExcess: boolean }) {
  const text = useWatch({ control, name: 'text' })
  const used = byteLength(text)
  const over = bytesOver(text)
  return (
    <span className={over > 0 ? 'num bad' : 'num'}>
      {count(used)} of {counted(maxMessageBytes, 'byte')}
      {over > 0 && showsExcess && `, ${count(over)} too many`}
      {used > text.length && '. Letters outside plain English take 2 to 4 bytes each.'}
    </span>
  )
}

interface UnconfirmedPostProps {
  lost: LostPost
  chat: Chat
  onLook: () => void
  onPostAgain: () => void
}

/** A message that was sent without an answer: the result of checking the chat, and the next steps. It is never sent again automatically. */
function UnconfirmedPost({ lost: { sent }, chat, onLook, onPostAgain }: UnconfirmedPostProps) {
  if (sent.outcome === 'unreadable') {
    const { cause, advice } = errorMessage(sent.error)
    return (
      <Banner tone="bad">
        <b>{serviceNameFirst()} did not confirm it, so it may have been posted. The chat could not be checked:</b> {cause}. {advice}
        <div className="beside wrap mt-8">
          <Button size="xs" onClick={onLook}>
            Try again
          </Button>
        </div>
      </Banner>
    )
  }
  return (
    <div role="alert">
      <Banner>
        <b>{serviceNameFirst()} did not confirm it.</b> It is not in the chat. Send it again?
        {!chat.archive && ' This chat stores no messages, so users may have seen it anyway.'}
        <div className="beside wrap mt-8">
          <Button size="xs" onClick={onLook}>
            Look again
          </Button>
          <Button size="xs" onClick={onPostAgain}>
            Send it again
          </Button>
        </div>
      </Banner>
    </div>
  )
}
