import { AccountDraft, type Account } from '#contract/account.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { resolverOfEdits } from '#dashboard/platform/saving/use-edited-form.ts'
import { profileLabels } from '#contract/resources.ts'

/** The profile as the form holds it: the country's id as text, '' where none is set. */
export type ProfileField = keyof typeof profileLabels
export type Profile = Record<ProfileField, string>

export const profileFields = Object.keys(profileLabels) as ProfileField[]

/** 0 and null both mean "not set" (docs/assumptions.md row 6). */
export function profileOf(account: Account): Profile {
  const texts = Object.fromEntries(profileFields.map((name) => [name, String(account[name] ?? '')]))
  return { ...texts, countryId: account.countryId ? String(account.countryId) : '' } as Profile
}

/**
 * The whole known set. A country that is not set is left out, unless there was one: then 0 takes it away. So is one with an id that no number holds
 * exactly: another country would be sent.
 */
export function profileBody({ countryId, ...texts }: Profile, fresh: Profile) {
  const isLeftOut = (countryId === '' && fresh.countryId === '') || !Number.isSafeInteger(Number(countryId))
  return { ...texts, ...(!isLeftOut && { countryId: Number(countryId) }) }
}

/** The address that a reserved name gives, or null where this deployment does not say. */
export const reservedAddress = ({ reservedNameAddress }: Catalogue, name: string): string | null =>
  reservedNameAddress && name.trim() !== '' ? reservedNameAddress.replaceAll('{name}', encodeURIComponent(name.trim())) : null

const ending = 'Add an ending to the domain, such as .com or .pt'

/** What is wrong with an e-mail address, in words, or null. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Enter an e-mail address'
  if (/\s/.test(email.trim())) return 'Remove the spaces'
  if (!/^[^@]+@[^@]+$/.test(email)) return 'Use one @ between the name and the domain, such as ada@example.org'
  return /@[^@]+\.[^.@]{2,}$/.test(email) ? null : ending
}

export const profileResolver = resolverOfEdits<Profile>((name, value) => {
  if (name === 'email') return emailProblem(value)
  if (name === 'paymentEmail') return value === '' ? null : emailProblem(value)
  return name === 'countryId' ? null : AccountDraft.shape[name].safeParse(value).error?.issues[0]?.message
})
