import type { Person } from '#contract/gateway/people.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import { roleNames, type RoleName } from '#contract/gateway/role-names.ts'
import { roles } from '#contract/gateway/rights.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { type Problems, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { emailPattern } from '#contract/values.ts'
import {
  isOwnLimitValid,
  limitInWords,
  limitNames,
  limitProblem,
  limits,
  ownLimits,
  ownLimitText,
  ownNumber,
  type LimitName,
} from '../limits.ts'
import { grantedChats, type ChatNames } from '../people/grant-words.ts'

/** A grant as the fields of a form, for somebody new and for somebody who is there. */

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
export type GrantFields = {
  name: string
  role: string
  /** `all`, or the ids of chats: "3,7". */
  chats: string
  deletionsPerHour: string
  widestBan: string
  email: string
}
export const grantNames = ['name', 'role', 'chats', 'deletionsPerHour', 'widestBan', 'email'] as const satisfies (keyof GrantFields)[]

export type Grant = Pick<Person, 'name' | 'role' | 'chats' | 'limits' | 'email'>

export const chatsText = (chats: GrantedChats): string => (chats === 'all' ? 'all' : chats.toSorted((a, b) => a - b).join())
export const chatsIn = (text: string): GrantedChats => (text === 'all' ? 'all' : text === '' ? [] : text.split(',').map(Number))

export const roleIn = (text: string): RoleName => roleNames.find((name) => name === text) ?? 'moderator'

export const grantFields = ({ name, role, chats, limits: own, email }: Grant): GrantFields => ({
  name,
  role,
  chats: chatsText(chats),
  deletionsPerHour: ownLimitText(own.deletionsPerHour),
  widestBan: ownLimitText(own.widestBan),
  email,
})

export const emptyGrant: GrantFields = { name: '', role: 'moderator', chats: '', deletionsPerHour: '', widestBan: '', email: '' }

/** The body of a request; the texts have passed the resolver. */
export function grantOf(fields: GrantFields): Grant {
  const role = roleIn(fields.role)
  return {
    name: fields.name.trim(),
    role,
    chats: role === 'owner' ? 'all' : roles[role].isWithoutChats ? [] : chatsIn(fields.chats),
    limits: role === 'owner' ? {} : ownLimits(fields),
    email: fields.email.trim(),
  }
}

/** What is wrong with each field, in words. */
export function grantProblems(fields: GrantFields): Problems<GrantFields> {
  const problems: Problems<GrantFields> = {}
  if (fields.name.trim() === '') problems.name = 'Enter a name'
  else if (fields.name.trim().length > 100) problems.name = 'At most 100 characters'
  const role = roleIn(fields.role)
  if (role !== 'owner' && !roles[role].isWithoutChats && fields.chats === '') problems.chats = 'Choose at least one chat'
  for (const name of limitNames) if (!isOwnLimitValid(name, fields[name])) problems[name] = limitProblem(name)
  const email = fields.email.trim()
  if (email !== '' && !emailPattern.test(email)) problems.email = 'Enter a valid e-mail address'
  return problems
}

export const grantResolver = resolverOf(grantProblems)

const labels: Record<keyof GrantFields, string> = {
  name: 'Name',
  role: 'Role',
  chats: 'Chats',
  deletionsPerHour: limits.deletionsPerHour.label,
  widestBan: limits.widestBan.label,
  email: 'E-mail',
}

const ownLimitWords = (name: LimitName, text: string) => {
  if (text === '') return 'as the role'
  const value = ownNumber(name, text)
  return value === undefined ? (text === 'none' ? 'no limit' : text.slice(1)) : limitInWords(name, value)
}

/** How the fields are shown in the dialogs of saving. */
export const grantTexts = (names: ChatNames): FieldTexts<GrantFields> => ({
  label: (name) => labels[name],
  words: (name, value) => {
    if (name === 'role') return roles[roleIn(value)].label
    if (name === 'chats') return [grantedChats('moderator', chatsIn(value), names)].flat().join(', ')
    return name === 'deletionsPerHour' || name === 'widestBan' ? ownLimitWords(name, value) : value
  },
})
