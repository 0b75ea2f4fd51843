import { expect, test } from 'vitest'
import { withBlock } from './commands.ts'

test.each([
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['192.0.2.4/31', '192.0.2.4', '192.0.2.5'],
  ['192.0.2.4/32', '192.0.2.4', '192.0.2.4'],
  ['0.0.0.0/0', '0.0.0.0', '255.255.255.255'],
])('%s', (ip, first, last) => {
  expect(withBlock({ chatId: 7, ip })).toEqual({ chatId: 7, ip: first, lastIp: last })
})

test('other values stay as they are', () => {
  expect(withBlock({ ip: '192.0.2.4', lastIp: '192.0.2.9' })).toEqual({ ip: '192.0.2.4', lastIp: '192.0.2.9' })
})

test.each([
  ['10.1.2.3/8', 'does not begin with its first address, 10.0.0.0'],
  ['10.0.0.0/33', 'not a block'],
  ['10.0.0.0/8/8', 'not a block'],
  ['10.0.0/8', 'not a block'],
  ['10.0.0.0/', 'not a block'],
])('%s is refused', (ip, words) => {
  expect(() => withBlock({ ip })).toThrow(words)
})

test('a block and a last address are one too many', () => {
  expect(() => withBlock({ ip: '10.0.0.0/8', lastIp: '10.0.0.9' })).toThrow('has no lastIp')
})
