import { useQuery } from '@tanstack/react-query'
import { type Lent, type LentKind, mayLend } from '#contract/gateway/lent.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { chatNames, type ChatNames } from './people/grant-words.ts'
import type { Person } from '#contract/gateway/people.ts'
import { limitsOf, rightsOf, type RoleChanges } from '#contract/gateway/rights.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'

/** What ends with a change of people or roles, because it goes on under the name of a person who may no longer do it (docs/rights.md). */

/** What ends with a change, before it is confirmed. @param endings null: they could not be read */
export function Endings({ endings }: { endings: readonly Lent[] | null }) {
  const names = chatNames(useQuery(endpointQuery('chatList', {})).data?.data ?? [])
  if (endings === null)
    return (
      <p>
        Couldn’t read what runs with the lost permissions. Rules, opening hours, invitations, tokens and channels among it end with this
        change.
      </p>
    )
  if (endings.length === 0) return null
  return (
    <>
      <p>What runs with the lost permissions ends:</p>
      <ul aria-label="What ends" className="stack gap-6">
        {endings.map((lent) => (
          <li key={`${lent.kind} ${lent.id} ${lent.personId}`} className="outside">
            {endingInWords(lent, names)}
          </li>
        ))}
      </ul>
    </>
  )
}

type GrantOfPerson = NonNullable<Parameters<typeof mayLend>[0]>

/** What a person may do after the change; null: they are removed. undefined: as before. */
export type GrantAfter = (personId: string) => GrantOfPerson | null | undefined

/** @param roles the changes of the roles of the team */
export function grantOfPerson({ role, chats, limits }: Pick<Person, 'role' | 'chats' | 'limits'>, roles: RoleChanges): GrantOfPerson {
  return { rights: rightsOf(role, roles), chats, limits: limitsOf(role, roles, limits) }
}

export const endingsIn = (lent: readonly Lent[], after: GrantAfter): Lent[] =>
  lent.filter((one) => {
    const grant = after(one.personId)
    return grant !== undefined && !mayLend(grant, one)
  })

/** By a fresh read; null: it failed, so what ends is not known. */
export const readEndings = (after: GrantAfter): Promise<Lent[] | null> =>
  queryClient.fetchQuery({ ...gatewayQuery('lentList', {}), staleTime: 0 }).then(
    ({ data }) => endingsIn(data, after),
    () => null,
  )

interface Words {
  before: (name: string) => string
  after: (name: string) => string
}

const words: Record<LentKind, Words> = {
  invitation: {
    before: (name) => `The invitation of ${name} is revoked.`,
    after: (name) => `The invitation of ${name} was revoked.`,
  },
  token: { before: (name) => `The token “${name}” is revoked.`, after: (name) => `The token “${name}” was revoked.` },
  rule: {
    before: (name) => `The rule “${name}” stops. Its pending messages wait for a decision.`,
    after: (name) => `The rule “${name}” was stopped. Its pending messages wait for a decision.`,
  },
  hours: {
    before: (name) => `The opening hours of ${name} are turned off. The chat stays as it is now.`,
    after: (name) => `The opening hours of ${name} were turned off. The chat stays as it is now.`,
  },
  channel: {
    before: (name) => `The channel “${name}” stops sending notifications.`,
    after: (name) => `The channel “${name}” sends no more notifications.`,
  },
}

export const endingInWords = ({ kind, id, name }: Lent, chats: ChatNames, when: keyof Words = 'before'): string =>
  words[kind][when](kind === 'hours' ? (chats.get(Number(id)) ?? `chat ${id}`) : name)

/** More than these are counted; the audit log has an entry for each. */
const maxReported = 5

/** Says what a change ended, as the gateway confirmed it. */
export function reportEnded({ ended }: { ended: readonly Lent[] }): void {
  if (ended.length === 0) return
  const chats = chatNames(queryClient.getQueryData(endpointQuery('chatList', {}).queryKey)?.data ?? [])
  const said = ended.slice(0, maxReported).map((lent) => endingInWords(lent, chats, 'after'))
  const more = ended.length - said.length
  toastWarning(
    `${counted(ended.length, 'thing')} ended with this change`,
    [...said, ...(more > 0 ? [`${counted(more, 'more is', 'more are')} listed in Changes.`] : [])].join(' '),
  )
}
