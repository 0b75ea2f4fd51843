import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'

/** A name server on this machine that responds as the test says, over real UDP (RFC 1035). */

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }
const noSuchName = 3

const bytes4 = (address: string) => Buffer.from(address.split('.').map(Number))

function bytes6(address: string): Buffer {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function record(address: string): Buffer {
  const data = address.includes(':') ? bytes6(address) : bytes4(address)
  const head = Buffer.from([0xc0, 12, 0, address.includes(':') ? 28 : 1, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function reply(query: Buffer, questionEnd: number, addresses: string[]): Buffer {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 + (addresses.length ? 0 : noSuchName), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([head, query.subarray(12, questionEnd), ...addresses.map(record)])
}

/** @param answer the addresses of a name for one record type; null for no response */
export async function startNames(answer: (name: string, type: 'A' | 'AAAA') => string[] | null) {
  const asked: string[] = []
  const socket = createSocket('udp4', (query, from) => {
    const end = query.indexOf(0, 12) + 1
    const name = query.toString('latin1', 13, end - 1).replace(/[\0-\x20]/g, '.')
    const type = types[query.readUInt16BE(end)]
    if (!type) return
    asked.push(`${type} ${name}`)
    const addresses = answer(name, type)
    if (addresses) socket.send(reply(query, end + 4, addresses), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))

  /** A resolver that queries this server, configured like the product's. */
  function resolver(): Resolver {
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    resolver.setServers([`127.0.0.1:${socket.address().port}`])
    return resolver
  }
  const close = () => new Promise<void>((resolve) => socket.close(() => resolve()))
  return { asked, resolver, close }
}
