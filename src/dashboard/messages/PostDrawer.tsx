import { Textarea, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { messageByteLimit } from '#contract/messages.ts'
import { settings } from '#contract/settings.ts'
import { byteLength } from '#contract/values.ts'
import { useSession } from '../session.ts'
import { to } from '../to.ts'
import { confirm } from '../ui/confirm.tsx'
import { errorsOntoFields, fieldError } from '../ui/form-errors.tsx'
import { FormDrawer } from '../ui/FormDrawer.tsx'
import { Banner } from '../ui/notes.tsx'
import { count, counted } from '../ui/numbers.ts'
import { PageLink } from '../ui/PageLink.tsx'
import { say, sayFailed, warn, warnOfCopies } from '../ui/toast.tsx'
import { useTabDraft } from '../use-tab-draft.ts'
import { lookFor, postMessage, refreshNews, secondsSinceSent, type Lost, type Posted } from './post-message.ts'
import classes from './PostDrawer.module.css'
import { bodyOf, bytesOver, PostDraft, type PostFields } from './posting.ts'
import { PostLost } from './PostLost.tsx'
import { PostPreview } from './PostPreview.tsx'

const emptyFields: PostFields = { text: '', username: '', image: '' }

/** A message to everybody in the chat. */
export function PostDrawer({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const place = { accountId: useSession().account.id, chatId: chat.id }
  const form = useForm({ resolver: zodResolver(PostDraft), defaultValues: emptyFields })
  useTabDraft(form, `post-${chat.id}`)
  const [busy, setBusy] = useState<'posting' | 'looking' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [lost, setLost] = useState<Lost | null>(null)
  const { errors, isDirty } = form.formState
  const isLeft = useIsLeft()

  async function follow(doing: 'posting' | 'looking', act: () => Promise<Posted>) {
    setBusy(doing)
    setError(null)
    setLost(null)
    try {
      const posted = await act()
      if ('attempt' in posted) {
        if (isLeft())
          warn(
            `Not known whether it was posted to ${chat.name}`,
            'The service did not confirm it, and a look into the room did not show it.',
          )
        return setLost(posted)
      }
      await refreshNews(chat.id)
      if (posted.copies > 1) warnOfCopies('The message', posted.copies)
      else say(posted.kind === 'posted' ? `Posted to ${chat.name}` : 'It is in the room, although the service did not confirm it')
      if (!isLeft()) onClose()
    } catch (failure) {
      if (isLeft()) sayFailed(`Not posted to ${chat.name}`, failure)
      else setError(errorsOntoFields(form, failure))
    } finally {
      setBusy(null)
    }
  }
  const post = (fields: PostFields) => follow('posting', () => postMessage(place, bodyOf(fields), () => setBusy('looking')))
  const postAgain = form.handleSubmit(post)

  const submit = form.handleSubmit((fields) => {
    const seconds = secondsSinceSent(place, fields.text)
    if (seconds === null) return post(fields)
    confirm({
      title: 'Post the same again?',
      body: `The same text was sent to ${chat.name} ${seconds < 1 ? 'just now' : `${counted(seconds, 'second')} ago`}.`,
      act: 'Post again',
      run: async () => void post(fields),
    })
  })

  return (
    <FormDrawer
      title="Post a message"
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submit="Post"
      saving={busy !== null}
      error={error}
      failed="Not posted"
      edited={isDirty}
    >
      {busy === 'looking' && (
        <div role="status">
          <Banner tone="info">The service did not confirm it. Looking whether it is in the room…</Banner>
        </div>
      )}
      {lost && (
        <PostLost
          lost={lost}
          chat={chat}
          onLook={() => void follow('looking', () => lookFor(chat.id, lost.attempt))}
          onPostAgain={() => void postAgain()}
        />
      )}
      <p className={classes.lead}>Posted as a system message, with a name if you enter one.</p>
      {!chat.systemMessages && (
        <Banner>
          System messages are off in this chat, so users may not see it.{' '}
          <PageLink to={to.setting(chat.id, 'systemMessages')}>Open the setting “{settings.systemMessages.label}”</PageLink>
        </Banner>
      )}
      <Textarea
        label="Text"
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<Bytes control={form.control} saysBy={!errors.text} />}
        error={fieldError(errors.text?.message)}
        {...form.register('text')}
      />
      <TextInput
        label="Name"
        description="Optional: who the message is from."
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

/** Whether the drawer is gone by now: Back takes it away while a message is under way. */
function useIsLeft(): () => boolean {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return () => left.current
}

/** How much of the limit is used; and, unless the error above says it, by how much it is passed. */
function Bytes({ control, saysBy }: { control: Control<PostFields>; saysBy: boolean }) {
  const text = useWatch({ control, name: 'text' })
  const used = byteLength(text)
  const over = bytesOver(text)
  return (
    <span className={classes.bytes} data-over={over > 0 || undefined}>
      {count(used)} of {counted(messageByteLimit, 'byte')}
      {over > 0 && saysBy && `, ${count(over)} too many`}
      {used > text.length && '. Letters outside plain English take 2 to 4 bytes each.'}
    </span>
  )
}
