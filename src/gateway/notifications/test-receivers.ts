import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { listenOnLoopback } from '../testing/loopback-server.ts'

interface Received {
  headers: IncomingMessage['headers']
  body: string
}

/** A webhook receiver on this machine. `state.respond` answers; `received` contains the requests. */
export async function startReceiver() {
  const received: Received[] = []
  const state = { respond: (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(200).end('ok') }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
        state.respond(request, response)
      })
  })
  const { port, close } = await listenOnLoopback(server)
  return { received, state, host: `127.0.0.1:${port}`, address: `http://127.0.0.1:${port}/hooks/secret-path`, close }
}

/** Of the mail server. */
export const mailPassword = 'canary-mail-password'

/** A mail server on this machine. `refuse` makes it refuse every mail with this code. */
export async function startMailServer() {
  const mails: { to: string[]; text: string }[] = []
  const state = { refuse: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === mailPassword ? done(null, { user: username }) : done(new Error('Wrong password')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          if (state.refuse) return done(Object.assign(new Error('Mailbox is busy'), { responseCode: state.refuse }))
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
          done()
        })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  return { mails, state, url: `smtp://roomkeeper:${mailPassword}@127.0.0.1:${port}`, close }
}
