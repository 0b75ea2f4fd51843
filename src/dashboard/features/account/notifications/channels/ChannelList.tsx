import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { Suspense, useState } from 'react'
import { maxNotificationChannels, type NotificationChannel, type Notifications } from '#contract/gateway/notifications.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { writeToGateway, refreshGateway } from '#dashboard/platform/api/gateway-query.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import classes from '../notifications.module.css'
import { channelState, kindText, StateText } from '../words.tsx'
import type { ChannelTest } from './TestAnswer.tsx'

const ChannelDrawer = lazyPart(async () => (await import('./ChannelDrawer.tsx')).ChannelDrawer)

/** The channels, each with the state of its last delivery. */
export function ChannelList({ notifications, test }: { notifications: Notifications; test: ChannelTest }) {
  const { channels, canWrite } = notifications
  const [edited, edit] = useState<NotificationChannel | 'new' | null>(null)
  const isFull = channels.length >= maxNotificationChannels
  return (
    <Section
      className="panel"
      title="Channels"
      note={channels.length === 0 ? 'this page' : `${counted(channels.length, 'channel')} and this page`}
      actions={
        canWrite &&
        !isFull && (
          <Button icon="plus" onClick={() => edit('new')}>
            Add channel
          </Button>
        )
      }
    >
      <ul className="my-8">
        <li className={`overline ${classes.row}`}>
          <Icon name="monitor" className="quiet" />
          <div>
            <p className="medium">In this page</p>
            <p className="help">Always on</p>
          </div>
        </li>
        {channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} canWrite={canWrite} test={test} onEdit={() => edit(channel)} />
        ))}
      </ul>
      {channels.length === 0 && (
        <p className="help">
          {canWrite
            ? 'Add a webhook or an e-mail address to be notified while nobody is watching.'
            : 'There is no channel yet. People who can change channels in all chats can add one.'}
        </p>
      )}
      {isFull && canWrite && <p className="help">An account has at most {maxNotificationChannels} channels.</p>}
      <Suspense fallback={<OverlayFallback />}>
        {edited && (
          <ChannelDrawer
            key={edited === 'new' ? 'new' : edited.id}
            channel={edited === 'new' ? null : edited}
            notifications={notifications}
            onClose={() => edit(null)}
          />
        )}
      </Suspense>
    </Section>
  )
}

interface ChannelRowProps {
  channel: NotificationChannel
  canWrite: boolean
  test: ChannelTest
  onEdit: () => void
}

function ChannelRow({ channel, canWrite, test, onEdit }: ChannelRowProps) {
  const now = useNow() * 1000
  const { name } = channel
  const isTesting = test.isPending && test.variables.id === channel.id
  return (
    <li className={`overline ${classes.row}`}>
      <Icon name={channel.kind === 'webhook' ? 'hook' : 'mail'} className="quiet" />
      <div className="shrinks">
        <p className="medium outside">{name}</p>
        <p className="help outside">
          {channel.kind === 'email' && channel.personName ? `E-mail to ${channel.personName}` : kindText(channel)}
        </p>
      </div>
      <div className={`small ${classes.state}`}>
        <StateText {...channelState(channel, now)} />
      </div>
      {canWrite && (
        <div className="row">
          <Button
            size="xs"
            aria-label={`Test ${name}`}
            loading={isTesting}
            disabled={test.isPending && !isTesting}
            onClick={() => test.mutate(channel)}
          >
            Test
          </Button>
          <ActionMenu
            button={<IconButton icon="more" size="xs" aria-label={`Actions for ${name}`} />}
            items={() => (
              <>
                <MenuItem icon="edit" label="Edit…" onClick={onEdit} />
                <Menu.Divider />
                <MenuItem icon="trash" label="Delete…" isDanger onClick={() => removeChannel(channel)} />
              </>
            )}
          />
        </div>
      )}
    </li>
  )
}

/** Deletes a channel after a confirmation. */
const removeChannel = ({ id, name }: NotificationChannel) =>
  confirm({
    title: `Delete the channel “${name}”?`,
    body: 'Nothing more is sent to it, and waiting deliveries are skipped. Its past deliveries stay in the log.',
    confirmLabel: 'Delete',
    danger: true,
    run: async () => {
      await writeToGateway('notificationChannelDelete', { params: { channelId: id } })
      await refreshGateway('notificationsRead', 'notificationDeliveryList')
      toast(`“${name}” was deleted`)
    },
  })
