import { createTransport } from 'nodemailer'
import { emailPattern } from '#contract/values.ts'
import type { Keys } from '../session/seal.ts'
import type { Query } from '../database/database.ts'
import { type ChannelRow, openSecrets, recipientsOf, secretsIn } from './channels.ts'
import { type Message, bodyOf, signatureHeader, signatureOf, textOf, timeHeader, titleOf } from './message.ts'
import { type ReceiverOptions, type Tried, post, reasonOf, sendTimeoutMs } from './receiver.ts'
import { isLoopback } from '../server/loopback.ts'

export interface DeliverOptions extends ReceiverOptions {
  query: Query
  keys: Keys
  /** null: the operator has not set up e-mail. */
  mail: MailSettings | null
  /** The address of the dashboard. */
  origin: string
  nowMs: () => number
}

export interface Delivered extends Tried {
  /** "POST /hooks/…", or "E-mail to Ines". */
  sent: string
  /** '' if the message is not signed. */
  signature: string
}

/** Sends a message through a channel, once. Rejects only if the database does not answer. */
export type Deliver = (channel: ChannelRow, message: Message) => Promise<Delivered>

export function createDeliver(options: DeliverOptions): Deliver {
  const { query, keys, mail, origin, nowMs } = options

  const unsent = (sent: string, error: string): Delivered => ({
    isDelivered: false,
    status: null,
    error,
    answer: '',
    ms: 0,
    isFinal: true,
    sent,
    signature: '',
  })

  async function webhook(channel: ChannelRow, message: Message): Promise<Delivered> {
    const sent = `POST ${channel.shown}`
    const secrets = openSecrets(keys, channel)
    if (!secrets) return unsent(sent, 'The key file was changed: enter the address and the secret of this channel again')
    const { address, secret } = secrets
    const body = bodyOf(message, channel.shape, origin)
    const time = Math.floor(nowMs() / 1000)
    const signature = secret === '' ? '' : signatureOf(secret, time, body)
    const headers = { [timeHeader]: String(time), ...(signature !== '' && { [signatureHeader]: signature }) }
    const url = new URL(address)
    const tried = await post(url, body, headers, options)
    return { ...tried, answer: without(tried.answer, [secret, ...secretsIn(url)]), sent, signature }
  }

  async function email(channel: ChannelRow, message: Message): Promise<Delivered> {
    const person =
      channel.person_id === '' ? null : (await recipientsOf(query, channel.workspace)).find((one) => one.personId === channel.person_id)
    const name = channel.person_id === '' ? channel.email : (person?.name ?? channel.name)
    const sent = `E-mail to ${name}`
    const to = channel.person_id === '' ? channel.email : (person?.email ?? '')
    // A single address, not a list.
    if (!emailPattern.test(to) || /[,;<>"]/.test(to)) return unsent(sent, 'This person has no e-mail address, or is no longer in the team')
    if (!mail) return unsent(sent, 'E-mail is not set up: the operator sets SMTP_URL')
    const tried = await sendMail(mail, { id: message.id, to, subject: titleOf(message), text: textOf(message, origin) })
    return { ...tried, sent, signature: '' }
  }

  return (channel, message) => (channel.kind === 'webhook' ? webhook(channel, message) : email(channel, message))
}

/** Removes secrets from an answer: a receiver may echo what it was sent, or its own address. The longest first, which may contain others. */
const without = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

/** The operator's settings for e-mail. */
export interface MailSettings {
  /** smtp:// or smtps://, with user name and password if the server requires them. */
  url: string
  /** The sender. */
  from: string
}

interface Mail {
  /** The same for each try, so that a mailbox can detect duplicates. */
  id: string
  to: string
  subject: string
  text: string
}

/** Sends one mail over its own connection. Never rejects. */
async function sendMail({ url, from }: MailSettings, { id, to, subject, text }: Mail): Promise<Tried> {
  const began = performance.now()
  const server = new URL(url)
  const transport = createTransport({
    url,
    // Never send a password over the network unencrypted.
    requireTLS: server.password !== '' && !isLoopback(server.hostname),
    connectionTimeout: sendTimeoutMs,
    greetingTimeout: sendTimeoutMs,
    socketTimeout: sendTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const result = (tried: Partial<Tried>): Tried => ({
    isDelivered: false,
    status: null,
    error: '',
    answer: '',
    isFinal: false,
    ...tried,
    ms: Math.round(performance.now() - began),
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${sendTimeoutMs / 1000} s`)), sendTimeoutMs)
    })
    const sending = transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@roomkeeper>` })
    const { response } = await Promise.race([sending, late])
    return result({ isDelivered: true, status: statusIn(response), answer: response })
  } catch (error) {
    const response = error instanceof Error && 'response' in error && typeof error.response === 'string' ? error.response : ''
    return result(response ? { status: statusIn(response), answer: response } : { error: reasonOf(error) })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

const statusIn = (response: string): number | null => Number(/^\d{3}/.exec(response)?.[0]) || null
