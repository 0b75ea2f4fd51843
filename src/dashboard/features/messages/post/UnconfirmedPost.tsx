import { Button } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import type { Lost } from './post-message.ts'

interface PostLostProps {
  lost: Lost
  chat: Chat
  onLook: () => void
  onPostAgain: () => void
}

/** A message whose answer did not come: what a look into the chat found, and what can be done. Only a person sends it again. */
export function UnconfirmedPost({ lost, chat, onLook, onPostAgain }: PostLostProps) {
  if (lost.kind === 'unseen') {
    const { cause, advice } = errorMessage(lost.error)
    return (
      <Banner tone="bad">
        <b>The service did not confirm it, so it may have been posted. The chat could not be checked:</b> {cause}. {advice}
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
        <b>The service did not confirm it.</b>{' '}
        {lost.looked > 1 ? `It is not among the last ${count(lost.looked)} messages.` : 'It is not in the chat.'} Send it again?
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
