import type { Invitation, Person } from '#contract/gateway/people.ts'
import { roleNames } from '#contract/gateway/role-names.ts'
import { roles } from '#contract/gateway/rights.ts'
import { wordMatcher } from '#contract/settings-derive.ts'
import { named, oneOf, text, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import type { Sort } from '#dashboard/ui/table/DataTable.tsx'
import { grantedChats, type ChatNames } from './grant-words.ts'

/** Which people the list shows, and in which order. */

/** Whoever has not been here for so long probably needs no access any more. */
const longAgoSeconds = 90 * 24 * 60 * 60

export const filters = {
  all: { label: 'All', person: () => true, invitation: true },
  pending: { label: 'Pending', person: () => false, invitation: true },
  noPasskey: { label: 'No passkey', person: ({ passkeys }: Person) => passkeys === 0, invitation: false },
  notSeen: {
    label: 'Not seen for 90 days',
    person: ({ isActive, lastSeen, joined }: Person, now: number) => !isActive && now - (lastSeen ?? joined) > longAgoSeconds,
    invitation: false,
  },
} satisfies Record<string, { label: string; person: (person: Person, now: number) => boolean; invitation: boolean }>
export type Filter = keyof typeof filters
export const filterNames = Object.keys(filters) as Filter[]

/** Every typed word is in the name, the role or the names of the chats. */
export function grantMatcher(typed: string, names: ChatNames): (grant: Pick<Person, 'name' | 'role' | 'chats' | 'email'>) => boolean {
  const matches = wordMatcher(typed)
  return ({ name, role, chats, email }) => matches([name, roles[role].label, email, grantedChats(role, chats, names)].flat().join(' '))
}

const collator = new Intl.Collator()
const byName = (a: { name: string; id: string }, b: { name: string; id: string }) =>
  collator.compare(a.name, b.name) || collator.compare(a.id, b.id)
const roleRank = ({ role }: Pick<Person, 'role'>) => roleNames.indexOf(role)
/** Never seen comes last, now first. */
const seenAt = ({ isActive, lastSeen }: Person) => (isActive ? Infinity : (lastSeen ?? 0))

export const sortKeys = ['name', 'role', 'seen'] as const
type SortKey = (typeof sortKeys)[number]

const comparers: Record<SortKey, (a: Person, b: Person) => number> = {
  name: () => 0,
  role: (a, b) => roleRank(a) - roleRank(b),
  seen: (a, b) => Math.sign(seenAt(a) - seenAt(b)) || 0,
}

const isSortKey = (key: string): key is SortKey => sortKeys.some((known) => known === key)

/** Names break ties. */
export function sortedPeople(people: readonly Person[], { key, descending }: Sort): Person[] {
  const compare = isSortKey(key) ? comparers[key] : comparers.role
  const sign = descending ? -1 : 1
  return people.toSorted((a, b) => sign * compare(a, b) || (key === 'name' ? sign : 1) * byName(a, b))
}

interface Shown {
  people: Person[]
  invitations: Invitation[]
}

/** @param now seconds */
export function shownIn(
  team: Shown,
  names: ChatNames,
  { search, show, sort }: Pick<TeamView, 'search' | 'show' | 'sort'>,
  now: number,
): Shown {
  const matches = grantMatcher(search, names)
  return {
    people: sortedPeople(
      team.people.filter((person) => filters[show].person(person, now) && matches(person)),
      sort,
    ),
    invitations: filters[show].invitation ? team.invitations.filter(matches).toSorted(byName) : [],
  }
}

export type OpenDrawer = { drawer: 'invite' } | { drawer: 'person'; id: string }

const openDrawer: UrlParam<OpenDrawer | null> = {
  read: (written) =>
    written === 'invite'
      ? { drawer: written }
      : written?.startsWith('person-')
        ? { drawer: 'person', id: written.slice('person-'.length) }
        : null,
  write: (open) => open && ('id' in open ? `person-${open.id}` : open.drawer),
}

const defaultSort = 'role'
const sort: UrlParam<Sort> = {
  read: (written) => {
    const key = (written ?? '').replace(/^-/, '')
    return isSortKey(key) ? { key, descending: written!.startsWith('-') } : { key: defaultSort, descending: false }
  },
  write: ({ key, descending }) => (key === defaultSort && !descending ? null : (descending ? '-' : '') + key),
}

export const teamState = urlState({ search: named('q', text()), show: oneOf(filterNames, 'all'), sort, open: openDrawer })
export type TeamView = ViewOf<typeof teamState>

/** Opening a drawer is a step that Back undoes; typing in the search is not. */
export const useTeamView = () => useUrlState(teamState, (change) => Boolean(change.open))
