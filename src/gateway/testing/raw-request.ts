import { connect } from 'node:net'

/** Sends one request over its own socket, with the request line as given: no client normalizes the path. Resolves to the whole response as text. */
export function rawRequest(port: number, firstLine: string, headers: Record<string, string> = {}, version = '1.1'): Promise<string> {
  const all = { host: `127.0.0.1:${port}`, connection: 'close', ...headers }
  const head = [`${firstLine} HTTP/${version}`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(head, 'latin1'))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.on('error', reject)
  })
}
