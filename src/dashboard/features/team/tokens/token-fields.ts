import { roles } from '#contract/gateway/rights.ts'
import { maxTokenDays, tokenRoleNames, type ScopedTokenDraft, type TokenRole } from '#contract/gateway/scoped-tokens.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { type Problems, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { chatsIn } from '../person/person-fields.ts'

/** A new token as the fields of a form. */

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
export type TokenFields = {
  label: string
  role: string
  /** `all`, or the ids of chats: "3,7". */
  chats: string
  /** Days. */
  expiresIn: string
}

export const emptyToken: TokenFields = { label: '', role: 'moderator', chats: '', expiresIn: '90' }

export const expiryChoices = [7, 30, 90, maxTokenDays].map((days) => ({
  value: String(days),
  label: days === maxTokenDays ? '1 year' : plural(days, '{count} day', '{count} days'),
}))

export const tokenRoleIn = (text: string): TokenRole => tokenRoleNames.find((name) => name === text) ?? 'moderator'

/** The body of a request; the texts have passed the resolver. */
export function draftOf({ label, role: text, chats, expiresIn }: TokenFields): ScopedTokenDraft {
  const role = tokenRoleIn(text)
  return { label: label.trim(), role, chats: roles[role].isWithoutChats ? [] : chatsIn(chats), expiresInDays: Number(expiresIn) }
}

/** What is wrong with each field, in words. */
export function tokenProblems({ label, role, chats }: TokenFields): Problems<TokenFields> {
  const problems: Problems<TokenFields> = {}
  if (label.trim() === '') problems.label = 'Enter a label'
  else if (label.trim().length > 100) problems.label = 'At most 100 characters'
  if (!roles[tokenRoleIn(role)].isWithoutChats && chats === '') problems.chats = 'Choose at least one chat'
  return problems
}

export const tokenResolver = resolverOf(tokenProblems)
