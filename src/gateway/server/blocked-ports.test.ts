import { expect, test } from 'vitest'
import { isBlockedPort } from './loopback.ts'

test('the list is the one of Node, which blocks what browsers block', async () => {
  const blocked = Array.from({ length: 65_536 }, (_, port) => port).filter((port) => isBlockedPort(port))
  expect(blocked.length).toBeGreaterThan(80)
  // Without a connection: the port is checked first.
  const refusals = await Promise.all(
    blocked.map((port) =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => 'connected',
        ({ cause }: Error) => String(cause),
      ),
    ),
  )
  expect(new Set(refusals)).toEqual(new Set(['Error: bad port']))
  for (const port of [80, 443, 4173, 5173, 8080, 8443, 9464]) expect(isBlockedPort(port)).toBe(false)
})
