import { useQuery } from '@tanstack/react-query'
import type { Lent } from '#contract/gateway/lent.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { chatNames } from '../people/grant-words.ts'
import { endingInWords } from './endings.ts'

/** What ends with a change, before it is confirmed. @param endings null: they could not be read */
export function Endings({ endings }: { endings: readonly Lent[] | null }) {
  const names = chatNames(useQuery(endpointQuery('chatList', {})).data?.data ?? [])
  if (endings === null)
    return (
      <p>
        Couldn’t read what runs with the lost rights. Rules, opening hours, invitations, tokens and channels among it end with this change.
      </p>
    )
  if (endings.length === 0) return null
  return (
    <>
      <p>What runs with the lost rights ends:</p>
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
