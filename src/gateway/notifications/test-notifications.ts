import { expect } from 'vitest'
import type { DatabaseLocation } from '#db/open.ts'
import type { NotificationEvent } from '#contract/gateway/notification-events.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { startTeam } from '../testing/team.ts'
import type { NewNotification } from './notify.ts'
import { startMailServer, startReceiver } from './test-receivers.ts'

export const webhookSecret = 'a secret of the receiver'

/**
 * A team with a receiver of webhooks and a mail server. The clock moves only when set.
 * @param location of a database that other tests use as well
 */
export async function startNotifications(location?: DatabaseLocation, options: Partial<GatewayOptions> = {}) {
  const receiver = await startReceiver()
  const mailServer = await startMailServer()
  const mail = { url: mailServer.url, from: 'roomkeeper@example.org' }
  const team = await startTeam({ mail, allowedHosts: [receiver.host], signInLimit: 1000, ...options }, location)
  const { ines, clock, query, sender, worker } = team
  const { workspace } = await query
    .selectFrom('team')
    .select('workspace')
    .where('account_id', '=', team.accountId)
    .executeTakeFirstOrThrow()

  const addChannel = async (channel: object, events: readonly NotificationEvent[]) => {
    const { data } = await team.get(ines.cookie, 'notificationChannelCreate', { body: { channel, events } })
    return data
  }
  const addWebhook = (events: readonly NotificationEvent[], more: object = {}) =>
    addChannel({ kind: 'webhook', name: 'ops', shape: 'roomkeeper', address: receiver.address, secret: webhookSecret, ...more }, events)

  const happens = (event: NotificationEvent, more: Partial<NewNotification> = {}) =>
    team.notify(workspace, {
      event,
      subject: 'one',
      cause: { kind: 'hand' },
      title: `It happened: ${event}`,
      text: 'In a chat.',
      link: '/changes/outside',
      ...more,
    })

  /** Advances the clock and sends everything that is due. @param seconds to advance */
  async function pass(seconds = 0) {
    clock.ms += seconds * 1000
    await worker.tick()
    await sender.tick()
    await sender.settled()
  }
  /** Signs in again, because sessions expire. */
  const owner = async () => (await team.signInWith(ines.device)).cookie
  const deliveries = async (cookie?: string) => (await team.get(cookie ?? (await owner()), 'notificationDeliveryList')).data.deliveries
  const states = async () => (await deliveries()).map(({ state, tries, count }) => [state, tries, count])
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as { event: string; title: string; count: number; id: string })
  const channels = async () => (await team.get(await owner(), 'notificationsRead')).data.channels

  async function close() {
    await sender.stop()
    await worker.stop()
    // Leave nothing to be sent during the next test.
    await query.updateTable('notification_delivery').set({ state: 'skipped', due: null }).execute()
    await query.updateTable('notification').set({ spread: 1 }).execute()
    await Promise.all([receiver.close(), mailServer.close()])
    await team.close()
    expect(team.logged.filter((line) => line.includes('unexpected error'))).toEqual([])
  }
  return {
    ...team,
    workspace,
    receiver,
    mailServer,
    owner,
    addChannel,
    addWebhook,
    happens,
    pass,
    deliveries,
    states,
    bodies,
    channels,
    close,
  }
}
export type TestNotifications = Awaited<ReturnType<typeof startNotifications>>
