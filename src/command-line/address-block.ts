import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { UsageError } from './usage-error.ts'

/** `10.0.0.0/8` as the range of the API: its first and its last address. Other values stay as they are. Throws a UsageError. */
export function withBlock(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { ip, lastIp } = values
  const [address = '', bits, ...more] = String(ip).split('/')
  if (bits === undefined) return { ...values }
  if (lastIp !== undefined) throw new UsageError('A block such as 10.0.0.0/8 has no lastIp.')
  if (!/^(?:[12]?\d|3[0-2])$/.test(bits) || more.length > 0 || !ipv4.safeParse(address).success)
    throw new UsageError(`"${String(ip)}" is not a block such as 10.0.0.0/8.`)
  const size = 2 ** (32 - Number(bits))
  const first = ipv4ToNumber(address)
  if (first % size !== 0)
    throw new UsageError(`"${String(ip)}" does not begin with its first address, ${addressOf(first - (first % size))}. Nothing was sent.`)
  return { ...values, ip: address, lastIp: addressOf(first + size - 1) }
}

const addressOf = (number: number): string => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
