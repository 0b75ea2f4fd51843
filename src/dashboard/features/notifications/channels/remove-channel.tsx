import type { NotificationChannel } from '#contract/workspace/notifications.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { changeWorkspace, refreshWorkspace } from '#dashboard/platform/api/workspace-query.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'

/** Deletes a channel after a confirmation. */
export const removeChannel = ({ id, name }: NotificationChannel) =>
  confirm({
    title: `Delete the channel “${name}”?`,
    body: 'Nothing more is sent to it, and waiting deliveries are skipped. Its past deliveries stay in the log.',
    confirmLabel: 'Delete',
    danger: true,
    run: async () => {
      await changeWorkspace('notificationChannelDelete', { params: { channelId: id } })
      await refreshWorkspace('notificationsRead', 'notificationDeliveryList')
      toast(`“${name}” was deleted`)
    },
  })
