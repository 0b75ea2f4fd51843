import { type ReactNode, Suspense, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Standing } from '#contract/gateway/standing-access.ts'
import { stateAt } from '#engine/hours/openings.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { refreshGateway, useGatewayAction, writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { standsStill } from './view.ts'

const TurnOffDialog = lazyPart(async () => (await import('./TurnOffDialog.tsx')).TurnOffDialog)

interface Turning {
  turnOn: () => void
  turnOff: () => void
  isPending: boolean
  /** Asks what becomes of chats that would stay closed. */
  dialog: ReactNode
}

/** Turning background access on asks for a confirmation; turning it off asks only where chats would stay closed by their opening hours. */
export function useTurning({ next }: Pick<Standing, 'next'>): Turning {
  const turning = useGatewayAction('standingTurnOn', (send, isOn: boolean) => turn(send, isOn, next), { isBare: true })
  /** The chats to ask about; null: they could not be read. undefined: nothing is asked. */
  const [closed, setClosed] = useState<Chat[] | null>()
  const reading = useAction(null, async () => {
    const chats = await readClosedChats()
    if (chats?.length === 0) turning.mutate(false)
    else setClosed(chats)
  })
  return {
    turnOn: () => turning.mutate(true),
    turnOff: () => reading.mutate(),
    isPending: turning.isPending || reading.isPending,
    dialog: (
      <Suspense fallback={<OverlayFallback />}>
        {closed !== undefined && (
          <TurnOffDialog chats={closed} turnOff={() => turn(writeToGateway, false, next)} onClose={() => setClosed(undefined)} />
        )}
      </Suspense>
    ),
  }
}

type Turn = (name: 'standingTurnOn' | 'standingTurnOff', input: Record<string, never>) => Promise<unknown>

async function turn(send: Turn, isOn: boolean, next: Standing['next']): Promise<void> {
  await send(isOn ? 'standingTurnOn' : 'standingTurnOff', {}).finally(() => {
    // Not awaited: the head line shows the change already, and leaving during a slower read of the page below would ask as if it were being saved.
    void refreshGateway('scheduleRead', 'rulesRead')
    return refreshGateway('standingRead')
  })
  toast(isOn ? 'Background access is on' : ['Background access is off.', ...standsStill(next)].join(' '))
}

/** The chats that their opening hours keep offline now, by a fresh read; null: it failed, so they are not known. */
async function readClosedChats(): Promise<Chat[] | null> {
  try {
    const [entries, { data }] = await Promise.all([
      queryClient.fetchQuery({ ...recordsQuery('chat-hours'), staleTime: 0 }),
      queryClient.fetchQuery({ ...endpointQuery('chatList', {}), staleTime: 0 }),
    ])
    const now = nowMs()
    const closed = new Set(entries.filter(({ value }) => value.isOn && stateAt(value, now).kind !== 'open').map(({ chatId }) => chatId))
    return data.filter(({ id, offline }) => offline && closed.has(id))
  } catch {
    return null
  }
}
