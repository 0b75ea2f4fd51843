import { randomUUID } from 'node:crypto'
import { allowsEverywhere } from '#contract/gateway/grant.ts'
import { maxNotificationChannels, type NotificationChannelDraft, type notifications } from '#contract/gateway/notifications.ts'
import { invalid } from '#http/refusal.ts'
import { insert, remove, update } from '#db/rows.ts'
import { noRight, notFound, tooManyTests } from '../refusals.ts'
import { sendingNotifications } from '../lent/find-lent.ts'
import { requireLender } from '../lent/require-lender.ts'
import { createAttemptLimiter } from '../server/attempt-limiter.ts'
import type { Trx } from '../database/database.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import {
  channelsOf,
  choose,
  findChannel,
  openSecrets,
  recipientsOf,
  sealSecrets,
  shownAddress,
  skipUnsent,
  viewChannels,
  type ChannelRow,
} from './channels.ts'
import { checkReceiver } from './receiver.ts'

/** Per session, because each test makes the gateway contact another host. */
const maxTestsPerMinute = 12
/** Characters of the answer that the page shows. */
const maxAnswer = 2000

type Content = Pick<ChannelRow, 'name' | 'shape' | 'host' | 'shown' | 'sealed' | 'has_secret' | 'person_id' | 'email'>

export function channelHandlers({ database, keys, notifying, nowMs }: HandlerOptions): GatewayHandlers<typeof notifications> {
  const { query } = database
  const limiter = createAttemptLimiter(maxTestsPerMinute, maxTestsPerMinute, nowMs)

  const mayWrite = ({ session }: Pick<SignedInRequest, 'session'>) => allowsEverywhere(session.member, 'notifications.write')
  /** Channels receive events of every chat, so only people who see every chat may change them. */
  const requireWrite = (request: Pick<SignedInRequest, 'session'>) => {
    if (!mayWrite(request)) throw noRight()
  }

  /** The person under whose name a channel sends. Throws a Refusal where the right was taken away meanwhile. */
  async function lenderOf(trx: Trx, { workspace, session }: Pick<SignedInRequest, 'workspace' | 'session'>) {
    await requireLender(trx, workspace, session.member, sendingNotifications)
    return session.member?.id ?? null
  }

  async function channelResponse(workspace: string, channelId: string) {
    const [channel] = await viewChannels(query, keys, workspace, [await findChannel(query, workspace, channelId)])
    if (!channel) throw notFound('This channel')
    return { status: true, data: channel }
  }

  /** The columns for a draft. Throws a Refusal. */
  async function contentOf(
    { workspace, session }: Pick<SignedInRequest, 'workspace' | 'session'>,
    id: string,
    draft: NotificationChannelDraft,
    before: ChannelRow | null,
  ): Promise<Content> {
    const name = draft.name.trim()
    if (draft.kind === 'email') {
      const { personId } = draft
      const none = { name, shape: 'roomkeeper', host: '', shown: '', sealed: '', has_secret: 0 } as const
      if (!notifying.isMailSetUp) throw invalid({ personId: ['E-mail is not set up: the operator sets SMTP_URL'] })
      if (personId === null) return { ...none, person_id: '', email: before?.person_id === '' ? before.email : session.account.email }
      const person = (await recipientsOf(query, workspace)).find((one) => one.personId === personId)
      if (!person) throw invalid({ personId: ['has no e-mail address'] })
      return { ...none, person_id: personId, email: '' }
    }
    const stored = before && openSecrets(keys, before)
    const address = draft.address ?? stored?.address
    // A secret that was entered for one receiver is never sent to another.
    const isMoved = draft.address !== undefined && stored !== null && stored.address !== draft.address
    const secret = draft.secret ?? (isMoved ? '' : stored?.secret) ?? ''
    if (address === undefined) throw invalid({ address: ['must be entered'] })
    if (draft.shape === 'roomkeeper' && secret === '') throw invalid({ secret: ['must be entered'] })
    const url = await checkReceiver(address, notifying.receivers)
    return {
      name,
      shape: draft.shape,
      host: url.host,
      shown: shownAddress(url),
      sealed: sealSecrets(keys, id, { address: url.href, secret }),
      has_secret: secret === '' ? 0 : 1,
      person_id: '',
      email: '',
    }
  }

  return {
    notificationsRead: async ({ session, workspace }) => {
      const channels = await viewChannels(query, keys, workspace, await channelsOf(query, workspace))
      const people = (await recipientsOf(query, workspace)).map(({ personId, name }) => ({ personId, name }))
      const recipients = [...(session.account.email === '' ? [] : [{ personId: null, name: session.account.name }]), ...people]
      return { status: true, data: { isMailSetUp: notifying.isMailSetUp, channels, recipients, canWrite: mayWrite({ session }) } }
    },

    notificationChannelCreate: async ({ body: { channel, events }, ...request }) => {
      requireWrite(request)
      const { workspace } = request
      const id = randomUUID()
      const content = await contentOf(request, id, channel, null)
      await database.serializable(async (trx) => {
        const lender_id = await lenderOf(trx, request)
        if ((await channelsOf(trx, workspace)).length >= maxNotificationChannels)
          throw invalid({ channel: [`There are ${maxNotificationChannels} channels already`] })
        await insert(trx, 'notification_channel', { id, workspace, kind: channel.kind, created: nowMs(), lender_id, ...content })
        for (const event of new Set(events)) await choose(trx, workspace, id, event, true)
      })
      return channelResponse(workspace, id)
    },

    notificationChannelUpdate: async ({ params: { channelId }, body, ...request }) => {
      const { workspace } = request
      const before = await findChannel(query, workspace, channelId)
      requireWrite(request)
      if (before.kind !== body.channel.kind) throw invalid({ channel: ['is of another kind'] })
      const content = await contentOf(request, channelId, body.channel, before)
      await database.serializable(async (trx) => {
        const changed = { ...content, lender_id: await lenderOf(trx, request) }
        await update(trx, 'notification_channel', { workspace, id: channelId }, changed)
      })
      return channelResponse(workspace, channelId)
    },

    notificationChannelDelete: async ({ params: { channelId }, ...request }) => {
      const { workspace } = request
      await findChannel(query, workspace, channelId)
      requireWrite(request)
      await database.transaction(async (trx) => {
        await remove(trx, 'notification_channel', { workspace, id: channelId })
        await remove(trx, 'notification_choice', { workspace, channel_id: channelId })
        await skipUnsent(trx, channelId, 'The channel was deleted')
      })
      return { status: true }
    },

    notificationChannelTest: async ({ params: { channelId }, ...request }) => {
      const channel = await findChannel(query, request.workspace, channelId)
      requireWrite(request)
      const wait = limiter.begin(request.session.hash)
      if (wait > 0) throw tooManyTests(wait)
      const at = nowMs()
      const {
        isFinal: _,
        answer,
        signature,
        ...tried
      } = await notifying.deliver(channel, { id: randomUUID(), event: 'test', count: 1, events: [] })
      const ends = signature === '' ? '' : `${signature.slice(0, 11)}…${signature.slice(-4)}`
      return { status: true, data: { ...tried, at, answer: answer.slice(0, maxAnswer), signature: ends } }
    },

    notificationEventSet: async ({ params: { channelId }, body, ...request }) => {
      const { workspace } = request
      requireWrite(request)
      await database.serializable(async (trx) => {
        const { lender_id: lender } = await findChannel(trx, workspace, channelId)
        const lender_id = await lenderOf(trx, request)
        // Whoever turns on what was turned off with the rights of another lends it from now on.
        if (lender === '' && body.isOn) await update(trx, 'notification_channel', { id: channelId }, { lender_id })
        await choose(trx, workspace, channelId, body.event, body.isOn)
      })
      return { status: true }
    },
  }
}
