import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ipv4ToNumber, itemResponse } from '../values.ts'
import { maxBanAddresses } from './rights.ts'

/** What the limits of a role leave to a person (rights.ts). The gateway counts and refuses; the page shows beforehand what is possible. */

/** Deletions count for so long: the limit is that of any hour, not of the hour of the clock. */
export const limitSeconds = 3600

export const DeletionsLeft = z.object({
  limit: z.number(),
  left: z.number(),
  /** When all of the limit is left again, in Unix seconds; null = now. */
  fullAt: z.nullable(z.number()),
})
export type DeletionsLeft = z.output<typeof DeletionsLeft>

const OwnLimits = z.object({
  /** null = no limit. */
  deletions: z.nullable(DeletionsLeft),
  /** As in Limits; null = no limit. */
  widestBan: z.nullable(z.number()),
})

export const limits = {
  limitsRead: endpoint('GET /me/limits', 'signed-in', 'Read what is left of one’s own limits', { response: itemResponse(OwnLimits) }),
}

/** Whether a range has more addresses than one ban may have; whether it can be written as a prefix does not matter. */
export const isWiderThan = (prefix: number, firstIp: string, lastIp: string): boolean =>
  ipv4ToNumber(lastIp) - ipv4ToNumber(firstIp) + 1 > maxBanAddresses(prefix)
