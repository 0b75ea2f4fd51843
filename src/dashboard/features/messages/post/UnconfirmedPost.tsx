import { Button } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import type { LostPost } from './post-message.ts'

interface UnconfirmedPostProps {
  lost: LostPost
  chat: Chat
  onLook: () => void
  onPostAgain: () => void
}

/** A message that was sent without an answer: the result of checking the chat, and the next steps. It is never sent again automatically. */
export function UnconfirmedPost({ lost: { sent }, chat, onLook, onPostAgain }: UnconfirmedPostProps) {
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
