import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { NotificationChannel, notifications } from '#contract/gateway/notifications.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'

export type TestResult = Output<typeof notifications.notificationChannelTest>['data']

interface Tested {
  channelId: string
  /** null: there is no result yet. */
  result: TestResult | null
  /** Why the test was not sent, such as too many tests, or null. */
  error: unknown
}

/** Sends a test through one channel at a time, and keeps its result. */
export function useChannelTest() {
  const [tested, setTested] = useState<Tested | null>(null)
  const sending = useGatewayAction(
    'notificationChannelTest',
    async (send, { id: channelId }: NotificationChannel) => {
      setTested({ channelId, result: null, error: null })
      const { data } = await send('notificationChannelTest', { params: { channelId } })
      setTested({ channelId, result: data, error: null })
      await refreshGateway('notificationsRead')
    },
    { onError: (error) => setTested((before) => before && { ...before, error }) },
  )
  return { tested, isSending: sending.isPending, send: (channel: NotificationChannel) => sending.mutate(channel) }
}
export type ChannelTest = ReturnType<typeof useChannelTest>
