import { createTransport } from 'nodemailer'
import { isLoopback } from '../../server/loopback.ts'
import { reasonOf, sendTimeoutMs, type Tried } from './receiver.ts'

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
export async function sendMail({ url, from }: MailSettings, { id, to, subject, text }: Mail): Promise<Tried> {
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
