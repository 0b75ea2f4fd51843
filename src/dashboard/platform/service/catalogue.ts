import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { Failure } from '#contract/client.ts'
import type { ServiceProfile } from '#contract/service-profile.ts'
import { knownSession } from '#dashboard/platform/session/session.ts'
import type { Sound } from './sounds.ts'

const NumberedSound = z.object({ id: z.number(), name: z.string().check(z.minLength(1)), label: z.string().check(z.minLength(1)) })

/** A list in which no number and no name is stated twice: it would not say which is meant. */
const mapping = z.array(NumberedSound).check((list) => {
  for (const [index, { id, name }] of list.value.entries())
    if (list.value.slice(0, index).some((other) => other.id === id || other.name === name))
      list.issues.push({ code: 'custom', input: list.value, path: [index], message: `states the sound ${id} or “${name}” twice` })
})

/** Two ways of writing one address are one: capitals of the host, a slash at the end. */
const serviceKey = (address: string) => new URL(address).href.replace(/(?<!\/)\/+$/, '')

/** Names that the API document does not show. A file beside the page, so that whoever deploys it may edit it (docs/assumptions.md rows 4-6). */
const CatalogueFile = z.object({
  languages: z.record(z.string(), z.string()),
  /** The bundled service's, numbers included. To other services they are names that may be tried. */
  sounds: mapping,
  countries: z.record(z.string(), z.string()),
  /** Where a reserved name leads, with {name} in it; null or missing where the service has no such pages. */
  reservedNameAddress: z.nullish(z.string()),
  /** What the operator of the deployment knows of other services, by their base address. */
  services: z.optional(
    z.record(z.string().check(z.refine((address) => URL.canParse(address), 'is not an address')), z.object({ sounds: mapping })),
  ),
})
type CatalogueFile = z.output<typeof CatalogueFile>

export interface Catalogue extends Omit<CatalogueFile, 'sounds' | 'services'> {
  /** Those with a number are certain, of the service that the page talks to. */
  sounds: Sound[]
  /** What `sounds` is made of where the service is not ours, and what else is known of it. */
  remote?: { declared: CatalogueFile['sounds']; suggested: CatalogueFile['sounds']; profile: ServiceProfile }
}

export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  staleTime: Infinity,
  // What a save learns is added to it, so it must be there.
  gcTime: Infinity,
  queryFn: async ({ signal }): Promise<Catalogue> => {
    const answer = await fetch('/catalogue.json', { signal }).catch((cause: unknown) => {
      throw new Failure('unreachable', { cause })
    })
    const parsed = CatalogueFile.safeParse(await answer.json().catch(() => null))
    if (!parsed.success) throw new Failure('not-this-api', { advice: problemOf(parsed.error), cause: parsed.error })
    const { services = {}, ...file } = parsed.data
    const session = await knownSession()
    if (session.service.kind === 'bundled') return file
    const here = serviceKey(session.service.address)
    const declared = Object.entries(services).find(([address]) => serviceKey(address) === here)?.[1].sounds ?? []
    // Of no use with our own service, and the browser's database is large.
    const { withKnownProfile } = await import('./profile-store.ts')
    return withKnownProfile(file, declared, session)
  },
})

function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const path = issue?.path.join(' › ')
  return `The file catalogue.json beside this page is broken${path ? `: ${path}: ${issue?.message}` : ''}.`
}

/** "Polish"; an unknown code is shown as it is, an unknown number as "Language no. 7", also where it came as text. */
export const languageName = ({ languages }: Catalogue, language: string | number): string =>
  (Object.hasOwn(languages, language) ? languages[language] : undefined) ??
  (/^\d+$/.test(String(language)) ? `Language no. ${language}` : String(language) || 'not stated')

/** "Portugal"; an unknown id is shown as "country no. 12", none as ''. */
export const countryName = ({ countries }: Catalogue, id: string): string =>
  id === '' ? '' : ((Object.hasOwn(countries, id) ? countries[id] : undefined) ?? `country no. ${id}`)

/** "Pop"; a number without a confirmed name is shown as "Sound no. 7". */
export const soundLabel = ({ sounds }: Catalogue, sound: string | number): string =>
  sounds.find(({ id, name }) => id === sound || name === sound)?.label ??
  (typeof sound === 'number' ? `Sound no. ${sound}` : sound || 'not stated')

/** The name to write for a sound's number, or undefined where none is confirmed. */
export const soundName =
  ({ sounds }: Catalogue) =>
  (sound: number): string | undefined =>
    sounds.find(({ id }) => id === sound)?.name
