import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { useChatMessages } from '../use-chat-messages.ts'
import classes from './NewMessagesButton.module.css'

interface NewMessagesButtonProps {
  messages: ReturnType<typeof useChatMessages>
  analysis: Analysis
  onTaken: () => void
}

/** New messages wait here: rows never move by themselves. */
export function NewMessagesButton({ messages, analysis, onTaken }: NewMessagesButtonProps) {
  const { fresh, hasMoreNewMessages, showNewMessages } = messages
  const suspects = useSuspects(analysis, fresh)
  return (
    <div className={classes.wrapper} aria-live="polite">
      {fresh.length > 0 && (
        <Button
          size="xs"
          variant="filled"
          className={classes.button}
          leftSection={<Icon name="sortUp" size={14} />}
          onClick={() => void showNewMessages().then(onTaken)}
        >
          {hasMoreNewMessages ? `More than ${count(fresh.length)} new messages` : counted(fresh.length, 'new message')}
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

/** How many of the new messages look like spam, by the analysis that finds waves; 0 while it is not known. @param fresh newest first */
function useSuspects(analysis: Analysis, fresh: readonly Message[]): number {
  const [found, setFound] = useState<{ oldest: number | undefined; suspects: number } | null>(null)
  const oldest = fresh.at(-1)?.messageId

  useEffect(() => {
    if (fresh.length === 0) return
    let over = false
    analysis.suspects(fresh).then(
      // null: a newer question overtook it.
      (suspects) => {
        if (suspects !== null && !over) setFound({ oldest: fresh.at(-1)?.messageId, suspects })
      },
      // The button works without it.
      () => {},
    )
    return () => {
      over = true
    }
  }, [analysis, fresh])

  // The last answer stays while more messages come, until they are taken into the list.
  return found?.oldest === oldest ? (found?.suspects ?? 0) : 0
}
