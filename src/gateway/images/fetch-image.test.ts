import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '#http/refusal.ts'
import { hostName, networkTo, png, publicAddress, sendImage, startHost } from '../testing/image-host.ts'
import { fetchImage } from './image-routes.ts'
import type { Network } from './safe-fetch.ts'

const mebibyte = 1024 * 1024
const url = new URL(`https://${hostName}/people/7.png?size=64&v=a%20b#face`)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
/** The small image with a different size in its header. */
function pngOf(width: number, height: number): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  return copy
}
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

let host: Awaited<ReturnType<typeof startHost>>
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
beforeEach(() => {
  host.reached.length = 0
  host.state.handler = (_, response) => sendImage(response)
})

/** The outcome of a fetch: `image/png`, or the code of the refusal. */
async function outcome(network = networkTo(host).network): Promise<string> {
  try {
    return (await fetchImage(url, network)).type
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/**
 * The outcome of a fetch whose timeout fires at a given point.
 * @param begin receives the function to call at that point
 */
async function outcomeWhenLate(begin: (arrived: () => void) => Network | undefined): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let result = Promise.resolve('')
  await new Promise<void>((arrived) => {
    result = outcome(begin(arrived))
  })
  let isOver = false
  void result.finally(() => (isOver = true))
  vi.advanceTimersByTime(4999)
  // Time for what an abort would have ended; other code of the process has timers too, so they are not counted.
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(isOver).toBe(false)
  vi.advanceTimersByTime(1)
  return result
}
afterEach(() => {
  vi.useRealTimers()
})

describe('the request to the host', () => {
  test('contains no cookie, no referrer and nothing about the browser', async () => {
    let seen: string[] = []
    host.state.handler = (request, response) => {
      seen = [`${request.method} ${request.url} ${request.httpVersion}`, ...request.rawHeaders]
      sendImage(response)
    }
    expect(await fetchImage(url, networkTo(host).network)).toEqual({ type: 'image/png', bytes: png })
    expect(seen).toEqual([
      'GET /people/7.png?size=64&v=a%20b 1.1',
      'accept',
      'image/png, image/jpeg, image/gif, image/webp, image/avif',
      'accept-encoding',
      'identity',
      'user-agent',
      'Roomkeeper',
      'Host',
      hostName,
      'Connection',
      'close',
    ])
  })

  test('never sends back a cookie that the host has set', async () => {
    const cookies: unknown[] = []
    host.state.handler = (request, response) => {
      cookies.push(request.headers.cookie)
      sendImage(response, png, { 'set-cookie': 'who=7', etag: '"7"', 'strict-transport-security': 'max-age=7' })
    }
    const { network } = networkTo(host)
    for (let times = 0; times < 2; times++) expect(await outcome(network)).toBe('image/png')
    expect(cookies).toEqual([undefined, undefined])
  })
})

describe('the outcome of a response', () => {
  const answers: [string, string, (response: ServerResponse, request: IncomingMessage) => void][] = [
    ['exactly 1 MiB', 'image/png', (r) => sendImage(r, Buffer.concat([png, Buffer.alloc(mebibyte - png.length)]))],
    ['a GIF called PNG', 'image/gif', (r) => sendImage(r, gif)],
    ['a WebP called JPEG', 'image/webp', (r) => sendImage(r, webp, { 'content-type': 'image/jpeg' })],
    ['25 megapixels', 'image/png', (r) => sendImage(r, pngOf(5000, 5000))],
    ['more than 25 megapixels in a few bytes', 'image_too_large', (r) => sendImage(r, pngOf(5000, 5001))],
    ['the first bytes of an image alone', 'not_image', (r) => sendImage(r, png.subarray(0, 12))],
    ['a type with a parameter', 'image/png', (r) => sendImage(r, png, { 'content-type': 'IMAGE/PNG; charset=binary' })],
    ['an image in pieces', 'image/png', (r) => r.writeHead(200, { 'content-type': 'image/png' }).write(png, () => r.end('more'))],
    ['a redirect to an image', 'image_redirects', (r) => sendImage(r, png, { location: '/other.png' }, 302)],
    ['a lasting redirect', 'image_redirects', (r) => sendImage(r, png, { location: `https://${hostName}/x.png` }, 301)],
    ['a redirect to an inner address', 'image_redirects', (r) => sendImage(r, '', { location: 'https://127.0.0.1/' }, 307)],
    ['a redirect to plain http', 'image_redirects', (r) => sendImage(r, '', { location: 'http://169.254.169.254/' }, 308)],
    ['a redirect to nowhere', 'image_redirects', (r) => sendImage(r, png, {}, 303)],
    ['"not modified"', 'image_redirects', (r) => r.writeHead(304).end()],
    ['an image with status 404', 'image_unreachable', (r) => sendImage(r, png, {}, 404)],
    ['an image with status 500', 'image_unreachable', (r) => sendImage(r, png, {}, 500)],
    ['a part of an image', 'image_unreachable', (r) => sendImage(r, png, { 'content-range': 'bytes 0-1/2' }, 206)],
    ['nothing, on purpose', 'image_unreachable', (r) => r.writeHead(204).end()],
    ['a page', 'not_image', (r) => sendImage(r, '<script>alert(1)</script>', { 'content-type': 'text/html' })],
    ['a page called PNG', 'not_image', (r) => sendImage(r, '<script>alert(1)</script>')],
    ['a PNG called a page', 'not_image', (r) => sendImage(r, png, { 'content-type': 'text/html' })],
    ['a PNG called anything', 'not_image', (r) => sendImage(r, png, { 'content-type': 'application/octet-stream' })],
    ['a PNG called nothing', 'not_image', (r) => r.writeHead(200).end(png)],
    ['SVG', 'not_image', (r) => sendImage(r, svg, { 'content-type': 'image/svg+xml' })],
    ['SVG dressed as PNG', 'not_image', (r) => sendImage(r, svg)],
    ['SVG after one byte of PNG', 'not_image', (r) => sendImage(r, `\x89${svg}`)],
    ['a PNG called SVG', 'not_image', (r) => sendImage(r, png, { 'content-type': 'image/svg+xml' })],
    ['an empty image', 'not_image', (r) => sendImage(r, '')],
    ['a zipped image', 'not_image', (r) => sendImage(r, gzipSync(png), { 'content-encoding': 'gzip' })],
    ['a packed image', 'not_image', (r) => sendImage(r, deflateSync(png), { 'content-encoding': 'deflate' })],
    ['a byte above 1 MiB', 'image_too_large', (r) => sendImage(r, Buffer.concat([png, Buffer.alloc(mebibyte - png.length + 1)]))],
    [
      'a large size, and not a byte of it',
      'image_too_large',
      (r) => r.writeHead(200, { 'content-type': 'image/png', 'content-length': '99999999999' }).flushHeaders(),
    ],
    ['no size, and no end', 'image_too_large', (r) => endless(r)],
    ['less than it stated', 'image_unreachable', (r) => cutAfter(r, { 'content-length': '5000' })],
    ['an image that breaks off in its pieces', 'image_unreachable', (r) => cutAfter(r, {})],
    ['nothing at all', 'image_unreachable', (r) => r.destroy()],
    ['no HTTP', 'image_unreachable', (r) => r.socket?.end('SSH-2.0-OpenSSH\r\n\r\n')],
    ['two sizes', 'image_unreachable', (r) => r.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx')],
    [
      'a change of protocol',
      'image_unreachable',
      (r) => r.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    ['headers without end', 'image_unreachable', (r) => r.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`)],
  ]

  test.each(answers)('%s results in %s', async (_, expected, answer) => {
    host.state.handler = (request, response) => answer(response, request)
    expect(await outcome()).toBe(expected)
    expect(host.reached).toHaveLength(1)
  })

  const waits: [string, (response: ServerResponse, arrived: () => void) => void][] = [
    ['nothing', (_, arrived) => arrived()],
    ['only the headers', (r, arrived) => r.writeHead(200, { 'content-type': 'image/png' }).write('', () => setImmediate(arrived))],
    [
      'half an image',
      (r, arrived) => r.writeHead(200, { 'content-type': 'image/png', 'content-length': '5000' }).write(png, () => setImmediate(arrived)),
    ],
    ['"wait" again and again', (r, arrived) => drip(r, () => r.writeProcessing(), arrived)],
    ['a byte now and then', (r, arrived) => drip(r.writeHead(200, { 'content-type': 'image/png' }), () => r.write('x'), arrived)],
  ]

  test.each(waits)('%s for 5 seconds results in image_timeout', async (_, answer) => {
    const late = outcomeWhenLate((arrived) => {
      host.state.handler = (_, response) => answer(response, arrived)
      return undefined
    })
    expect(await late).toBe('image_timeout')
    expect(host.reached).toHaveLength(1)
  })
})

describe('the connection', () => {
  test('times out if the host accepts it and never answers the TLS handshake', async () => {
    let arrived = () => {}
    const server = createServer((socket) => {
      socket.resume()
      arrived()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a host and port has an address of this type.
    const { network } = networkTo({ port: (server.address() as AddressInfo).port })
    const late = outcomeWhenLate((then) => {
      arrived = then
      return network
    })
    expect(await late).toBe('image_timeout')
    await new Promise((resolve) => server.close(resolve))
    vi.useRealTimers()
    expect(await outcome(network)).toBe('image_unreachable')
  })

  test('is not attempted for a host without an address or with a failing lookup', async () => {
    const { network, dialled } = networkTo(host, () => [])
    expect(await outcome(network)).toBe('image_unreachable')
    const broken = networkTo(host, () => Promise.reject(new Error('no name server')))
    expect(await outcome(broken.network)).toBe('image_unreachable')
    expect([...dialled, ...broken.dialled]).toEqual([])
  })

  test('is not attempted after a name server has used up the time', async () => {
    const { network, dialled } = networkTo(host)
    const late = outcomeWhenLate((arrived) => ({
      ...network,
      resolve: (_, signal) => {
        arrived()
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve([publicAddress])))
      },
    }))
    expect(await late).toBe('image_timeout')
    expect(dialled).toEqual([])
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['image/png', (response) => sendImage(response)],
    ['not_image', (response) => sendImage(response, svg)],
    ['not_image', (response) => endless(response, 'text/html')],
    ['image_too_large', (response) => endless(response)],
  ])('is closed after the outcome %s', async (expected, answer) => {
    const closed = new Promise<string>((resolve) => {
      host.state.handler = (request, response) => {
        request.socket.once('close', () => resolve('closed'))
        answer(response)
      }
    })
    expect(await outcome()).toBe(expected)
    expect(await closed).toBe('closed')
  })

  test('is closed at the timeout', async () => {
    let closed = Promise.resolve('')
    const late = outcomeWhenLate((arrived) => {
      closed = new Promise((resolve) => {
        host.state.handler = (request) => {
          request.socket.once('close', () => resolve('closed'))
          arrived()
        }
      })
      return undefined
    })
    expect(await late).toBe('image_timeout')
    expect(await closed).toBe('closed')
  })
})

/** Sends chunks as fast as they are read. */
function endless(response: ServerResponse, type = 'image/png') {
  response.writeHead(200, { 'content-type': type })
  const more = () => response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more))
  more()
}

function cutAfter(response: ServerResponse, headers: Record<string, string>) {
  response.writeHead(200, { 'content-type': 'image/png', ...headers }).write(png, () => response.destroy())
}

/** Does something every few milliseconds until the connection closes. */
function drip(response: ServerResponse, work: () => void, arrived: () => void) {
  let times = 0
  const timer = setInterval(() => {
    work()
    if (++times === 3) arrived()
  }, 10)
  response.once('close', () => clearInterval(timer))
}
