import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod/mini'
import { providerName } from '#contract/provider-names.ts'
import type { Social } from '#contract/social.ts'

/** What the form holds. A type, not an interface: its keys are known to be all there are. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
export type SocialFields = { social: boolean; networkOneLink: string; networkTwoName: string }

export const socialNames = ['social', 'networkOneLink', 'networkTwoName'] as const satisfies (keyof SocialFields)[]

const unnamed = { networkOne: 'First network', networkTwo: 'Second network' }

export const networkName = (network: keyof typeof unnamed) => providerName(network) ?? unnamed[network]

export const socialOf = ({ social, networkOneLink, networkTwoName }: Social): SocialFields => ({ social, networkOneLink, networkTwoName })

/** What is wrong with a link, in words, or null. An empty one is no link. */
export function linkProblem(link: string): string | null {
  if (link === '') return null
  if (link !== link.trim()) return 'Remove the spaces around it'
  if (!/^https?:\/\//i.test(link)) return 'A link starts with https://'
  const host = URL.canParse(link) ? new URL(link).hostname : ''
  if (host === '') return 'Not a valid web address'
  if (link.length > 2000) return 'At most 2,000 characters'
  return null
}

/** What is wrong with a handle, in words, or null. An empty one is no handle. */
export function handleProblem(handle: string): string | null {
  if (handle === '') return null
  if (/^https?:/i.test(handle)) return 'Enter only the handle, without the address'
  if (/\s/.test(handle)) return 'Remove the spaces'
  if (handle.length > 200) return 'At most 200 characters'
  return /^@?[\p{L}\p{N}_.-]+$/u.test(handle) ? null : 'Letters, digits, dots, hyphens and underscores only'
}

/** "@roomkeeper", whether or not the @ was typed. */
export const shownHandle = (handle: string): string => (handle === '' ? '' : `@${handle.replace(/^@/, '')}`)

/** @param base what the service holds: a value that it took once is no reason to refuse the rest */
function schemaFor(base: SocialFields) {
  const checked = (name: 'networkOneLink' | 'networkTwoName', problem: (value: string) => string | null) =>
    z
      .string()
      .check(z.refine((value) => value === base[name] || problem(value) === null, { error: ({ input }) => problem(String(input)) ?? '' }))
  return z.object({
    social: z.boolean(),
    networkOneLink: checked('networkOneLink', linkProblem),
    networkTwoName: checked('networkTwoName', handleProblem),
  })
}

export const socialResolver: Resolver<SocialFields, SocialFields> = (values, base, options) =>
  zodResolver(schemaFor(base ?? values))(values, undefined, options)
