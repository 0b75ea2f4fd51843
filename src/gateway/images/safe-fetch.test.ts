import { once } from 'node:events'
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { certificateFor } from '../testing/certificate.ts'
import { hostName, networkTo, png, startHost } from '../testing/image-host.ts'
import { fetchImage } from './image-routes.ts'
import { openTls, resolve } from './safe-fetch.ts'
import { startNames } from './test-name-server.ts'

const never = new AbortController().signal
const url = new URL(`https://${hostName}/a.png`)

let closing: (() => Promise<void>)[]
beforeEach(() => {
  closing = []
})
afterEach(async () => {
  await Promise.all(closing.map((close) => close()))
})

async function names(answer: Parameters<typeof startNames>[0]) {
  const server = await startNames(answer)
  closing.push(server.close)
  return server
}

async function host(certificate?: Parameters<typeof startHost>[0]) {
  const server = await startHost(certificate)
  closing.push(server.close)
  return server
}

test('a name resolves to its IPv4 and IPv6 addresses', async () => {
  const { resolver } = await names((_, type) => (type === 'A' ? ['93.184.215.14', '10.0.0.1'] : ['2606:2800:21f::1']))
  expect(await resolve(hostName, never, resolver())).toEqual(['93.184.215.14', '10.0.0.1', '2606:2800:21f::1'])
})

test('one address family is enough, and a name without addresses resolves to none', async () => {
  const { resolver } = await names((name, type) => (name === hostName && type === 'A' ? ['93.184.215.14'] : []))
  expect(await resolve(hostName, never, resolver())).toEqual(['93.184.215.14'])
  expect(await resolve('gone.example', never, resolver())).toEqual([])
})

test('the hosts file and the search domains are not used', async () => {
  const { asked, resolver } = await names(() => [])
  expect(await resolve('localhost', never, resolver())).toEqual([])
  expect(await resolve('intranet', never, resolver())).toEqual([])
  expect(asked.toSorted()).toEqual(['A intranet', 'A localhost', 'AAAA intranet', 'AAAA localhost'])
})

test('a silent name server is abandoned at the timeout', async () => {
  const abort = new AbortController()
  const { resolver } = await names(() => {
    abort.abort()
    return null
  })
  expect(await resolve(hostName, abort.signal, resolver())).toEqual([])
})

test('DNS rebinding: a name is resolved once, and the connection goes to the address that was checked', async () => {
  const { port, ca } = await host()
  const given = { A: ['93.184.215.14'], AAAA: ['2606:2800:21f::1'] }
  const { asked, resolver } = await names((_, type) => {
    const now = given[type]
    given[type] = type === 'A' ? ['127.0.0.1'] : ['::1']
    return now
  })
  const { network, dialled } = networkTo({ port, ca }, (host) => resolve(host, never, resolver()))

  expect((await fetchImage(url, network)).bytes).toEqual(png)
  expect(dialled).toEqual([{ host: hostName, addresses: ['93.184.215.14', '2606:2800:21f::1'] }])
  expect(asked.toSorted()).toEqual([`A ${hostName}`, `AAAA ${hostName}`])

  await expect(fetchImage(url, network)).rejects.toMatchObject({ code: 'not_public' })
  expect(dialled).toHaveLength(1)
})

test.each([true, false])('a connection goes to the given addresses, whatever the name resolves to (all of them: %s)', async (all) => {
  const { port, ca } = await host()
  const before = getDefaultAutoSelectFamily()
  setDefaultAutoSelectFamily(all)
  // Nothing listens on ::1, so the next address is tried if all are given.
  const socket = openTls(hostName, all ? ['::1', '127.0.0.1'] : ['127.0.0.1', '::1'], { port, ca })
  setDefaultAutoSelectFamily(before)
  await once(socket, 'secureConnect')
  expect([socket.remoteAddress, socket.authorized]).toEqual(['127.0.0.1', true])
  socket.destroy()
})

test.each([
  ['nobody vouches for', hostName, 1, false],
  ['is for another name', 'other.example', 1, true],
  ['has ended', hostName, -1, true],
])('a certificate that %s ends the connection before a request is sent', async (_, name, days, trusted) => {
  const { port, ca, reached } = await host(certificateFor(name, days))
  const { network } = networkTo(trusted ? { port, ca } : { port })
  await expect(fetchImage(url, network)).rejects.toMatchObject({
    code: 'image_unreachable',
    message: expect.stringContaining('certificate of its host is not valid'),
  })
  expect(reached).toEqual([])
})

test('the environment cannot turn off certificate checks', async () => {
  const { port, reached } = await host()
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  try {
    await expect(fetchImage(url, networkTo({ port }).network)).rejects.toMatchObject({ code: 'image_unreachable' })
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  }
  expect(reached).toEqual([])
})
