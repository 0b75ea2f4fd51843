import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { Analysis } from '../analysis/analysis.ts'
import type { MessageScreen } from '../use-message-screen.ts'
import classes from './list.module.css'

/** Offers the new messages. They enter the list only on request, so that rows never move unexpectedly. */
export function NewMessagesButton({ screen }: { screen: MessageScreen }) {
  const { newMessages, hasMoreNewMessages, showNewMessages, analysis, list } = screen
  const suspects = useSuspects(analysis, newMessages)
  return (
    <div className={classes.wrapper} aria-live="polite">
      {newMessages.length > 0 && (
        <Button
          size="xs"
          variant="filled"
          className={classes.button}
          leftSection={<Icon name="sortUp" size={14} />}
          onClick={() => void showNewMessages().then(() => list.current?.toTop())}
        >
          {hasMoreNewMessages ? `More than ${count(newMessages.length)} new messages` : counted(newMessages.length, 'new message')}
          {suspects > 0 && (
            <span className={classes.spam}>
              <Icon name="wave" size={14} /> {count(suspects)} {suspects === 1 ? 'looks' : 'look'} like spam
            </span>
          )}
        </Button>
      )}
    </div>
  )
}

/** How many of the new messages look like spam, by the analysis that finds waves; 0 until the answer arrives. @param newMessages newest first */
function useSuspects(analysis: Analysis, newMessages: readonly Message[]): number {
  const [found, setFound] = useState<{ oldest: number | undefined; suspects: number } | null>(null)
  const oldest = newMessages.at(-1)?.messageId

  useEffect(() => {
    if (newMessages.length === 0) return
    let isStale = false
    analysis.suspects(newMessages).then(
      // null: a newer question replaced this one.
      (suspects) => {
        if (suspects !== null && !isStale) setFound({ oldest: newMessages.at(-1)?.messageId, suspects })
      },
      // The button works without it.
      () => {},
    )
    return () => {
      isStale = true
    }
  }, [analysis, newMessages])

  // The last answer stays until the new messages are shown in the list.
  return found?.oldest === oldest ? (found?.suspects ?? 0) : 0
}
