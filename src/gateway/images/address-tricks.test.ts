import { describe, expect, test } from 'vitest'
import { hostName, networkTo, publicAddress } from '../testing/image-host.ts'
import { fetchImage, parseImageUrl } from './image-routes.ts'

/** Nothing listens here: a URL that gets as far as a connection was not refused. */
const nowhere = { port: 1 }

const notHttpsOrNotPlain = [
  '',
  ' ',
  'people/7.png',
  '//pictures.example/7.png',
  'pictures.example/7.png',
  'http://pictures.example/7.png',
  'HTTP://pictures.example/7.png',
  'ftp://pictures.example/7.png',
  'file:///etc/passwd',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:https://pictures.example/7',
  'java\tscript:alert(1)',
  'view-source:https://pictures.example/',
  'gopher://pictures.example/',
  'https://',
  'https:///',
  'https://pictures example/',
  'https://%00/',
  'https://pictures.example:8443/7.png',
  'https://pictures.example:80/7.png',
  'https://pictures.example:0/7.png',
  'https://pictures.example:99999/7.png',
  'https://user@pictures.example/7.png',
  'https://user:password@pictures.example/7.png',
  'https://:password@pictures.example/7.png',
  'https://127.0.0.1@pictures.example/7.png',
  'https://pictures.example%40127.0.0.1/',
  'https://256.0.0.1/',
  'https://1.2.3.4.5/',
  'https://0x1ffffffff/',
  'https://4294967296/',
  'https://127.0.0.09/',
  'https://[::1/',
  'https://[fe80::1%25eth0]/',
  'https://[::ffff:127.0.0.1.1]/',
  `https://pictures.example/${'x'.repeat(4000)}`,
]

test.each(notHttpsOrNotPlain)('%s is not accepted as the URL of an image', (text) => {
  expect(() => parseImageUrl(text)).toThrow(expect.objectContaining({ code: 'invalid', errors: { url: [expect.any(String)] } }))
})

/** Hosts in an attacker's notations. None needs a DNS lookup. */
const innerHosts = [
  // Loopback, in all notations of IPv4
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '2130706433.',
  '017700000001',
  '0x7f000001',
  '0X7F000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.0x0.0.01',
  '000000177.0.0.1',
  '127.0x0.1',
  '127.65535',
  '１２７.0.0.1',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '0x7f%2e1',
  '127.0.0.1:443',
  // Unspecified, broadcast, reserved
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '0.1.2.3',
  '255.255.255.255',
  '4294967295',
  '0xffffffff',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  // Private networks
  '10.0.0.1',
  '10.1',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '0xc0a80001',
  '3232235521',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  // Link-local, cloud metadata
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '168.63.129.16',
  '192.0.0.192',
  // Special-purpose
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  // IPv6
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[100::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fd12:3456:789a::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
]

test.each(innerHosts)('https://%s/ is refused before any lookup or connection', async (inner) => {
  const { network, dialled, asked } = networkTo(nowhere)
  await expect(fetchImage(parseImageUrl(`https://${inner}/7.png`), network)).rejects.toMatchObject({ status: 403, code: 'not_public' })
  expect([...dialled, ...asked]).toEqual([])
})

const disguises = [
  'https:pictures.example/',
  'https:\\\\pictures.example\\',
  ' https://pictures.example/\n',
  'ht\ntps://pictures.example/',
  'https://PICTURES.example:443/',
  'https://pictures。example/',
]

test.each(disguises)('%j is parsed as a browser parses it, and its host name is resolved', async (text) => {
  const { network, dialled, asked } = networkTo(nowhere)
  await expect(fetchImage(parseImageUrl(text), network)).rejects.toMatchObject({ code: 'image_unreachable' })
  expect([asked, dialled]).toEqual([[hostName], [{ host: hostName, addresses: [publicAddress] }]])
})

test('a backslash or an @ does not change the host', async () => {
  for (const text of [
    'https://pictures.example\\@127.0.0.1/',
    'https://pictures.example/@127.0.0.1',
    'https://pictures.example#@127.0.0.1/',
    'https://pictures.example?@127.0.0.1/',
  ]) {
    const { network, dialled } = networkTo(nowhere)
    await expect(fetchImage(parseImageUrl(text), network)).rejects.toMatchObject({ code: 'image_unreachable' })
    expect(dialled).toEqual([{ host: hostName, addresses: [publicAddress] }])
  }
})

test('a public IP address is used without a lookup', async () => {
  for (const [written, address] of [
    ['93.184.215.14', '93.184.215.14'],
    ['1572394766', '93.184.215.14'],
    ['[2606:2800:21f::1]', '2606:2800:21f::1'],
  ]) {
    const { network, dialled, asked } = networkTo(nowhere)
    await expect(fetchImage(parseImageUrl(`https://${written}/`), network)).rejects.toMatchObject({ code: 'image_unreachable' })
    expect([asked, dialled]).toEqual([[], [{ host: address, addresses: [address] }]])
  }
})

describe('names that resolve to internal addresses', () => {
  const inner = [
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.0.1',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
  ]

  test.each(inner)('a name with the address %s is refused', async (address) => {
    const { network, dialled } = networkTo(nowhere, () => [address])
    await expect(fetchImage(parseImageUrl('https://inner.example/'), network)).rejects.toMatchObject({ code: 'not_public' })
    expect(dialled).toEqual([])
  })

  test('one internal address among public ones is refused, wherever it is in the list', async () => {
    const open = [publicAddress, '2606:2800:21f::1', '8.8.8.8']
    for (const address of inner) {
      for (let index = 0; index <= open.length; index++) {
        const { network, dialled } = networkTo(nowhere, () => open.toSpliced(index, 0, address))
        await expect(fetchImage(parseImageUrl('https://mixed.example/'), network)).rejects.toMatchObject({ code: 'not_public' })
        expect(dialled).toEqual([])
      }
    }
  })

  test('an answer that is not an address is refused as internal', async () => {
    for (const answer of ['', 'inner.example', '127.1', '8.8.8.8.', '0x08080808']) {
      const { network, dialled } = networkTo(nowhere, () => [publicAddress, answer])
      await expect(fetchImage(parseImageUrl('https://odd.example/'), network)).rejects.toMatchObject({ code: 'not_public' })
      expect(dialled).toEqual([])
    }
  })
})
