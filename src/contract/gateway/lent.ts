import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, key, listResponse } from '../values.ts'
import type { Grant } from './grant.ts'
import { allowsReach } from './reach.ts'
import { isRight, type Limits } from './rights.ts'

/** What goes on under the name of a person, and ends where the person may no longer do it: see docs/rights.md. */

export const lentKinds = ['invitation', 'token', 'rule', 'hours', 'channel'] as const
export type LentKind = (typeof lentKinds)[number]

export const Lent = z.object({
  kind: z.enum(lentKinds),
  /** Unique among those of its kind and person. */
  id: key,
  /** As people know it; '' of opening hours, whose chat says it. */
  name: z.string(),
  /** The person who lends it, or who created the scoped token that does. */
  personId: key,
  /** What the person must be allowed, and where. */
  rights: z.array(z.string()),
  reach: z.union([z.literal('all'), z.array(id)]),
  /** The messages that a live rule may delete in an hour, which the person must be allowed, too; null: no limit applies. */
  deletionsPerHour: z.nullable(z.number()),
})
export type Lent = z.output<typeof Lent>

/** The answer of a change that takes rights, with what it ended. */
export const withEnded = <T extends z.ZodMiniObject>(answer: T) => z.extend(answer, { ended: z.array(Lent) })

/** Whether a person may still lend something. @param grant null: the person was removed */
export function mayLend(
  grant: (Grant & { limits: Pick<Limits, 'deletionsPerHour'> }) | null,
  lent: Omit<Lent, 'kind' | 'id' | 'name' | 'personId'>,
) {
  if (grant === null) return false
  const limit = grant.limits.deletionsPerHour
  if (limit !== null && lent.deletionsPerHour !== null && lent.deletionsPerHour > limit) return false
  return lent.rights.every((right) => isRight(right) && allowsReach(grant, { rights: [right], reach: lent.reach }))
}

export const lending = {
  lentList: endpoint('GET /lent', 'people.read', 'List what goes on under the names of people, and ends where they may no longer do it', {
    description:
      'Open invitations, scoped tokens, running rules, opening hours and channels of notifications end in the same transaction in which a person is removed or may do less.',
    response: listResponse(Lent),
  }),
}
