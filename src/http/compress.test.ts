import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptsGzip, compress } from './compress.ts'

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br, GZIP ; q=0.5', true],
  ['*', true],
  ['br;q=1, *;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0, *', false],
  ['*;q=0', false],
  ['br', false],
  ['identity', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding: %s: %s', (sent, expected) => expect(acceptsGzip(sent)).toBe(expected))

test('a long text is compressed for a client that accepts it', async () => {
  const text = 'Größe 🙂 '.repeat(300)
  const { body, headers } = await compress(text, 'gzip')
  expect(headers).toEqual({ vary: 'accept-encoding', 'content-encoding': 'gzip' })
  expect(gunzipSync(body).toString()).toBe(text)
  expect(await compress(text, 'br')).toEqual({ body: text, headers: { vary: 'accept-encoding' } })
})

test('a short text stays as it is', async () => {
  expect(await compress('{}', 'gzip')).toEqual({ body: '{}', headers: { vary: 'accept-encoding' } })
})

test('of too many at once the rest stays as it is', async () => {
  const text = 'x'.repeat(2000)
  const bodies = await Promise.all(Array.from({ length: 100 }, () => compress(text, 'gzip')))
  expect(bodies.filter(({ body }) => body === text)).toHaveLength(36)
  expect((await compress(text, 'gzip')).body).not.toBe(text)
})
