import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { fromPage, startGateway } from '../testing/gateway.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { listen, stop } from './serve.ts'

afterEach(() => void vi.useRealTimers())

/** An app whose one response waits until it is released. */
function slowApp() {
  let letGo = () => {}
  let arrived = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const begun = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const fetch = async () => {
    arrived()
    await released
    return new Response('done')
  }
  return { app: { fetch }, begun, letGo }
}

test('stopping answers requests in progress and accepts no new ones', async () => {
  const { app, begun, letGo } = slowApp()
  const { server, address } = await listen(app, '127.0.0.1', 0)
  const underWay = fetch(address)
  await begun
  const stopped = stop(server)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  letGo()
  expect(await (await underWay).text()).toBe('done')
  await stopped
  expect(server.listening).toBe(false)
})

test('an IPv6 address is written in brackets', async () => {
  const { server, address } = await listen({ fetch: () => new Response('ok') }, '::1', 0)
  expect(address).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect(await (await fetch(address)).text()).toBe('ok')
  await stop(server)
})

test('listening on a port in use rejects', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  // A server that listens on a host and port has an address of this type.
  const { port } = other.address() as AddressInfo
  await expect(listen({ fetch: () => new Response('') }, '127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await new Promise((resolve) => other.close(resolve))
})

test('a body above the limit is refused, and the connection stays usable', async () => {
  const gateway = await startGateway()
  const { cookie } = await gateway.signIn()
  const { server, address } = await listen(gateway.app, '127.0.0.1', 0)
  const cases: [string, Record<string, string>, number, number][] = [
    ['/bff/api/chats', gateway.pageHeaders(cookie), 30_000_000, 413],
    ['/bff/api/chats', gateway.pageHeaders(cookie), 524_289, 413],
    ['/api/chats', { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' }, 30_000_000, 413],
    ['/bff/api/chats', { ...fromPage }, 450_000, 401],
    ['/bff/api/chats', { cookie }, 450_000, 403],
    ['/bff/nothing', gateway.pageHeaders(cookie), 450_000, 404],
    ['/bff/api/chats/1/polls/1/reset', gateway.pageHeaders(cookie), 450_000, 404],
    ['/api/nothing', {}, 450_000, 404],
  ]
  for (const [path, headers, size, status] of [...cases, ...cases]) {
    const answer = await fetch(address + path, { method: 'POST', headers, body: 'x'.repeat(size) })
    expect([path, size, answer.status, await answer.json()]).toEqual([path, size, status, expect.objectContaining({ status: false })])
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  }
  await stop(server)
  await gateway.close()
})

test.each([
  ['a large body', '', 413],
  ['headers too large', `x-large: ${'x'.repeat(20_000)}`, 431],
  ['a header without a colon', 'no colon', 400],
])('a client that sends everything before it reads receives the refusal of %s', async (_, header, status) => {
  const gateway = await startGateway()
  const { server, address } = await listen(gateway.app, '127.0.0.1', 0)
  const size = 30_000_000
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.pause()
    socket.on('error', reject)
    socket.write(['POST /api/chats HTTP/1.1', 'host: x', `content-length: ${size}`, ...(header ? [header] : []), '', ''].join('\r\n'))
    socket.write(Buffer.alloc(size), () => {
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.resume()
    })
  })
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  await stop(server)
  await gateway.close()
})

test('the refusal of an unparsable request is not written into the middle of another response', async () => {
  const parts = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('first part')) })
  const { server, address } = await listen({ fetch: () => new Response(parts) }, '127.0.0.1', 0)
  const heard = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'))
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('first part')) socket.write('no request\r\n\r\n')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  await stop(server)
})

test('a client that keeps sending unparsable data is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { server, address } = await listen({ fetch: () => new Response('ok') }, '127.0.0.1', 0)
  const heard = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true })
    const endless = setInterval(() => socket.write('no request\r\n\r\n'), 10)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      vi.advanceTimersByTime(5_000)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(endless)
      resolve(text)
    })
  })
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  await stop(server)
})

test.each(['TRACE', 'TRACK'])('%s is refused like any other unsupported method', async (method) => {
  const gateway = await startGateway()
  const { server, address } = await listen(gateway.app, '127.0.0.1', 0)
  for (const path of ['/api/chats', '/bff/api/chats', '/'])
    expect(await rawRequest(Number(new URL(address).port), `${method} ${path}`)).toMatch(/^HTTP\/1\.1 40[05] /)
  await stop(server)
  await gateway.close()
})
