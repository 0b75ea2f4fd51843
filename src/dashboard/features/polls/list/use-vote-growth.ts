import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod/mini'
import type { Poll } from '#contract/polls.ts'
import { storeText, storedText } from '#dashboard/platform/session/session.ts'
import { totalOf } from '#engine/polls/votes.ts'

/** The votes of each poll when a person last saw this page. */
const Seen = z.object({ at: z.number(), totals: z.record(z.string(), z.number()) })
type Seen = z.output<typeof Seen>

const seenNow = (polls: Poll[]): Seen => ({ at: Date.now(), totals: Object.fromEntries(polls.map((poll) => [poll.id, totalOf(poll)])) })

function read(name: string): Seen | null {
  try {
    return Seen.parse(JSON.parse(storedText(name) ?? ''))
  } catch {
    return null
  }
}

export interface VoteGrowth {
  /** In milliseconds. */
  since: number
  /** The number of votes since then; 0 after a reset. */
  of: (poll: Poll) => number
}

/** Counts the votes since a person last saw these polls: before this visit, or before the tab was hidden. Stored in this browser until sign-out. */
export function useVoteGrowth(accountId: number, chatId: number, polls: Poll[]): VoteGrowth {
  const name = `polls-seen-${accountId}-${chatId}`
  const [seen, setSeen] = useState(() => read(name) ?? seenNow(polls))
  const note = useEffectEvent(() => {
    const now = seenNow(polls)
    storeText(name, JSON.stringify(now))
    return now
  })
  useEffect(() => {
    const onChange = () => {
      if (document.hidden) setSeen(note())
    }
    const onLeave = () => void note()
    document.addEventListener('visibilitychange', onChange)
    addEventListener('pagehide', onLeave)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
  return { since: seen.at, of: (poll) => Math.max(0, totalOf(poll) - (seen.totals[poll.id] ?? 0)) }
}
